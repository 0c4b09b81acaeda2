import type { Steps } from '../sql/statement.ts';
import { column, readOne } from '../sql/reader.ts';
import { listed } from '../sql/list.ts';
import { sql } from '../sql/sql.ts';
import { text } from '../sql/row.ts';

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
