import { anObject } from '../../../text/check.ts';
import { newRecordId } from '../../record/id.ts';
import { column, jsonOf, number, readAll, reader, text } from '../../sql/row.ts';
import { joined, listed, sql, when, where, type Sql, type Steps } from '../../sql/sql.ts';

/** The newest records and trails of an organization that are looked at, however many there are. */
const lookedAt = 2000;

/** The flows that a caller reaches, by name; all of them if it is absent. */
type Flows = readonly string[] | undefined;

/** The condition for trails of flows that are listed, and that the caller reaches. */
function inFlows(orgId: string, flows: Flows): Sql {
  const named = when(flows, (names) => sql`id in (select flow_id from flow_names where org_id = ${orgId} and name in ${listed(names)})`);
  return sql`flow_id in (select id from flows ${where({ org_id: orgId }, sql`not archived`, named)})`;
}

/** The numbers of the trails that were not decided to be compliant, the latest first. */
export function* troubledTrails(orgId: string, flows: Flows, limit: number): Steps<readonly number[]> {
  const found: number[] = [];
  for (const state of ['NON-COMPLIANT', 'INCOMPLETE'])
    found.push(
      ...(yield* readAll(
        column('org_number', number),
        sql`select org_number from trail_facets where org_id = ${orgId} and state = ${state} and ${inFlows(orgId, flows)}
          order by created_at desc limit ${limit}`,
      )),
    );
  return found.toSorted((one, other) => other - one).slice(0, limit);
}

/** The flows of the newest trails, the one with the latest trail first. */
export const activeFlows = (orgId: string, flows: Flows, limit: number) =>
  readAll(
    reader({ id: text, name: text }),
    sql`select flows.id, flows.name from flows join (
        select flow_id, org_number from trail_facets where org_id = ${orgId} and ${inFlows(orgId, flows)}
        order by created_at desc limit ${lookedAt}) as newest on newest.flow_id = flows.id
      where flows.org_id = ${orgId} group by flows.id, flows.name order by max(newest.org_number) desc limit ${limit}`,
  );

/** The names and states of the latest trails of some flows, at least one. */
export const lastStates = (orgId: string, flowIds: readonly string[], each: number) =>
  readAll(
    reader({ flowId: text, number, name: text, state: text }),
    joined(
      flowIds.map(
        (id) => sql`select * from (select flow_id, name, state, number from trails where org_id = ${orgId} and flow_id = ${id}
          order by number desc limit ${each}) as latest`,
      ),
      ' union all ',
    ),
  );

/** The records of people who decided something since then: overrides, approvals, and artifacts that they allowed; the latest first. */
export function decisions(orgId: string, since: number, limit: number) {
  const latest = (what: Sql, by: Sql): Sql => sql`select sequence from (${what} order by ${by} desc limit ${limit}) as latest`;
  return readAll(
    column('body', jsonOf(anObject)),
    sql`select body from records where org_id = ${orgId} and sequence in (${latest(
      sql`select sequence, number from attestations where org_id = ${orgId} and overridden_id is not null and created_at >= ${since}
        and number > (select attestation_count - ${lookedAt} from organizations where id = ${orgId})`,
      sql`number`,
    )} union all ${latest(
      // An id begins with its time.
      sql`select sequence, id from approvals where org_id = ${orgId} and id >= ${newRecordId(Math.floor(since * 1000))}`,
      sql`id`,
    )} union all ${latest(
      sql`select sequence from records where org_id = ${orgId} and kind = 'artifact_allowed' and created_at >= ${since}
        and sequence > (select sequence - ${lookedAt} from organizations where id = ${orgId})`,
      sql`sequence`,
    )}) order by sequence desc limit ${limit}`,
  );
}
