import { anObject } from '../../../text/check.ts';
import { newRecordId } from '../../record/id.ts';
import { column, jsonOf, number, readAll, reader, text } from '../../sql/row.ts';
import { joined, sql, where, type Sql } from '../../sql/sql.ts';
import { isOfFlows, type Flows } from '../flows/tables.ts';

/** The newest records and trails of an organization that are looked at, however many there are. */
const lookedAt = 2000;

/** The condition for trails of flows that are listed, and that the caller reaches. */
function inFlows(orgId: string, flows: Flows): Sql {
  return sql`flow_id in (select id from flows ${where({ org_id: orgId }, sql`not archived`, isOfFlows(orgId, flows, 'id'))})`;
}

/**
 * The numbers of the trails that were not decided to be compliant, the latest first, without those that a newer compliant trail of their
 * flow and branch has overtaken. From a branch it reads no more than what came after the first such trail: an engine that took the index of a state would read all of them.
 */
export const troubledTrails = (orgId: string, flows: Flows, limit: number) =>
  readAll(
    column('org_number', number),
    sql`with troubled as (select * from (${joined(
      ['NON-COMPLIANT', 'INCOMPLETE'].map(
        (state) => sql`select * from (select org_number, flow_id, branch, created_at from trail_facets
          where org_id = ${orgId} and state = ${state} and ${inFlows(orgId, flows)} order by created_at desc limit ${lookedAt}) as newest`,
      ),
      ' union all ',
    )}) as either order by created_at desc limit ${lookedAt}),
      branches as (select flow_id, branch, (select created_at from trail_facets as newer where org_id = ${orgId}
          and (newer.flow_id, newer.branch, newer.created_at) > (first.flow_id, first.branch, first.at)
          and newer.flow_id = first.flow_id and newer.branch = first.branch and newer.state || '' = 'COMPLIANT'
          order by flow_id desc, branch desc, created_at desc limit 1) as overtaken_at
        from (select flow_id, branch, min(created_at) as at from troubled group by flow_id, branch) as first)
      select org_number from troubled join branches on branches.flow_id = troubled.flow_id and branches.branch = troubled.branch
      where overtaken_at is null or overtaken_at < created_at order by created_at desc limit ${limit}`,
  );

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
