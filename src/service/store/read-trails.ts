import { json, number, text } from './row.ts';
import { query, queryOne, type Row, type Steps } from './statement.ts';
import type { StoredTemplate, TrailDetails, TrailRow } from './store.ts';

const columns = `select trails.id, trails.number, trails.name, trails.details, trails.repo_ids, trails.compliance, trails.created_at,
  trails.last_modified_at, flows.name as flow_name, users.name as created_by, templates.template
  from trails join flows on flows.id = trails.flow_id join users on users.id = trails.created_by
  join templates on templates.id = trails.template_id`;

export function* findTrail(orgId: string, flowName: string, name: string): Steps<TrailRow | undefined> {
  const row = yield* queryOne(`${columns} where flows.org_id = $1 and flows.name = $2 and trails.name = $3`, orgId, flowName, name);
  return row === undefined ? undefined : yield* trailOf(row);
}

/** By number, for an OFFSET walks over everything before it. */
export function* trailsByNumber(flowId: string, after: number, upTo: number): Steps<readonly TrailRow[]> {
  const rows = yield* query(
    `${columns} where trails.flow_id = $1 and trails.number > $2 and trails.number <= $3 order by trails.number desc`,
    flowId,
    after,
    upTo,
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
