import { json, number, text } from '../sql/row.ts';
import { isFlag, isNumber, isObject, isTexts, listOf } from '../sql/shape.ts';
import { listed, query, queryOne, type Row, type Steps } from '../sql/statement.ts';
import type { TrailEvent, TrailRow } from '../model/trails.ts';
import { flowIdOf, isStoredTemplate } from './flows.ts';
import { isTrailDetails } from './trails.ts';

const columns = `select trails.id, trails.flow_id, trails.number, trails.name, trails.details, trails.repo_ids, trails.compliance, trails.created_at,
  trails.last_modified_at, trails.created_by, flows.name as flow_name, templates.template,
  (select max(sequence) from records where records.org_id = trails.org_id and records.trail_id = trails.id) as last_sequence
  from trails join flows on flows.org_id = trails.org_id and flows.id = trails.flow_id
  join templates on templates.org_id = trails.org_id and templates.id = trails.template_id`;

function isState(value: unknown): value is TrailRow['compliance']['status'] {
  return value === 'COMPLIANT' || value === 'NON-COMPLIANT' || value === 'INCOMPLETE';
}

function isDecision(value: unknown): value is TrailRow['compliance'] {
  return (
    isObject(value) &&
    isState(value.status) &&
    isFlag(value.is_compliant) &&
    isNumber(value.evaluated_at) &&
    listOf(isObject)(value.attestations_statuses) &&
    isObject(value.artifacts_statuses)
  );
}

/** What was decided of a trail last. */
export function decisionOf(row: Row): TrailRow['compliance'] {
  return json(row, 'compliance', isDecision);
}

export function* findTrail(orgId: string, flowName: string, name: string): Steps<TrailRow | undefined> {
  const row = yield* queryOne(
    `${columns} where trails.org_id = $1 and trails.flow_id = ${flowIdOf('$2')} and trails.name = $3`,
    orgId,
    flowName,
    name,
  );
  return row === undefined ? undefined : trailOf(row);
}

/** How many trails a flow has, or an organization in all its flows; `undefined` when there is no such flow. */
export function* trailCount(orgId: string, flowName: string | undefined): Steps<number | undefined> {
  const row =
    flowName === undefined
      ? yield* queryOne('select trail_count from organizations where id = $1', orgId)
      : yield* queryOne(`select trail_count from flows where org_id = $1 and id = ${flowIdOf('$2')}`, orgId, flowName);
  return row === undefined ? undefined : number(row, 'trail_count');
}

function within(flowName: string | undefined): { readonly where: string; readonly column: string; readonly more: readonly string[] } {
  const column = flowName === undefined ? 'trails.org_number' : 'trails.number';
  const flow = flowName === undefined ? '' : ` and trails.flow_id = ${flowIdOf('$4')}`;
  return {
    where: `trails.org_id = $1${flow} and ${column} > $2 and ${column} <= $3 order by ${column} desc`,
    column,
    more: flowName === undefined ? [] : [flowName],
  };
}

/**
 * The trails of a flow, or of all, whose numbers there are in `(after, upTo]`, the latest first. By number, for an OFFSET
 * walks over everything before it.
 */
export function* trailsByNumber(orgId: string, flowName: string | undefined, after: number, upTo: number): Steps<readonly TrailRow[]> {
  const { where, more } = within(flowName);
  return (yield* query(`${columns} where ${where}`, orgId, after, upTo, ...more)).map(trailOf);
}

/** The trails of those numbers in the organization, the latest first; at most a thousand. */
export function* trailsNumbered(orgId: string, numbers: readonly number[]): Steps<readonly TrailRow[]> {
  if (numbers.length === 0) return [];
  const list = listed(numbers, 1);
  const where = `where trails.org_id = $1 and trails.org_number in ${list.sql} order by trails.org_number desc`;
  return (yield* query(`${columns} ${where}`, orgId, ...list.args)).map(trailOf);
}

/**
 * Events that are read at once. One is mostly below a thousand bytes, and may be 40,000 when its commit has the longest
 * message, author and branch that an event repeats.
 */
export const mostEvents = 500;
const eventBytes = 2000;

/** The first `mostEvents` events of some trails, together, that come after a place in the log: by trail, oldest first. */
export function* eventsOfTrails(orgId: string, trailIds: readonly string[], after: number): Steps<readonly TrailEvent[]> {
  if (trailIds.length === 0) return [];
  const list = listed(trailIds, 2);
  const rows = yield* query(
    `select trail_id, sequence, event from records where org_id = $1 and sequence > $2 and trail_id in ${list.sql}
     order by trail_id, sequence limit ${mostEvents}`,
    orgId,
    after,
    ...list.args,
  );
  return rows.map((row) => ({ trailId: text(row, 'trail_id'), sequence: number(row, 'sequence'), event: json(row, 'event', isObject) }));
}

interface Size {
  readonly number: number;
  readonly bytes: number;
}

/** About how many bytes each of those trails is, so that a reader can take as many at once as are not too much. */
export function* trailSizes(orgId: string, flowName: string | undefined, after: number, upTo: number): Steps<readonly Size[]> {
  const { where, column, more } = within(flowName);
  return (yield* query(`select ${column} as number, ${sizes} where ${where}`, orgId, after, upTo, ...more)).map(sizeOf);
}

/** The same of the trails with those numbers in the organization. */
export function* sizesNumbered(orgId: string, numbers: readonly number[]): Steps<readonly Size[]> {
  if (numbers.length === 0) return [];
  const list = listed(numbers, 1);
  const where = `where trails.org_id = $1 and trails.org_number in ${list.sql} order by trails.org_number desc`;
  return (yield* query(`select trails.org_number as number, ${sizes} ${where}`, orgId, ...list.args)).map(sizeOf);
}

const sizes = `octet_length(trails.details) + octet_length(trails.compliance) + octet_length(templates.template) +
    ${eventBytes} * (select count(*) from (
      select 1 from records where records.org_id = trails.org_id and records.trail_id = trails.id limit ${mostEvents}) as counted) as bytes
  from trails join templates on templates.org_id = trails.org_id and templates.id = trails.template_id`;

function sizeOf(row: Row): Size {
  return { number: number(row, 'number'), bytes: number(row, 'bytes') };
}

function trailOf(row: Row): TrailRow {
  return {
    id: text(row, 'id'),
    flowId: text(row, 'flow_id'),
    flowName: text(row, 'flow_name'),
    number: number(row, 'number'),
    name: text(row, 'name'),
    details: json(row, 'details', isTrailDetails),
    repoIds: json(row, 'repo_ids', isTexts),
    compliance: decisionOf(row),
    ...json(row, 'template', isStoredTemplate),
    createdAt: number(row, 'created_at'),
    lastModifiedAt: number(row, 'last_modified_at'),
    createdBy: text(row, 'created_by'),
    lastSequence: number(row, 'last_sequence'),
  };
}
