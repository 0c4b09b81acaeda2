import { json, number, text } from '../sql/row.ts';
import { query, queryOne, type Row, type Steps } from '../sql/statement.ts';
import type { StoredTemplate, TrailDetails, TrailRow } from '../store.ts';

const columns = `select trails.id, trails.number, trails.name, trails.details, trails.repo_ids, trails.compliance, trails.created_at,
  trails.last_modified_at, flows.name as flow_name, users.name as created_by, templates.template
  from trails join flows on flows.id = trails.flow_id join users on users.id = trails.created_by
  join templates on templates.id = trails.template_id`;

export function* findTrail(orgId: string, flowName: string, name: string): Steps<TrailRow | undefined> {
  const row = yield* queryOne(`${columns} where flows.org_id = $1 and flows.name = $2 and trails.name = $3`, orgId, flowName, name);
  return row === undefined ? undefined : yield* trailOf(row);
}

/** How many trails a flow has, or an organization in all its flows; `undefined` when there is no such flow. */
export function* trailCount(orgId: string, flowName: string | undefined): Steps<number | undefined> {
  const row =
    flowName === undefined
      ? yield* queryOne('select trail_count from organizations where id = $1', orgId)
      : yield* queryOne('select trail_count from flows where org_id = $1 and name = $2', orgId, flowName);
  return row === undefined ? undefined : number(row, 'trail_count');
}

/** By number, for an OFFSET walks over everything before it. */
export function* trailsByNumber(orgId: string, flowName: string | undefined, after: number, upTo: number): Steps<readonly TrailRow[]> {
  const where = flowName === undefined ? 'trails.org_id = $1' : 'trails.flow_id = (select id from flows where org_id = $1 and name = $4)';
  const column = flowName === undefined ? 'trails.org_number' : 'trails.number';
  const rows = yield* query(
    `${columns} where ${where} and ${column} > $2 and ${column} <= $3 order by ${column} desc`,
    orgId,
    after,
    upTo,
    ...(flowName === undefined ? [] : [flowName]),
  );
  const trails: TrailRow[] = [];
  for (const row of rows) trails.push(yield* trailOf(row));
  return trails;
}

function* trailOf(row: Row): Steps<TrailRow> {
  const events = yield* query('select event from records where trail_id = $1 order by sequence', text(row, 'id'));
  const details: TrailDetails = json(row, 'details');
  const repoIds: readonly string[] = json(row, 'repo_ids');
  const compliance: TrailRow['compliance'] = json(row, 'compliance');
  const template: StoredTemplate = json(row, 'template');
  return {
    id: text(row, 'id'),
    flowName: text(row, 'flow_name'),
    number: number(row, 'number'),
    name: text(row, 'name'),
    details,
    repoIds,
    compliance,
    ...template,
    createdAt: number(row, 'created_at'),
    lastModifiedAt: number(row, 'last_modified_at'),
    createdBy: text(row, 'created_by'),
    events: events.map((event): TrailRow['events'][number] => json(event, 'event')),
  };
}
