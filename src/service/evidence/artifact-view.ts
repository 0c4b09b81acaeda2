import type { Artifact, ArtifactInput, AttestationStatus } from '../../contract/index.ts';
import { given } from '../../text/index.ts';
import type { ArtifactRow } from '../store/model/artifacts.ts';
import type { Presence, Residence } from '../store/model/environments.ts';
import type { Links } from './links.ts';
import type { View } from './view.ts';

/** The history of an artifact: its first report, the latest if there was another, and each start and end in an environment. */
export function historyOf({ createdAt, name, presence, record }: ArtifactRow) {
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
export function residencesWhere({ residences }: Pick<Presence, 'residences'>, isRunning: boolean): readonly Residence[] {
  return residences.filter((residence) => residence.isRunning === isRunning);
}

/** The names that an override decides, also on the artifact's trail; nothing if there is no override. */
export function overriddenNames({ overridden }: ArtifactRow): readonly AttestationStatus[] | undefined {
  if (overridden.length === 0) return undefined;
  return overridden.map(({ compliant, id, name, overriddenId, type }) => ({
    attestation_name: name,
    attestation_type: type,
    attestation_id: id,
    overridden_attestation_id: overriddenId,
    is_compliant: compliant,
  }));
}

function residenceView({ environment, snapshot }: Residence) {
  return { environment_name: environment, snapshot_index: snapshot };
}

/** An artifact in a list. Fields of a client come as they were sent, and `current` with a single artifact only. */
export type ArtifactView = View<
  Artifact,
  | Exclude<keyof ArtifactInput, 'fingerprint' | 'git_commit' | 'template_reference_name' | 'trail_name' | 'user_data'>
  | 'current'
  | 'gate'
  | 'template_version'
  | 'own_template'
  | 'earlier_trees'
  | 'overridden_attestations'
>;

/** An artifact as its readers see it: the last report, and our own fields. Times are decimal strings, as in the interface. */
export function artifactView(row: ArtifactRow, links: Links): ArtifactView {
  const { approvals, createdAt, evidence, fingerprint, flowName, id, name, presence, record, state } = row;
  const { data, earlier_trees: earlierTrees, org, trail } = record;
  return {
    ...data,
    ...given({ earlier_trees: earlierTrees }),
    id,
    fingerprint,
    created_at: String(createdAt),
    last_modified_at: String(record.created_at),
    created_by: record.reported_by,
    flow_name: flowName,
    trail_name: trail ?? null,
    template_reference_name: name,
    // An empty text and not null: the best-known client cuts it without a check.
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
    ...given({ overridden_attestations: overriddenNames(row) }),
    deployments: presence.deployments.map(({ number }) => number),
    releases: approvals,
    // The fields of one artifact that the best-known client reads.
    running: residencesWhere(presence, true).map(residenceView),
    exited: residencesWhere(presence, false).map(residenceView),
    approvals,
    history: historyOf(row),
    html_url: links.artifactPage(org, flowName, fingerprint, id),
    api_url: links.artifactApi(org, flowName, fingerprint),
  };
}
