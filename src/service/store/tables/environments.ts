import { environmentFields, type Environment, type EnvironmentRefusal } from '../model/environments.ts';
import { column, readAll, readListed, readOne, reader, text } from '../sql/row.ts';
import { sql, type Steps } from '../sql/sql.ts';

const columns = sql`select id, name, type, description, is_archived, state, snapshot_count, event_count, created_at, created_by,
  last_modified_at, last_changed_at, last_reported_at, policies, included from environments`;

export function* findEnvironment(orgId: string, name: string): Steps<Environment | undefined> {
  return yield* readOne(environmentFields, sql`${columns} where org_id = ${orgId} and name = ${name}`);
}

/** An environment that things run in; or why there is none of that name. */
export function* findPhysical(orgId: string, name: string): Steps<Environment | EnvironmentRefusal> {
  const environment = yield* findEnvironment(orgId, name);
  if (environment === undefined) return { outcome: 'no-environment', name };
  if (environment.isArchived) return { outcome: 'archived', name };
  return environment.type === 'logical' ? { outcome: 'not-physical', name } : environment;
}

export function* environmentById(orgId: string, id: string): Steps<Environment | undefined> {
  return yield* readOne(environmentFields, sql`${columns} where org_id = ${orgId} and id = ${id}`);
}

/** The environments with those names, by name; at most a thousand names. Unknown names are left out. */
export function* environmentsNamed(orgId: string, names: readonly string[]): Steps<readonly Environment[]> {
  return yield* readListed(environmentFields, names, (list) => sql`${columns} where org_id = ${orgId} and name in ${list} order by name`);
}

/** Up to `limit` environments whose names come after `after`, in byte order; archived ones are included. */
export function* environmentsAfter(orgId: string, after: string, limit: number): Steps<readonly Environment[]> {
  return yield* readAll(environmentFields, sql`${columns} where org_id = ${orgId} and name > ${after} order by name limit ${limit}`);
}

/** The ids of the environments that a policy is attached to, or of the logical ones that an environment is part of. */
export function* linkedTo(orgId: string, kind: 'policy' | 'part', name: string): Steps<readonly string[]> {
  return yield* readAll(
    column('environment_id', text),
    sql`select environment_id from environment_links
      where org_id = ${orgId} and kind = ${kind} and name = ${name} order by environment_id`,
  );
}

/** The names of environments by their ids. */
export function* environmentNames(orgId: string, ids: readonly string[]): Steps<ReadonlyMap<string, string>> {
  const found = yield* readListed(
    reader({ id: text, name: text }),
    ids,
    (list) => sql`select id, name from environments where org_id = ${orgId} and id in ${list}`,
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}
