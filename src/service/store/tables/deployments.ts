import type { Appended } from '../log/chain.ts';
import type { PresenceContent } from '../kinds/environments.ts';
import type { Deployment } from '../model/environments.ts';
import { number, text } from '../sql/row.ts';
import { listed, query, type Steps } from '../sql/statement.ts';

/** What the tables say of where an artifact was brought, from this record on: each start is a deployment of its flow. */
export function* applyPresence({ record }: Appended<PresenceContent>): Steps<void> {
  const { artifact_id: artifactId, created_at: at, environment_id: environmentId, flow_id: flowId, org_id: orgId } = record;
  if (record.kind === 'artifact_stopped_running') {
    yield* query(
      `update deployments set ended_at = $4 where org_id = $1 and artifact_id = $2 and environment_id = $3 and ended_at is null`,
      orgId,
      artifactId,
      environmentId,
      at,
    );
    return;
  }
  yield* query(
    `insert into deployments (org_id, flow_id, number, artifact_id, environment_id, started_at)
     values ($1, $2, (select coalesce(max(number), 0) + 1 from deployments where org_id = $1 and flow_id = $2), $3, $4, $5)`,
    orgId,
    flowId,
    artifactId,
    environmentId,
    at,
  );
}

/** The deployments of some artifacts, by the ids of these, in the order of their numbers; at most a thousand artifacts. */
export function* deploymentsOf(orgId: string, artifactIds: readonly string[]): Steps<ReadonlyMap<string, readonly Deployment[]>> {
  if (artifactIds.length === 0) return new Map();
  const list = listed(artifactIds, 1);
  const rows = yield* query(
    `select deployments.artifact_id, deployments.number, deployments.started_at, deployments.ended_at, environments.name as environment
     from deployments join environments on environments.org_id = deployments.org_id and environments.id = deployments.environment_id
     where deployments.org_id = $1 and deployments.artifact_id in ${list.sql} order by deployments.artifact_id, deployments.number`,
    orgId,
    ...list.args,
  );
  const found = rows.map((row) => ({
    artifactId: text(row, 'artifact_id'),
    number: number(row, 'number'),
    environment: text(row, 'environment'),
    startedAt: number(row, 'started_at'),
    endedAt: row.ended_at === null ? undefined : number(row, 'ended_at'),
  }));
  return Map.groupBy(found, ({ artifactId }) => artifactId);
}
