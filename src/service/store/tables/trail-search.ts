import { column, number, readAll, readCount } from '../sql/row.ts';
import { beginsWith, sql, when, where, type Steps } from '../sql/sql.ts';
import { flowIdOf } from './flows.ts';

/** The filter of a list of trails: each must match all given fields. */
export interface TrailFilter {
  readonly flowName?: string;
  /** Its flow has this tag, with this value. */
  readonly flowTag?: readonly [name: string, value: string];
  /** It has an artifact with this fingerprint. */
  readonly fingerprint?: string;
  /** The beginning of its name; only with the name of its flow, because names have an index only within a flow. */
  readonly prefix?: string;
}

/**
 * How many trails match, and the numbers in the organization of up to `limit` of them after the first `skip`, the latest first.
 */
export function* searchTrails(
  orgId: string,
  { fingerprint, flowName, flowTag, prefix }: TrailFilter,
  skip: number,
  limit: number,
): Steps<{ readonly total: number; readonly numbers: readonly number[] }> {
  const isTagged = (tag: readonly [name: string, value: string]) =>
    sql`flow_id in (select resource_id from tags where org_id = ${orgId} and resource = 'flow' and name = ${tag[0]} and value = ${tag[1]})`;
  const found = sql`from trails ${where(
    { org_id: orgId, flow_id: when(flowName, (name) => flowIdOf(orgId, name)) },
    when(prefix, (begin) => beginsWith('name', begin)),
    when(flowTag, isTagged),
    when(fingerprint, (print) => sql`id in (select trail_id from artifacts where org_id = ${orgId} and fingerprint = ${print})`),
  )}`;
  const total = yield* readCount(sql`select count(*) as count ${found}`);
  // The index of all trails is not used: few of its rows may match.
  const page = sql`order by org_number + 0 desc limit ${limit} offset ${skip}`;
  return { total, numbers: yield* readAll(column('org_number', number), sql`select org_number ${found} ${page}`) };
}
