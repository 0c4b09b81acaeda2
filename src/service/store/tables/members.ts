import { append, closeChain, genesis, openChain, type Appended, type Author } from '../log/chain.ts';
import type { DefaultContent, MemberContent, RevokedContent } from '../log/kinds/members.ts';
import { newRecordId } from '../record-id.ts';
import { roles, type Principal, type Role } from '../roles.ts';
import { number, text } from '../sql/row.ts';
import { query, queryOne, type Steps } from '../sql/statement.ts';
import type { NewToken } from '../store.ts';

/** Whom a token speaks for, by its SHA-256. */
export function* authenticate(tokenHash: string): Steps<Principal | undefined> {
  // One statement, for every request begins with it. There is no user without an organization.
  const rows = yield* query(
    `select tokens.id as token_id, tokens.hash, users.id as user_id, users.name as user_name,
            organizations.id as org_id, organizations.name as org_name, memberships.role
     from tokens join users on users.id = tokens.user_id
     join memberships on memberships.user_id = users.id
     join organizations on organizations.id = memberships.org_id
     where tokens.hash = $1`,
    tokenHash,
  );
  const [token] = rows;
  if (token === undefined) return undefined;
  const memberships = new Map(rows.map((row) => [text(row, 'org_name'), { orgId: text(row, 'org_id'), role: roleOf(text(row, 'role')) }]));
  return {
    tokenId: text(token, 'token_id'),
    tokenHash: text(token, 'hash'),
    userId: text(token, 'user_id'),
    userName: text(token, 'user_name'),
    memberships,
  };
}

/**
 * Who may write is part of each organization's log: a token or a role that is in no record was not added by this
 * program. A new token is recorded in every organization of its user, because it is valid in all of them.
 */
export function* addToken(token: NewToken, now: number): Steps<boolean> {
  const owner = yield* queryOne(
    'select users.name, tokens.id from tokens join users on users.id = tokens.user_id where tokens.hash = $1',
    token.hash,
  );
  if (owner !== undefined && text(owner, 'name') !== token.user) return false;
  const user = yield* queryOne('select id from users where name = $1', token.user);
  const userId = user === undefined ? newRecordId() : text(user, 'id');
  const fresh = owner === undefined ? [{ id: newRecordId(), hash: token.hash }] : [];
  const rows = yield* query('select id, hash from tokens where user_id = $1 order by id', userId);
  const tokens = [...rows.map((row) => ({ id: text(row, 'id'), hash: text(row, 'hash') })), ...fresh];
  const known = yield* membershipsOf(userId);
  for (const org of token.orgs) yield* addOrganization(org);
  for (const org of new Set([...known.keys(), ...token.orgs])) {
    const role = token.orgs.includes(org) ? token.role : known.get(org);
    if (role === undefined || (fresh.length === 0 && known.get(org) === role)) continue;
    const chain = yield* openChain(yield* operatorOf(org, 'token create'));
    const content: MemberContent = { kind: 'member_reported', user: token.user, user_id: userId, role, tokens };
    yield* applyMember(yield* append(chain, now, newRecordId(), content));
    yield* closeChain(chain);
  }
  return true;
}

/** What the tables say of a member from this record on. */
export function* applyMember({ record }: Appended<MemberContent>): Steps<void> {
  yield* query('insert into users (id, name) values ($1, $2) on conflict (name) do nothing', record.user_id, record.user);
  for (const { id, hash } of record.tokens)
    yield* query('insert into tokens (id, user_id, hash) values ($1, $2, $3) on conflict (hash) do nothing', id, record.user_id, hash);
  yield* query(
    `insert into memberships (org_id, user_id, role) values ($1, $2, $3)
     on conflict (org_id, user_id) do update set role = excluded.role`,
    record.org_id,
    record.user_id,
    record.role,
  );
}

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

/** What the tables say of tokens from their revocation on. */
export function* applyRevoked({ record }: Appended<RevokedContent>): Steps<void> {
  for (const id of record.tokens) yield* query('delete from tokens where id = $1 and user_id = $2', id, record.user_id);
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

/** The name of a user's default organization; `undefined` where none was set. */
export function* defaultOrganization(userId: string): Steps<string | undefined> {
  const row = yield* queryOne(
    `select organizations.name from memberships join organizations on organizations.id = memberships.org_id
     where memberships.user_id = $1 and memberships.default_since is not null
     order by memberships.default_since desc, organizations.id limit 1`,
    userId,
  );
  return row === undefined ? undefined : text(row, 'name');
}

export function* membershipsOf(userId: string): Steps<ReadonlyMap<string, string>> {
  const rows = yield* query(
    `select organizations.name, memberships.role from memberships join organizations on organizations.id = memberships.org_id
     where memberships.user_id = $1`,
    userId,
  );
  return new Map(rows.map((row) => [text(row, 'name'), text(row, 'role')]));
}

function* addOrganization(name: string): Steps<void> {
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

function roleOf(name: string): Role {
  const role = roles.find((known) => known === name);
  if (role === undefined) throw new Error(`The role ${name} is not known to this version of the program.`);
  return role;
}
