import type { ArtifactFacts, Policy, Provenance } from '../../../compliance/index.ts';
import type { AttestationStatus, ComplianceStatus } from '../../../contract/index.ts';
import type { ArtifactOrigin } from '../model/environments.ts';
import { isObject, listOf, type Is } from '../sql/shape.ts';
import { given } from '../../../text/index.ts';
import { originsOf } from './origins.ts';
import { tagsOf } from './tag-rows.ts';
import { sql } from '../sql/sql.ts';
import type { Steps } from '../sql/statement.ts';
import { text, nullable, reader, jsonOf, readListed } from '../sql/row.ts';

type Decision = Pick<ComplianceStatus, 'attestations_statuses' | 'artifacts_statuses'>;

const isDecision: Is<Decision> = (value): value is Decision =>
  isObject(value) && listOf(isObject)(value.attestations_statuses) && isObject(value.artifacts_statuses);

type Artifact = Pick<ArtifactFacts, 'fingerprint' | 'name'>;

/** Whether a policy asks which control a decision is about. */
export function readsControls({ rules }: Policy): boolean {
  return rules.attestations.some(({ for_control: control }) => control !== null);
}

/** The facts that policies read about some artifacts, wherever they were reported; with what decisions are about if `withControls`. */
export function* artifactFacts(
  orgId: string,
  artifacts: readonly Artifact[],
  withControls: boolean,
): Steps<(artifact: Artifact) => ArtifactFacts> {
  const origins = yield* originsOf(
    orgId,
    artifacts.map(({ fingerprint }) => fingerprint),
  );
  const decisions = yield* decisionsOn(orgId, [...new Set(origins.map(({ trailId }) => trailId).filter((id) => id !== ''))]);
  const tags = yield* tagsOf(
    orgId,
    'flow',
    origins.map(({ flowId }) => flowId),
  );
  const controls = withControls ? yield* controlsOf(orgId, [...decisions.values()]) : new Map<string, string>();
  const byFingerprint = Map.groupBy(origins, ({ fingerprint }) => fingerprint);
  const provenanceOf = (origin: ArtifactOrigin): Provenance => ({
    flow: origin.flow,
    tags: tags.get(origin.flowId) ?? {},
    ...(origin.trail === '' ? {} : { trail: origin.trail }),
    ...(origin.state === '' ? {} : { status: origin.state }),
    attestations: attestationsOf(origin, decisions.get(origin.trailId), controls),
  });
  return ({ fingerprint, name }) => ({ fingerprint, name, provenance: (byFingerprint.get(fingerprint) ?? []).map(provenanceOf) });
}

/** The attestations of an artifact and those of its trail, the latest of each name. Missing ones are not among them. */
function attestationsOf(
  { artifactId, name }: ArtifactOrigin,
  decision: Decision | undefined,
  controls: ReadonlyMap<string, string>,
): Provenance['attestations'] {
  const status = decision?.artifacts_statuses?.[name];
  // Another artifact may have taken the name on the trail: then the evidence there is not about this one.
  const rows = [...(status?.artifact_id === artifactId ? status.attestations_statuses : []), ...(decision?.attestations_statuses ?? [])];
  return rows.flatMap((row: AttestationStatus) =>
    row.status === 'COMPLETE'
      ? [
          {
            name: row.attestation_name,
            type: row.attestation_type ?? '',
            compliant: row.is_compliant === true,
            ...given({ control: controls.get(decidedBy(row)) }),
          },
        ]
      : [],
  );
}

/** The id of the record that says what a decision is about: an override says nothing of that. */
function decidedBy({ attestation_id: id, overridden_attestation_id: overridden }: AttestationStatus): string {
  return overridden ?? id ?? '';
}

/** The controls that the decisions among some evidence are about, by the ids of their records. */
function* controlsOf(orgId: string, trails: readonly Decision[]): Steps<ReadonlyMap<string, string>> {
  const rows = trails.flatMap(({ artifacts_statuses: artifacts, attestations_statuses: own }) => [
    ...own,
    ...Object.values(artifacts ?? {}).flatMap(({ attestations_statuses: its }) => its),
  ]);
  const ids = rows.flatMap((row) => (row.attestation_type === 'system:decision' ? [decidedBy(row)] : []));
  const found = yield* readListed(
    reader({ id: text, control: nullable(text) }),
    [...new Set(ids)],
    (list) => sql`select id, control from attestations where org_id = ${orgId} and id in ${list}`,
  );
  return new Map(found.flatMap(({ control, id }) => (control === undefined ? [] : [[id, control] as const])));
}

/** The decisions on some trails. */
function* decisionsOn(orgId: string, trailIds: readonly string[]): Steps<ReadonlyMap<string, Decision>> {
  const found = yield* readListed(
    reader({ id: text, compliance: jsonOf(isDecision) }),
    trailIds,
    (list) => sql`select id, compliance from trails where org_id = ${orgId} and id in ${list}`,
  );
  return new Map(found.map(({ compliance, id }) => [id, compliance]));
}
