import { text } from '../sql/row.ts';
import { listed, queryOne, type Steps } from '../sql/statement.ts';

/** The commit of the flow's artifact that began last to run in one of these environments, and still does; at most a thousand. */
export function* runningCommit(orgId: string, flowId: string, environmentIds: readonly string[]): Steps<string | undefined> {
  if (environmentIds.length === 0) return undefined;
  const list = listed(environmentIds, 2);
  const row = yield* queryOne(
    `select artifacts.commit_sha
     from deployments join artifacts on artifacts.org_id = deployments.org_id and artifacts.id = deployments.artifact_id
     where deployments.org_id = $1 and deployments.flow_id = $2 and deployments.environment_id in ${list.sql}
       and deployments.ended_at is null and artifacts.commit_sha <> ''
     order by deployments.number desc limit 1`,
    orgId,
    flowId,
    ...list.args,
  );
  return row === undefined ? undefined : text(row, 'commit_sha');
}
