import type { Appended } from '../log/chain.ts';
import type { PresenceContent } from '../kinds/environments.ts';
import type { Deployment } from '../model/environments.ts';
import { insert } from '../sql/write.ts';
import { listed } from '../sql/list.ts';
import { send, type Steps } from '../sql/statement.ts';
import { reader, nullable, readAll } from '../sql/reader.ts';
import { sql } from '../sql/sql.ts';
import { text, number } from '../sql/row.ts';

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

const deployment = reader({ artifactId: text, number, environment: text, startedAt: number, endedAt: nullable(number) });

/**
 * The deployments of some artifacts, by the ids of the artifacts, in the order of their numbers; at most a thousand artifacts.
 */
export function* deploymentsOf(orgId: string, artifactIds: readonly string[]): Steps<ReadonlyMap<string, readonly Deployment[]>> {
  if (artifactIds.length === 0) return new Map();
  const found = yield* readAll(
    deployment,
    sql`select deployments.artifact_id, deployments.number, deployments.started_at, deployments.ended_at, environments.name as environment
      from deployments join environments on environments.org_id = deployments.org_id and environments.id = deployments.environment_id
      where deployments.org_id = ${orgId} and deployments.artifact_id in ${listed(artifactIds)}
      order by deployments.artifact_id, deployments.number`,
  );
  return Map.groupBy(found, ({ artifactId }) => artifactId);
}
