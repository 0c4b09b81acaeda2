import { append, genesis, type Appended, type Author, type Chain } from '../../log/chain.ts';
import { column, number, readAll, readOne, reader, text } from '../../sql/row.ts';
import { insertNew, queryOne, send, sql, type Steps } from '../../sql/sql.ts';
import type { DefaultContent } from './record.ts';

export function* setDefaultOrganization(chain: Chain): Steps<void> {
  const { userName } = chain.author;
  const user = yield* queryOne(sql`select id from users where name = ${userName}`);
  if (user === undefined) throw new Error(`The user ${userName} is gone.`);
  const content: DefaultContent = { kind: 'default_organization_set', user_id: text(user, 'id') };
  yield* applyDefault(yield* append(chain, content));
}

/** Updates the tables with a default organization: the latest one of a user counts. */
export function* applyDefault({ record }: Appended<DefaultContent>): Steps<void> {
  const { created_at, org_id, user_id } = record;
  yield* send(sql`update memberships set default_since = ${created_at} where org_id = ${org_id} and user_id = ${user_id}`);
}

/** When an organization began, and when something was last recorded in it; `undefined` if there is none. */
export const findOrganization = (orgId: string) =>
  readOne(
    organization,
    sql`select organizations.name, organizations.latest, records.created_at
      from organizations join records on records.org_id = organizations.id and records.sequence = 1 where organizations.id = ${orgId}`,
  );

const organization = reader({ name: text, createdAt: number, lastModifiedAt: column('latest', number) });

/** The names of the organizations that a user made the default one, the last of them first. */
export const defaultOrganizations = (userId: string) =>
  readAll(
    column('name', text),
    sql`select organizations.name from memberships join organizations on organizations.id = memberships.org_id
      where memberships.user_id = ${userId} and memberships.default_since is not null
      order by memberships.default_since desc, organizations.id`,
  );

/** Makes an organization without records, unless there is one of that name. */
export function* addOrganization(id: string, name: string): Steps<void> {
  const counts = { attestation_count: 0, artifact_count: 0, trail_count: 0 };
  yield* send(insertNew('organizations', { id, name, sequence: 0, head: genesis, latest: 0, ...counts }, 'name'));
}

/** The author of a command, such as `token revoke`, on the machine that holds the data. No token says who that was. */
export function* operatorOf(orgName: string, command: string): Steps<Author> {
  const row = yield* queryOne(sql`select id from organizations where name = ${orgName}`);
  if (row === undefined) throw new Error(`The organization ${orgName} is gone.`);
  return { orgId: text(row, 'id'), orgName, userName: 'operator', credential: { kind: 'operator', id: command } };
}
