import type { Header } from '../log/header.ts';
import { append, writing, type Appended } from '../log/chain.ts';
import type { GrantContent, GrantRevokedContent, MemberContent, RevokedContent } from '../kinds/members.ts';
import { newRecordId } from '../record-id.ts';
import { roles, type Principal, type Role, type NewToken, type TokenOutcome } from '../model/roles.ts';
import { text } from '../sql/row.ts';
import { sql } from '../sql/sql.ts';
import { query, queryOne, send, type Steps } from '../sql/statement.ts';
import { insertNew, upsert } from '../sql/write.ts';
import { addOrganization, operatorOf } from './members.ts';

/** A valid token with its user and its organizations. */
export interface LiveToken {
  readonly id: string;
  readonly user: string;
  /** The role by the organization's name. */
  readonly roles: ReadonlyMap<string, string>;
}

/** A row for each organization of each token. */
const granted = sql`select tokens.id as token_id, users.id as user_id, users.name as user_name,
      organizations.id as org_id, organizations.name as org_name, grants.role
    from tokens join users on users.id = tokens.user_id
    join grants on grants.token_id = tokens.id
    join organizations on organizations.id = grants.org_id`;

/** The user of a token, by its SHA-256. */
export function* authenticate(tokenHash: string): Steps<Principal | undefined> {
  // One statement, because every request begins with it. There is no token without an organization.
  const rows = yield* query(sql`${granted} where tokens.hash = ${tokenHash}`);
  const [token] = rows;
  if (token === undefined) return undefined;
  return {
    credential: { kind: 'token', id: text(token, 'token_id') },
    userId: text(token, 'user_id'),
    userName: text(token, 'user_name'),
    grants: new Map(rows.map((row) => [text(row, 'org_name'), { orgId: text(row, 'org_id'), role: roleOf(text(row, 'role')) }])),
  };
}

/**
 * The log of each organization says who may write: a token or a role that is in no record was not added by this program. A token
 * is made once, with all its permissions: a later token, also of the same user, does not change them.
 */
export function* addToken({ hash, orgs, role, user }: NewToken, now: number): Steps<TokenOutcome> {
  const owner = yield* queryOne(
    sql`select users.name, tokens.id from tokens join users on users.id = tokens.user_id where tokens.hash = ${hash}`,
  );
  const wanted = new Set(orgs);
  if (owner !== undefined) {
    if (text(owner, 'name') !== user) return { outcome: 'other-user' };
    const grants = yield* grantsOf(text(owner, 'id'));
    const isSame = grants.size === wanted.size && [...wanted].every((org) => grants.get(org) === role);
    return isSame ? { outcome: 'there' } : { outcome: 'other-grants', grants };
  }
  const known = yield* queryOne(sql`select id from users where name = ${user}`);
  const userId = known === undefined ? newRecordId() : text(known, 'id');
  const content: GrantContent = { kind: 'token_granted', user, user_id: userId, token_id: newRecordId(), token_hash: hash, role };
  for (const org of wanted) {
    yield* addOrganization(newRecordId(), org);
    yield* writing(yield* operatorOf(org, 'token create'), now, function* (chain) {
      yield* applyGrant(yield* append(chain, content));
    });
  }
  return { outcome: 'added' };
}

/** Updates the tables with a token and its user, who becomes a member. */
export function* applyGrant({ record }: Appended<GrantContent>): Steps<void> {
  yield* grantAll(record, [{ id: record.token_id, hash: record.token_hash }]);
}

export function* applyMember({ record }: Appended<MemberContent>): Steps<void> {
  yield* grantAll(record, record.tokens);
}

function* grantAll(
  { org_id: orgId, role, user, user_id: userId }: Header & (GrantContent | MemberContent),
  tokens: MemberContent['tokens'],
): Steps<void> {
  yield* send(insertNew('users', { id: userId, name: user }, 'name'));
  yield* send(insertNew('memberships', { org_id: orgId, user_id: userId }, 'org_id', 'user_id'));
  for (const { id, hash } of tokens) {
    yield* send(insertNew('tokens', { id, user_id: userId, hash }, 'hash'));
    yield* send(upsert('grants', { org_id: orgId, token_id: id }, { role }));
  }
}

/** Every valid token, by user. */
export function* listTokens(): Steps<readonly LiveToken[]> {
  const rows = yield* query(sql`${granted} order by users.name, tokens.id, organizations.name`);
  const byId = Map.groupBy(rows, (row) => text(row, 'token_id'));
  return [...byId].map(([id, places]) => ({
    id,
    user: text(places[0] ?? {}, 'user_name'),
    roles: new Map(places.map((row) => [text(row, 'org_name'), text(row, 'role')])),
  }));
}

/**
 * Revokes a token by its identifier. Answers the name of its user, or `undefined` if there is no such token. The revocation is
 * recorded in every organization of the token.
 */
export function* revokeToken(id: string, now: number): Steps<string | undefined> {
  const owner = yield* queryOne(
    sql`select users.id, users.name from tokens join users on users.id = tokens.user_id where tokens.id = ${id}`,
  );
  if (owner === undefined) return undefined;
  const [userId, user] = [text(owner, 'id'), text(owner, 'name')];
  const content: GrantRevokedContent = { kind: 'token_revoked', user, user_id: userId, token_id: id };
  for (const org of (yield* grantsOf(id)).keys()) {
    yield* writing(yield* operatorOf(org, 'token revoke'), now, function* (chain) {
      yield* applyGrantRevoked(yield* append(chain, content));
    });
  }
  return user;
}

/** Updates the tables with the revocation of a token in an organization. A token without any organization is removed. */
export function* applyGrantRevoked({ record }: Appended<GrantRevokedContent>): Steps<void> {
  yield* revokeIn(record.org_id, record.token_id);
}

export function* applyRevoked({ record }: Appended<RevokedContent>): Steps<void> {
  for (const id of record.tokens) yield* revokeIn(record.org_id, id);
}

function* revokeIn(orgId: string, tokenId: string): Steps<void> {
  yield* send(sql`delete from grants where org_id = ${orgId} and token_id = ${tokenId}`);
  yield* send(sql`delete from tokens where id = ${tokenId} and not exists (select 1 from grants where token_id = ${tokenId})`);
}

/** The role of a token in each of its organizations, by their names. */
function* grantsOf(tokenId: string): Steps<ReadonlyMap<string, string>> {
  const rows = yield* query(
    sql`select organizations.name, grants.role from grants join organizations on organizations.id = grants.org_id
      where grants.token_id = ${tokenId} order by organizations.name`,
  );
  return new Map(rows.map((row) => [text(row, 'name'), text(row, 'role')]));
}

function roleOf(name: string): Role {
  const role = roles.find((known) => known === name);
  if (role === undefined) throw new Error(`The role ${name} is not known to this version of the program.`);
  return role;
}
