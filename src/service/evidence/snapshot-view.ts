import type { Snapshot as SnapshotReply, SnapshotArtifact as ArtifactReply } from '../../contract/index.ts';
import type { ArtifactOrigin, Environment, Snapshot, SnapshotArtifact } from '../store/model/environments.ts';
import type { Org } from '../store/log/chain.ts';
import type { Evidence } from './context.ts';
import { flagOf } from './environments.ts';
import { latestReports, type LatestReport } from './latest-reports.ts';
import type { View } from './view.ts';

/** A snapshot as its readers see it. */
export async function snapshotView(
  evidence: Evidence,
  org: Org,
  environment: Environment,
  snapshot: Snapshot,
): Promise<View<SnapshotReply>> {
  const { links, store } = evidence;
  const { artifacts, createdAt, number, policies, state } = snapshot;
  const [span] = await store.snapshotSpans(org.orgId, environment.id, number, number);
  const found = await store.originsOf(
    org.orgId,
    artifacts.map(({ fingerprint }) => fingerprint),
  );
  const origins = Map.groupBy(found, ({ fingerprint }) => fingerprint);
  const reports = await latestReports(evidence, org.orgId, found);
  const running = artifacts.filter(({ instances }) => instances.length > 0);
  const count = (wanted: SnapshotArtifact['state']) => running.filter((artifact) => artifact.state === wanted).length;
  return {
    index: number,
    is_latest: span?.endedAt === undefined,
    timestamp: createdAt,
    next_snapshot_timestamp: span?.endedAt ?? null,
    type: environment.type,
    // An unknown state is not a yes.
    compliant: state === 'COMPLIANT',
    artifact_compliance_count: { true: count('COMPLIANT'), false: count('NON-COMPLIANT'), null: count('UNKNOWN') },
    html_url: links.snapshot(org.orgName, environment.name, number),
    artifacts: artifacts.map((artifact) =>
      artifactView(evidence, org, artifact, origins.get(artifact.fingerprint) ?? [], reports.get(artifact.fingerprint)),
    ),
    applied_policies: policies.map(({ name, version }) => ({ policy_name: name, policy_version: version })),
  };
}

function artifactView(
  { links }: Evidence,
  { orgName }: Org,
  { decisions, fingerprint, instances, isAllowed, name, state, was }: SnapshotArtifact,
  origins: readonly ArtifactOrigin[],
  report: LatestReport | undefined,
): View<ArtifactReply> {
  const [latest] = origins;
  return {
    name,
    fingerprint,
    compliant: flagOf(state),
    allowed: isAllowed,
    creationTimestamp: instances,
    annotation: { type: annotationOf(was, instances.length, state), was, now: instances.length },
    // Always texts: the best-known client reads them without a check.
    flow_name: latest?.flow ?? '',
    git_commit: latest?.commit ?? '',
    commit_url: report?.commitUrl ?? '',
    html_url: latest === undefined ? null : links.artifactPage(orgName, latest.flow, fingerprint, latest.artifactId),
    flow_html_url: latest === undefined ? null : links.flow(orgName, latest.flow),
    flows: origins.map(({ artifactId, commit, flow, name: reference, state: status, trail }) => ({
      flow_name: flow,
      trail_name: trail === '' ? null : trail,
      template_reference_name: reference,
      artifact_id: artifactId,
      git_commit: commit,
      artifact_compliance_in_flow: status === '' ? null : status,
      html_url: trail === '' ? null : links.trail(orgName, flow, trail),
    })),
    deployments: report?.deployments ?? [],
    pods: null,
    policy_decisions: decisions,
    reasons_for_incompliance: state === 'NON-COMPLIANT' ? reasonsIn(decisions) : [],
  };
}

function annotationOf(was: number, now: number, state: SnapshotArtifact['state']): string {
  if (now === 0) return 'exited';
  const step = was === 0 ? 'started' : was === now ? 'unchanged' : 'scaled';
  return `${step}-${state.toLowerCase()}`;
}

/** A sentence for each rule of a policy that is not satisfied. */
function reasonsIn(decisions: SnapshotArtifact['decisions']): readonly string[] {
  return decisions.flatMap(({ policy_name: policy, rule_evaluations: evaluations }) =>
    (Array.isArray(evaluations) ? evaluations : []).flatMap((evaluation: unknown) => {
      const { ignored, rule, satisfied } = Object(evaluation);
      if (ignored === true || satisfied === true) return [];
      const { definition, type } = Object(rule);
      const { name } = Object(definition);
      return [`The policy '${String(policy)}' requires ${type === 'attestation' ? `the attestation '${String(name)}'` : String(type)}.`];
    }),
  );
}
