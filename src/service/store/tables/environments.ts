import { environmentTypes, type EnvironmentType } from '../../../contract/index.ts';
import type { Environment, EnvironmentState } from '../model/environments.ts';
import { flag, json, number, oneOfTexts, text } from '../sql/row.ts';
import { isTexts } from '../sql/shape.ts';
import { listed, query, queryOne, type Row, type Steps } from '../sql/statement.ts';

const columns = `select id, name, type, description, is_archived, state, snapshot_count, event_count, created_at, created_by,
  last_modified_at, last_changed_at, last_reported_at, policies, included from environments`;

export function* findEnvironment(orgId: string, name: string): Steps<Environment | undefined> {
  const row = yield* queryOne(`${columns} where org_id = $1 and name = $2`, orgId, name);
  return row === undefined ? undefined : environmentOf(row);
}

export function* environmentById(orgId: string, id: string): Steps<Environment | undefined> {
  const row = yield* queryOne(`${columns} where org_id = $1 and id = $2`, orgId, id);
  return row === undefined ? undefined : environmentOf(row);
}

/** The environments of those names that there are, by name; at most a thousand names. */
export function* environmentsNamed(orgId: string, names: readonly string[]): Steps<readonly Environment[]> {
  if (names.length === 0) return [];
  const list = listed(names, 1);
  return (yield* query(`${columns} where org_id = $1 and name in ${list.sql} order by name`, orgId, ...list.args)).map(environmentOf);
}

/** Up to `limit` environments whose names come behind `after`, in the order of their bytes; those that were archived are among them. */
export function* environmentsAfter(orgId: string, after: string, limit: number): Steps<readonly Environment[]> {
  return (yield* query(`${columns} where org_id = $1 and name > $2 order by name limit $3`, orgId, after, limit)).map(environmentOf);
}

/** The ids of the environments that a policy is attached to, or of the logical ones that an environment is part of. */
export function* linkedTo(orgId: string, kind: 'policy' | 'part', name: string): Steps<readonly string[]> {
  const rows = yield* query(
    'select environment_id from environment_links where org_id = $1 and kind = $2 and name = $3 order by environment_id',
    orgId,
    kind,
    name,
  );
  return rows.map((row) => text(row, 'environment_id'));
}

/** The names of environments by their ids. */
export function* environmentNames(orgId: string, ids: readonly string[]): Steps<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const list = listed(ids, 1);
  const rows = yield* query(`select id, name from environments where org_id = $1 and id in ${list.sql}`, orgId, ...list.args);
  return new Map(rows.map((row) => [text(row, 'id'), text(row, 'name')]));
}

export const environmentStates = ['COMPLIANT', 'NON-COMPLIANT', 'UNKNOWN'] as const satisfies readonly EnvironmentState[];

function environmentOf(row: Row): Environment {
  const moment = (column: string): number | undefined => (row[column] === null ? undefined : number(row, column));
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    type: oneOfTexts<EnvironmentType>(row, 'type', environmentTypes),
    description: text(row, 'description'),
    isArchived: flag(row, 'is_archived'),
    state: oneOfTexts(row, 'state', environmentStates),
    snapshotCount: number(row, 'snapshot_count'),
    eventCount: number(row, 'event_count'),
    createdAt: number(row, 'created_at'),
    createdBy: text(row, 'created_by'),
    lastModifiedAt: number(row, 'last_modified_at'),
    lastChangedAt: moment('last_changed_at'),
    lastReportedAt: moment('last_reported_at'),
    policies: json(row, 'policies', isTexts),
    included: json(row, 'included', isTexts),
  };
}
