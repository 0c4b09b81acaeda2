import { beginsWith } from '../sql/prefix.ts';
import { number } from '../sql/row.ts';
import { query, queryOne, type Steps, type Value } from '../sql/statement.ts';
import { flowIdOf } from './flows.ts';

/** What narrows a list of trails: all that is named must be so. */
export interface TrailFilter {
  readonly flowName?: string;
  /** Its flow has this tag, with this value. */
  readonly flowTag?: readonly [name: string, value: string];
  /** An artifact of this fingerprint is on it. */
  readonly fingerprint?: string;
  /** Its name begins so; with the name of its flow, for within a flow alone names have an index. */
  readonly prefix?: string;
}

/** How many trails there are so, and the numbers in the organization of up to `limit` of them behind the first `skip`, the latest first. */
export function* searchTrails(
  orgId: string,
  { fingerprint, flowName, flowTag, prefix }: TrailFilter,
  skip: number,
  limit: number,
): Steps<{ readonly total: number; readonly numbers: readonly number[] }> {
  const conditions = ['org_id = $1'];
  const args: Value[] = [orgId];
  const place = (value: Value): string => `$${args.push(value)}`;
  if (flowName !== undefined) conditions.push(`flow_id = ${flowIdOf(place(flowName))}`);
  if (prefix !== undefined) conditions.push(beginsWith('name', prefix, place));
  if (flowTag !== undefined) {
    const [name, value] = flowTag.map(place);
    conditions.push(
      `flow_id in (select resource_id from tags where org_id = $1 and resource = 'flow' and name = ${name} and value = ${value})`,
    );
  }
  if (fingerprint !== undefined)
    conditions.push(`id in (select trail_id from artifacts where org_id = $1 and fingerprint = ${place(fingerprint)})`);
  const found = `from trails where ${conditions.join(' and ')}`;
  const row = yield* queryOne(`select count(*) as total ${found}`, ...args);
  // Not by the index of all trails: of those, few may be so.
  const page = `order by org_number + 0 desc limit ${place(limit)} offset ${place(skip)}`;
  const rows = yield* query(`select org_number ${found} ${page}`, ...args);
  return { total: row === undefined ? 0 : number(row, 'total'), numbers: rows.map((each) => number(each, 'org_number')) };
}
