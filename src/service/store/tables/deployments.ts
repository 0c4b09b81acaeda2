import type { Appended } from '../log/chain.ts';
import type { PresenceContent } from '../log/kinds/environments.ts';
import { number, text } from '../sql/row.ts';
import { listed, query, type Steps } from '../sql/statement.ts';

/** What the tables say of where an artifact was brought, from this record on: each start is a deployment of its flow. */
export function* applyPresence({ record }: Appended<PresenceContent>): Steps<void> {
  if (record.kind === 'artifact_stopped_running') return;
  yield* query(
    `insert into deployments (org_id, flow_id, number, artifact_id, environment_id, snapshot)
     values ($1, $2, (select coalesce(max(number), 0) + 1 from deployments where org_id = $1 and flow_id = $2), $3, $4, $5)`,
    record.org_id,
    record.flow_id,
    record.artifact_id,
    record.environment_id,
    record.snapshot,
  );
}

/** The numbers of the deployments of some artifacts, by the ids of these, in order; at most a thousand. */
export function* deploymentsOf(orgId: string, artifactIds: readonly string[]): Steps<ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, number[]>();
  if (artifactIds.length === 0) return found;
  const list = listed(artifactIds, 1);
  const rows = yield* query(
    `select artifact_id, number from deployments where org_id = $1 and artifact_id in ${list.sql}`,
    orgId,
    ...list.args,
  );
  for (const row of rows) {
    const id = text(row, 'artifact_id');
    found.set(
      id,
      [...(found.get(id) ?? []), number(row, 'number')].toSorted((one, other) => one - other),
    );
  }
  return found;
}
