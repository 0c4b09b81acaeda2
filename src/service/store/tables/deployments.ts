import type { Appended } from '../log/chain.ts';
import type { PresenceContent } from '../kinds/environments.ts';
import type { Presence } from '../model/artifacts.ts';
import { deploymentFields, type Deployment } from '../model/environments.ts';
import { residencesOf } from './residences.ts';
import { insert } from '../sql/write.ts';
import { sql, listed } from '../sql/sql.ts';
import { send, type Row, type Steps } from '../sql/statement.ts';
import { text, column, readOne, readListed } from '../sql/row.ts';

/** Updates the tables with the start or the end of an artifact in an environment: each start is a deployment of its flow. */
export function* applyPresence({ record }: Appended<PresenceContent>): Steps<void> {
  const { artifact_id: artifactId, created_at: at, environment_id: environmentId, flow_id: flowId, org_id: orgId } = record;
  if (record.kind === 'artifact_stopped_running') {
    yield* send(
      sql`update deployments set ended_at = ${at}
        where org_id = ${orgId} and artifact_id = ${artifactId} and environment_id = ${environmentId} and ended_at is null`,
    );
    return;
  }
  yield* send(
    insert('deployments', {
      org_id: orgId,
      flow_id: flowId,
      number: sql`(select coalesce(max(number), 0) + 1 from deployments where org_id = ${orgId} and flow_id = ${flowId})`,
      artifact_id: artifactId,
      environment_id: environmentId,
      started_at: at,
    }),
  );
}

/** The deployments of some artifacts, by the ids of the artifacts, in the order of their numbers. */
function* deploymentsOf(orgId: string, artifactIds: readonly string[]): Steps<ReadonlyMap<string, readonly Deployment[]>> {
  const found = yield* readListed(
    deploymentFields,
    artifactIds,
    (
      list,
    ) => sql`select deployments.artifact_id, deployments.number, deployments.started_at, deployments.ended_at, environments.name as environment
      from deployments join environments on environments.org_id = deployments.org_id and environments.id = deployments.environment_id
      where deployments.org_id = ${orgId} and deployments.artifact_id in ${list}
      order by deployments.artifact_id, deployments.number`,
  );
  return Map.groupBy(found, ({ artifactId }) => artifactId);
}

/** Where some artifacts run and ran; the rows have the `id` and `fingerprint` of each. */
export function* presenceOf(orgId: string, artifacts: readonly Row[]): Steps<(artifact: Row) => Presence> {
  const ids = artifacts.map((row) => text(row, 'id'));
  const residences = yield* residencesOf(orgId, [...new Set(artifacts.map((row) => text(row, 'fingerprint')))]);
  const byFingerprint = Map.groupBy(residences, ({ fingerprint }) => fingerprint);
  const deployments = yield* deploymentsOf(orgId, ids);
  return (row) => ({
    residences: byFingerprint.get(text(row, 'fingerprint')) ?? [],
    deployments: deployments.get(text(row, 'id')) ?? [],
  });
}

/**
 * The commit of the flow's artifact that started last in one of these environments, and still runs; at most a thousand
 * environments.
 */
export function* runningCommit(orgId: string, flowId: string, environmentIds: readonly string[]): Steps<string | undefined> {
  if (environmentIds.length === 0) return undefined;
  const list = listed(environmentIds);
  return yield* readOne(
    column('commit_sha', text),
    sql`select artifacts.commit_sha
      from deployments join artifacts on artifacts.org_id = deployments.org_id and artifacts.id = deployments.artifact_id
      where deployments.org_id = ${orgId} and deployments.flow_id = ${flowId} and deployments.environment_id in ${list}
        and deployments.ended_at is null and artifacts.commit_sha <> ''
      order by deployments.number desc limit 1`,
  );
}
