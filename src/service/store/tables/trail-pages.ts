import { json, number, text } from '../sql/row.ts';
import { isFlag, isNumber, isObject, isTexts, listOf } from '../sql/shape.ts';
import { query, queryOne, type Row, type Steps } from '../sql/statement.ts';
import type { TrailRow } from '../store.ts';
import { isStoredTemplate } from './flows.ts';
import { isTrailDetails } from './trails.ts';

const columns = `select trails.id, trails.number, trails.name, trails.details, trails.repo_ids, trails.compliance, trails.created_at,
  trails.last_modified_at, trails.created_by, flows.name as flow_name, templates.template
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

export function* findTrail(orgId: string, flowName: string, name: string): Steps<TrailRow | undefined> {
  const row = yield* queryOne(`${columns} where flows.org_id = $1 and flows.name = $2 and trails.name = $3`, orgId, flowName, name);
  const [trail] = row === undefined ? [] : yield* trailsOf(orgId, [row]);
  return trail;
}

/** How many trails a flow has, or an organization in all its flows; `undefined` when there is no such flow. */
export function* trailCount(orgId: string, flowName: string | undefined): Steps<number | undefined> {
  const row =
    flowName === undefined
      ? yield* queryOne('select trail_count from organizations where id = $1', orgId)
      : yield* queryOne('select trail_count from flows where org_id = $1 and name = $2', orgId, flowName);
  return row === undefined ? undefined : number(row, 'trail_count');
}

function within(flowName: string | undefined): { readonly where: string; readonly column: string; readonly more: readonly string[] } {
  const column = flowName === undefined ? 'trails.org_number' : 'trails.number';
  const flow = flowName === undefined ? '' : ' and trails.flow_id = (select id from flows where org_id = $1 and name = $4)';
  return {
    where: `trails.org_id = $1${flow} and ${column} > $2 and ${column} <= $3 order by ${column} desc`,
    column,
    more: flowName === undefined ? [] : [flowName],
  };
}

/** By number, for an OFFSET walks over everything before it. Two statements, however many trails. */
export function* trailsByNumber(orgId: string, flowName: string | undefined, after: number, upTo: number): Steps<readonly TrailRow[]> {
  const { where, more } = within(flowName);
  return yield* trailsOf(orgId, yield* query(`${columns} where ${where}`, orgId, after, upTo, ...more));
}

/** About how many characters each of those trails is, so that a reader can take as many at once as are not too much. */
export function* trailSizes(
  orgId: string,
  flowName: string | undefined,
  after: number,
  upTo: number,
): Steps<readonly { readonly number: number; readonly size: number }[]> {
  const { where, column, more } = within(flowName);
  const rows = yield* query(
    `select ${column} as place, length(trails.details) + length(trails.compliance) + 500 *
       (select count(*) from records where records.org_id = trails.org_id and records.trail_id = trails.id) as size
     from trails where ${where}`,
    orgId,
    after,
    upTo,
    ...more,
  );
  return rows.map((row) => ({ number: number(row, 'place'), size: number(row, 'size') }));
}

function* trailsOf(orgId: string, rows: readonly Row[]): Steps<readonly TrailRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => text(row, 'id'));
  const events = yield* query(
    `select trail_id, event from records where org_id = $1 and trail_id in (${ids.map((_, index) => `$${index + 2}`).join(', ')})
     order by trail_id, sequence`,
    orgId,
    ...ids,
  );
  const byTrail = Map.groupBy(events, (event) => text(event, 'trail_id'));
  return rows.map((row) => ({
    id: text(row, 'id'),
    flowName: text(row, 'flow_name'),
    number: number(row, 'number'),
    name: text(row, 'name'),
    details: json(row, 'details', isTrailDetails),
    repoIds: json(row, 'repo_ids', isTexts),
    compliance: json(row, 'compliance', isDecision),
    ...json(row, 'template', isStoredTemplate),
    createdAt: number(row, 'created_at'),
    lastModifiedAt: number(row, 'last_modified_at'),
    createdBy: text(row, 'created_by'),
    events: (byTrail.get(text(row, 'id')) ?? []).map((event) => json(event, 'event', isObject)),
  }));
}
