import { append, closeChain, genesis, openChain, type Appended, type Author } from '../log/chain.ts';
import type { DefaultContent } from '../kinds/members.ts';
import { newRecordId } from '../record-id.ts';
import { number, text } from '../sql/row.ts';
import { query, queryOne, type Steps } from '../sql/statement.ts';

/** Makes the author's organization the one that they mean when none is named. */
export function* setDefaultOrganization(author: Author, now: number): Steps<void> {
  const user = yield* queryOne('select id from users where name = $1', author.userName);
  if (user === undefined) throw new Error(`The user ${author.userName} is gone.`);
  const chain = yield* openChain(author);
  const content: DefaultContent = { kind: 'default_organization_set', user_id: text(user, 'id') };
  yield* applyDefault(yield* append(chain, now, newRecordId(), content));
  yield* closeChain(chain);
}

/** What the tables say from this record on: of all organizations of a user, the one that was set last is meant. */
export function* applyDefault({ record }: Appended<DefaultContent>): Steps<void> {
  const { created_at, org_id, user_id } = record;
  yield* query('update memberships set default_since = $3 where org_id = $1 and user_id = $2', org_id, user_id, created_at);
}

/** When an organization began, and when something was last said in it; `undefined` where there is none. */
export function* findOrganization(
  orgId: string,
): Steps<{ readonly name: string; readonly createdAt: number; readonly lastModifiedAt: number } | undefined> {
  const row = yield* queryOne(
    `select organizations.name, organizations.latest, records.created_at
     from organizations join records on records.org_id = organizations.id and records.sequence = 1 where organizations.id = $1`,
    orgId,
  );
  if (row === undefined) return undefined;
  return { name: text(row, 'name'), createdAt: number(row, 'created_at'), lastModifiedAt: number(row, 'latest') };
}

/** The names of the organizations that a user made the default one, the last of them first. */
export function* defaultOrganizations(userId: string): Steps<readonly string[]> {
  const rows = yield* query(
    `select organizations.name from memberships join organizations on organizations.id = memberships.org_id
     where memberships.user_id = $1 and memberships.default_since is not null
     order by memberships.default_since desc, organizations.id`,
    userId,
  );
  return rows.map((row) => text(row, 'name'));
}

export function* addOrganization(name: string): Steps<void> {
  yield* query(
    `insert into organizations (id, name, sequence, head, latest, attestation_count, artifact_count, trail_count)
     values ($1, $2, 0, $3, 0, 0, 0, 0) on conflict (name) do nothing`,
    newRecordId(),
    name,
    genesis,
  );
}

/** Whoever has the data directory in hand adds members and revokes tokens; no token says who that was. */
export function* operatorOf(orgName: string, command: string): Steps<Author> {
  const row = yield* queryOne('select id from organizations where name = $1', orgName);
  if (row === undefined) throw new Error(`The organization ${orgName} is gone.`);
  return { orgId: text(row, 'id'), orgName, userName: 'operator', credential: { kind: 'operator', id: command } };
}
