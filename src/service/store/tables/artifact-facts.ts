import type { ArtifactFacts, Policy, Provenance } from '../../../compliance/index.ts';
import type { AttestationStatus } from '../../../contract/index.ts';
import { anObject, listOf, shape, type Check } from '../../../text/check.ts';
import { given } from '../../../text/index.ts';
import type { ArtifactOrigin } from '../model/environments.ts';
import type { FindHidden } from '../model/rules.ts';
import { jsonOf, nullable, readListed, reader, text } from '../sql/row.ts';
import { sql, type Steps } from '../sql/sql.ts';
import { hiddenNos, type Decision, type Hidden } from './hidden-nos.ts';
import { originsOf } from './origins.ts';
import { tagsOf } from './tag-rows.ts';

const decision = shape({ attestations_statuses: listOf(anObject), artifacts_statuses: anObject });
/** The states within it are not looked at. */
const aDecision: Check<Decision> = (value) => decision(value);

type Artifact = Pick<ArtifactFacts, 'fingerprint' | 'name'>;

/** Whether a policy asks which control a decision is about. */
function readsControls({ rules }: Policy): boolean {
  return rules.attestations.some(({ for_control: control }) => control !== null);
}

/**
 * The facts that some policies read about some artifacts, wherever they were reported. A green name that its own records prove to
 * be none says no. The control of a decision is read if a policy asks for it.
 */
export function* artifactFacts(
  orgId: string,
  artifacts: readonly Artifact[],
  policies: readonly Policy[],
  find: FindHidden | undefined,
): Steps<(artifact: Artifact) => ArtifactFacts> {
  const origins = yield* originsOf(
    orgId,
    artifacts.map(({ fingerprint }) => fingerprint),
  );
  const trailIds = [...new Set(origins.map(({ trailId }) => trailId).filter((id) => id !== ''))];
  const decisions = yield* decisionsOn(orgId, trailIds);
  const hidden = yield* hiddenNos(orgId, trailIds, find);
  const tags = yield* tagsOf(
    orgId,
    'flow',
    origins.map(({ flowId }) => flowId),
  );
  const controls = policies.some(readsControls) ? yield* controlsOf(orgId, [...decisions.values()]) : new Map<string, string>();
  const byFingerprint = Map.groupBy(origins, ({ fingerprint }) => fingerprint);
  const provenanceOf = (origin: ArtifactOrigin): Provenance => {
    const attestations = attestationsOf(origin, decisions.get(origin.trailId), controls, hidden);
    const reason = attestations.find((each) => each.reason !== undefined)?.reason;
    return {
      flow: origin.flow,
      tags: tags.get(origin.flowId) ?? {},
      ...(origin.trail === '' ? {} : { trail: origin.trail }),
      ...(origin.state === '' ? {} : { status: reason === undefined ? origin.state : 'NON-COMPLIANT' }),
      ...given({ reason }),
      attestations,
    };
  };
  return ({ fingerprint, name }) => ({ fingerprint, name, provenance: (byFingerprint.get(fingerprint) ?? []).map(provenanceOf) });
}

/** The attestations of an artifact and those of its trail, the latest of each name. Missing ones are not among them. */
function attestationsOf(
  { artifactId, name, trailId }: ArtifactOrigin,
  decision: Decision | undefined,
  controls: ReadonlyMap<string, string>,
  hidden: Hidden,
): Provenance['attestations'] {
  if (decision === undefined) return [];
  const status = decision.artifacts_statuses?.[name];
  // Another artifact may have taken the name on the trail: then the evidence there is not about this one.
  const rows = [...(status?.artifact_id === artifactId ? status.attestations_statuses : []), ...decision.attestations_statuses];
  return rows.flatMap((row: AttestationStatus) => {
    if (row.status !== 'COMPLETE') return [];
    const reason = hidden(trailId, decision, row);
    const compliant = row.is_compliant === true && reason === undefined;
    const control = controls.get(decidedBy(row));
    return [{ name: row.attestation_name, type: row.attestation_type ?? '', compliant, ...given({ control, reason }) }];
  });
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
    reader({ id: text, compliance: jsonOf(aDecision) }),
    trailIds,
    (list) => sql`select id, compliance from trails where org_id = ${orgId} and id in ${list}`,
  );
  return new Map(found.map(({ compliance, id }) => [id, compliance]));
}
