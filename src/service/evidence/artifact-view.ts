import type { ArtifactInput, Artifact, AttestationStatus } from '../../contract/index.ts';
import type { ArtifactRow, Presence } from '../store/model/artifacts.ts';
import type { Residence } from '../store/model/environments.ts';
import type { Links } from './links.ts';
import type { View } from './view.ts';

/** What happened to an artifact: its first report, the latest where there was another, and each start and end in an environment. */
export function historyOf({
  createdAt,
  name,
  presence,
  record,
}: ArtifactRow): readonly { readonly event: string; readonly timestamp: number }[] {
  const reports = record.created_at === createdAt ? [createdAt] : [createdAt, record.created_at];
  const events = [
    ...reports.map((timestamp) => ({ event: `${name} reported`, timestamp })),
    ...presence.deployments.flatMap(({ endedAt, environment, startedAt }) => [
      { event: `${name} started running in ${environment}`, timestamp: startedAt },
      ...(endedAt === undefined ? [] : [{ event: `${name} stopped running in ${environment}`, timestamp: endedAt }]),
    ]),
  ];
  return events.toSorted((one, other) => one.timestamp - other.timestamp);
}

/** The environments that an artifact runs in now, or ran in, each once. */
export function residencesWhere({ residences }: Presence, isRunning: boolean): readonly Residence[] {
  return residences.filter((residence) => residence.isRunning === isRunning);
}

/** What it stands by because of an override, on its trail as well; nothing where there is no override. */
export function overriddenFields({ overridden }: Pick<ArtifactRow, 'overridden'>): {
  readonly overridden_attestations?: readonly AttestationStatus[];
} {
  if (overridden.length === 0) return {};
  const rows = overridden.map(({ compliant, id, name, overriddenId, type }) => ({
    attestation_name: name,
    attestation_type: type,
    attestation_id: id,
    overridden_attestation_id: overriddenId,
    is_compliant: compliant,
  }));
  return { overridden_attestations: rows };
}

function residenceView({ environment, snapshot }: Residence) {
  return { environment_name: environment, snapshot_index: snapshot };
}

/** An artifact in a list. What a client sent comes as it is, and what is asked of its trail now with one artifact alone. */
export type ArtifactView = View<
  Artifact,
  | Exclude<keyof ArtifactInput, 'fingerprint' | 'git_commit' | 'template_reference_name' | 'trail_name' | 'user_data'>
  | 'current'
  | 'template_version'
  | 'own_template'
  | 'earlier_trees'
  | 'overridden_attestations'
>;

/** An artifact as its readers see it: what was reported last, and what we say of it. Its times are decimal strings, as the interface has them. */
export function artifactView(row: ArtifactRow, links: Links): ArtifactView {
  const { approvals, createdAt, evidence, fingerprint, flowName, id, name, presence, record, state } = row;
  const { data, earlier_trees: earlierTrees, org, trail } = record;
  return {
    ...data,
    ...(earlierTrees === undefined ? {} : { earlier_trees: earlierTrees }),
    id,
    fingerprint,
    created_at: String(createdAt),
    last_modified_at: String(record.created_at),
    created_by: record.reported_by,
    flow_name: flowName,
    trail_name: trail ?? null,
    template_reference_name: name,
    // An empty text rather than null: the best-known client cuts it without a look.
    git_commit: record.commit ?? '',
    user_data: data.user_data ?? {},
    state: state === '' ? null : state,
    evidence: Object.fromEntries(
      evidence.map((each) => [
        each.name,
        {
          attestation_id: each.id,
          evidence_type: each.type,
          is_compliant: each.compliant,
          created_at: String(each.createdAt),
          has_audit_package: each.hasFile,
        },
      ]),
    ),
    ...overriddenFields(row),
    deployments: presence.deployments.map(({ number }) => number),
    releases: approvals,
    // What the best-known client reads of one artifact.
    running: residencesWhere(presence, true).map(residenceView),
    exited: residencesWhere(presence, false).map(residenceView),
    approvals,
    history: historyOf(row),
    html_url: links.artifactPage(org, flowName, fingerprint, id),
    api_url: links.artifact(org, flowName, fingerprint),
  };
}
