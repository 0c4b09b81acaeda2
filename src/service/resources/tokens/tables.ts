import { aText, listOf, unchecked } from '../../../text/check.ts';
import { given, pick } from '../../../text/index.ts';
import { append, writing, type Appended, type Chain } from '../../log/chain.ts';
import { madeAt, newRecordId } from '../../record/id.ts';
import type { Header } from '../../record/kind.ts';
import { operators, roles, type Role } from '../../../contract/limits.ts';
import { isWithin, type Principal } from '../../roles.ts';
import { column, flag, jsonOf, nullable, number, readAll, readOne, reader, text } from '../../sql/row.ts';
import { insertNew, send, sql, update, upsert, where, type Row, type Sql, type Steps } from '../../sql/sql.ts';
import type {
  GrantContent,
  GrantRevokedContent,
  MemberContent,
  RevokedContent,
  TokenContent,
  TokenEndContent,
} from '../organizations/record.ts';
import { addOrganization, operatorOf, userId, type Operator } from '../organizations/tables.ts';

/** A token by its identifier, as its holder and its administrators know it. */
interface TokenName {
  readonly id: string;
  readonly label?: string;
}

/** A token that was not revoked, with its user and its organizations. It may have ended. */
export interface LiveToken extends TokenName {
  readonly user: string;
  /** The role by the organization's name. */
  readonly roles: ReadonlyMap<string, Role>;
  /** The only flows that it reaches. */
  readonly flows?: readonly string[];
  /** Unix seconds, here and below. */
  readonly createdAt: number;
  readonly expiresAt?: number;
  /** How long it was made for, in seconds. */
  readonly lifespan?: number;
  /** Whether another token was made in its place. */
  readonly isReplaced: boolean;
  /** When it was last used, to about a minute; told in lists alone, as what follows. */
  readonly lastUsedAt?: number;
  /** Who made it, by its first record. */
  readonly madeBy?: string;
  /** Whether its user is a machine: no token of that name was ever made for a person. */
  readonly isMachine?: boolean;
}

export interface EndedToken extends TokenName {
  readonly endedAt: number;
}

export interface NewToken {
  readonly hash: string;
  readonly user: string;
  readonly orgs: readonly string[];
  readonly role: Role;
  readonly label?: string;
  /** The only flows that it reaches, by their names; without them it reaches all of each organization. */
  readonly flows?: readonly string[];
  /** When it ends, in Unix seconds; never by default. */
  readonly expiresAt?: number;
  /** Whether a token that is there already may end later than `expiresAt`, because its maker did not ask for this moment. */
  readonly mayEndLater?: boolean;
  /** Whether no organization is made next to those that are there, the first ones aside: a mistyped name must not become one. */
  readonly onlyKnownOrgs?: boolean;
  /** Whether its organizations are made with it; and by whom, if not by the command for it. */
  readonly onlyNewOrgs?: boolean;
  readonly by?: Operator;
}

type TokenOutcome =
  | { readonly outcome: 'added'; readonly id: string }
  /** The token existed with the same role, organizations and flows, and ends no later. */
  | { readonly outcome: 'there'; readonly token: LiveToken }
  | { readonly outcome: 'other-user' }
  /** This organization is not there, and these are. */
  | { readonly outcome: 'no-organization'; readonly org: string; readonly known: readonly string[] }
  | { readonly outcome: 'organization-there'; readonly org: string }
  | { readonly outcome: 'other-grants'; readonly token: LiveToken }
  | { readonly outcome: 'ended'; readonly token: LiveToken };

/** A token that replaces another one: with its user, label, organizations, and with its grants or with fewer. */
export interface Replacement {
  readonly id: string;
  readonly hash: string;
  readonly command: string;
  /** Fewer rights in each organization. */
  readonly role?: Role;
  /** Fewer flows. */
  readonly flows?: readonly string[];
  readonly expiresAt?: number;
  /** The replaced token ends then, unless it ends before. */
  readonly overlapUntil: number;
}

type ReplacementOutcome =
  | { readonly outcome: 'replaced'; readonly token: LiveToken; readonly endsAt: number }
  | { readonly outcome: 'no-token' }
  /** It would reach this flow, and the replaced token does not. */
  | { readonly outcome: 'more-flows'; readonly flow: string }
  /** It would have more rights in this organization. */
  | { readonly outcome: 'more-rights'; readonly org: string; readonly role: string };

/** When a token was used, in Unix seconds. */
export interface TokenUse {
  readonly tokenId: string;
  readonly usedAt: number;
}

export function* applyGrant({ record }: Appended<GrantContent | TokenContent>): Steps<void> {
  const { expires_at, flows, label, machine }: Partial<TokenContent> = record.kind === 'token_made' ? record : {};
  const limits = given({ label, flows: flows && JSON.stringify(flows), expires_at });
  yield* grantAll(record, [{ id: record.token_id, hash: record.token_hash }], limits, machine);
}

export function* applyMember({ record }: Appended<MemberContent>): Steps<void> {
  yield* grantAll(record, record.tokens, {});
}

export function* applyTokenEnd({ record }: Appended<TokenEndContent>): Steps<void> {
  yield* send(update('grants', { org_id: record.org_id, token_id: record.token_id }, { ends_at: record.ends_at }));
}

/** Updates the tables with the revocation of a token in an organization. A token without any organization is removed. */
export function* applyGrantRevoked({ record }: Appended<GrantRevokedContent>): Steps<void> {
  yield* revokeIn(record.org_id, record.token_id);
}

export function* applyRevoked({ record }: Appended<RevokedContent>): Steps<void> {
  for (const id of record.tokens) yield* revokeIn(record.org_id, id);
}

type Limits = Readonly<Partial<Record<'label' | 'flows', string> & Record<'expires_at', number>>>;

function* grantAll(
  { org_id: orgId, role, user, user_id: userId }: Pick<Header, 'org_id'> & Pick<MemberContent, 'role' | 'user' | 'user_id'>,
  tokens: MemberContent['tokens'],
  limits: Limits,
  isMachine = false,
): Steps<void> {
  yield* send(insertNew('users', { id: userId, name: user }, 'name'));
  yield* send(insertNew('memberships', { org_id: orgId, user_id: userId, is_machine: isMachine }, 'org_id', 'user_id'));
  // Who was a person once stays one: the records of a person are never those of a machine.
  if (!isMachine) yield* send(update('memberships', { org_id: orgId, user_id: userId }, { is_machine: false }));
  for (const { id, hash } of tokens) {
    yield* send(insertNew('tokens', { id, user_id: userId, hash }, 'hash'));
    yield* send(upsert('grants', { org_id: orgId, token_id: id }, { role, ...limits }));
  }
}

function* revokeIn(orgId: string, tokenId: string): Steps<void> {
  yield* send(sql`delete from grants where org_id = ${orgId} and token_id = ${tokenId}`);
  yield* send(sql`delete from tokens where id = ${tokenId} and not exists (select 1 from grants where token_id = ${tokenId})`);
}

function roleIn(row: Row, column: string): Role {
  const name = text(row, column);
  const role = roles.find((known) => known === name);
  if (role === undefined) throw new Error(`The role ${name} is not known to this version of the program.`);
  return role;
}

const grantRow = reader({
  tokenId: text,
  userId: text,
  userName: text,
  orgId: text,
  orgName: text,
  isArchived: flag,
  role: roleIn,
  label: nullable(text),
  flows: nullable(jsonOf(listOf(aText))),
  expiresAt: nullable(number),
  endsAt: nullable(number),
});
export type GrantRow = ReturnType<typeof grantRow>;

/** A row for each organization of each token; `rest` is the end of the statement. */
export const grants = (rest: Sql) =>
  readAll(
    grantRow,
    sql`select tokens.id as token_id, users.id as user_id, users.name as user_name,
        organizations.id as org_id, organizations.name as org_name, archived_at is not null as is_archived,
        grants.role, grants.label, grants.flows, grants.expires_at, grants.ends_at
      from tokens join users on users.id = tokens.user_id
      join grants on grants.token_id = tokens.id
      join organizations on organizations.id = grants.org_id
      ${rest}`,
  );

/** When a token ends, in Unix seconds; `undefined` if it does not. */
export function endOf({ endsAt = Infinity, expiresAt = Infinity }: Pick<GrantRow, 'expiresAt' | 'endsAt'>): number | undefined {
  const end = Math.min(expiresAt, endsAt);
  return end === Infinity ? undefined : end;
}

/** One token with all its organizations, by name; `undefined` if there are no rows of it. */
export function tokenOf(rows: readonly GrantRow[]): LiveToken | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const { expiresAt, flows, label, tokenId, userName } = first;
  // An administrator ends it in one organization alone.
  const end = Math.max(...rows.map((row) => endOf(row) ?? Infinity));
  const createdAt = madeAt(tokenId);
  const places = rows.map(({ orgName, role }) => [orgName, role] as const);
  return {
    id: tokenId,
    user: userName,
    roles: new Map(places.toSorted(([one], [other]) => (one < other ? -1 : 1))),
    createdAt,
    isReplaced: rows.every(({ endsAt }) => endsAt !== undefined),
    ...given({ label, flows, expiresAt: end === Infinity ? undefined : end, lifespan: expiresAt && expiresAt - createdAt }),
  };
}

/** The user of a token, by its SHA-256; `undefined` if there is no such token, or if it has ended. */
export function* authenticate(tokenHash: string, now: number): Steps<Principal | undefined> {
  // One statement, because every request begins with it. There is no token without an organization.
  const rows = (yield* grants(sql`where tokens.hash = ${tokenHash}`)).filter((row) => now < (endOf(row) ?? Infinity));
  const [token] = rows;
  if (token === undefined) return undefined;
  return {
    credential: { kind: token.orgName === operators ? 'operator_token' : 'token', id: token.tokenId },
    userId: token.userId,
    userName: token.userName,
    grants: new Map(
      rows.map((row) => [
        row.orgName,
        { ...pick(row, 'orgId', 'role', 'isArchived'), ...given({ flows: row.flows && new Set(row.flows) }) },
      ]),
    ),
  };
}

export function* endedToken(tokenHash: string, now: number): Steps<EndedToken | undefined> {
  const rows = yield* grants(sql`where tokens.hash = ${tokenHash}`);
  const [token] = rows;
  const endedAt = Math.max(...rows.map((row) => endOf(row) ?? Infinity));
  if (token === undefined || endedAt > now) return undefined;
  return { id: token.tokenId, ...given({ label: token.label }), endedAt };
}

const aMaker = unchecked<Pick<Header, 'reported_by'> & Pick<TokenContent, 'token_id'>>();

/** Every token that was not revoked, by user; with an organization those that are for it, as if there were no other one. */
export function* listTokens(orgId?: string): Steps<readonly LiveToken[]> {
  const rows = yield* grants(sql`${where({ 'organizations.id': orgId })} order by users.name, tokens.id, organizations.name`);
  const used = new Map(
    yield* readAll((row) => [text(row, 'token_id'), number(row, 'used_at')] as const, sql`select token_id, used_at from token_uses`),
  );
  const ofMade = sql`select body from records ${where({ org_id: orgId, kind: 'token_made' })}`;
  const made = yield* readAll(column('body', jsonOf(aMaker)), ofMade);
  const makers = new Map(made.map(({ reported_by, token_id }) => [token_id, reported_by]));
  const ofPeople = sql`select distinct user_id from memberships ${where({ org_id: orgId, is_machine: false })}`;
  const people = new Set(yield* readAll(column('user_id', text), ofPeople));
  return [...Map.groupBy(rows, ({ tokenId }) => tokenId)].flatMap(([id, places]) => {
    const [token, isMachine] = [tokenOf(places), places.every(({ userId }) => !people.has(userId))];
    const known = { lastUsedAt: used.get(id), madeBy: makers.get(id), isMachine: isMachine || undefined };
    return token === undefined ? [] : [{ ...token, ...given(known) }];
  });
}

/** Notes when tokens were used last. It is in no record, and never goes back: services that share the data note in any order. */
export function* noteTokenUses(uses: readonly TokenUse[]): Steps<void> {
  for (const { tokenId, usedAt } of uses.toSorted((one, other) => (one.tokenId < other.tokenId ? -1 : 1))) {
    yield* send(
      sql`insert into token_uses (token_id, used_at) select id, ${usedAt} from tokens where id = ${tokenId}
        on conflict (token_id) do update set used_at = excluded.used_at where token_uses.used_at < excluded.used_at`,
    );
  }
}

/**
 * The log says who may write: a token or role in no record was not added by this program. A later token does not change the permissions of
 * an earlier one, also of the same user.
 */
export function* addToken(wanted: NewToken, now: number): Steps<TokenOutcome> {
  const { by, expiresAt, flows, hash, label, onlyKnownOrgs = false, onlyNewOrgs = false, orgs, role, user } = wanted;
  const known = tokenOf(yield* grants(sql`where tokens.hash = ${hash}`));
  if (known !== undefined) return outcomeFor(known, wanted, now);
  const there = yield* readAll(column('name', text), sql`select name from organizations order by name`);
  const missing = onlyKnownOrgs && there.length > 0 ? orgs.find((org) => !there.includes(org)) : undefined;
  if (missing !== undefined) return { outcome: 'no-organization', org: missing, known: there };
  const taken = onlyNewOrgs ? orgs.find((org) => there.includes(org)) : undefined;
  if (taken !== undefined) return { outcome: 'organization-there', org: taken };
  const owner = yield* userId(user);
  const content: TokenContent = {
    kind: 'token_made',
    user,
    user_id: owner ?? newRecordId(),
    token_id: newRecordId(),
    token_hash: hash,
    role,
    ...given({ label, flows, expires_at: expiresAt }),
  };
  for (const org of new Set(orgs)) {
    yield* addOrganization(newRecordId(), org);
    yield* writing(yield* operatorOf(org, by ?? 'token create'), now, function* (chain) {
      yield* applyGrant(yield* append(chain, content));
    });
  }
  return { outcome: 'added', id: content.token_id };
}

function outcomeFor(known: LiveToken, { expiresAt, flows, mayEndLater = false, orgs, role, user }: NewToken, now: number): TokenOutcome {
  if (known.user !== user) return { outcome: 'other-user' };
  const isSame = isSameSet(new Set(known.roles.keys()), new Set(orgs)) && [...known.roles.values()].every((each) => each === role);
  const hasSameFlows = isSameSet(new Set(known.flows), new Set(flows)) && (known.flows === undefined) === (flows === undefined);
  if (!isSame || !hasSameFlows) return { outcome: 'other-grants', token: known };
  const endsAt = known.expiresAt ?? Infinity;
  if (endsAt <= now) return { outcome: 'ended', token: known };
  const endsLater = expiresAt !== undefined && endsAt > expiresAt;
  return endsLater && !mayEndLater ? { outcome: 'other-grants', token: known } : { outcome: 'there', token: known };
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each));
}

/** Revokes a token by its identifier, in the records of all its organizations. Answers its user's name; `undefined` without a token. */
export function* revokeToken(id: string, now: number): Steps<string | undefined> {
  const places = yield* grants(sql`where tokens.id = ${id}`);
  const [first] = places;
  if (first === undefined) return undefined;
  for (const place of places) {
    yield* writing(yield* operatorOf(place.orgName, 'token revoke'), now, (chain) => revokeOne(chain, place));
  }
  return first.userName;
}

/** Records that a token gives no access to the organization of the log any more. */
export function* revokeOne(chain: Chain, { tokenId, userId, userName }: GrantRow): Steps<void> {
  const content: GrantRevokedContent = { kind: 'token_revoked', user: userName, user_id: userId, token_id: tokenId };
  yield* applyGrantRevoked(yield* append(chain, content));
  yield* send(sql`delete from token_uses where token_id = ${tokenId} and not exists (select 1 from tokens where id = ${tokenId})`);
}

/** Makes a token that replaces another, which ends after their overlap. Same organizations, same grants or fewer: grants never change. */
export function* replaceToken(wanted: Replacement, now: number): Steps<ReplacementOutcome> {
  const rows = yield* grants(sql`where tokens.id = ${wanted.id}`);
  const replaced = tokenOf(rows);
  const [first] = rows;
  if (replaced === undefined || first === undefined) return { outcome: 'no-token' };
  const flows = wanted.flows ?? replaced.flows;
  const beyond = flows?.find((flow) => replaced.flows !== undefined && !replaced.flows.includes(flow));
  if (beyond !== undefined) return { outcome: 'more-flows', flow: beyond };
  for (const [org, role] of replaced.roles)
    if (wanted.role !== undefined && !isWithin(wanted.role, role)) return { outcome: 'more-rights', org, role };
  const made = { id: newRecordId(), hash: wanted.hash, ...given({ role: wanted.role, flows, expiresAt: wanted.expiresAt }) };
  let endsAt = 0;
  for (const row of rows) {
    yield* writing(yield* operatorOf(row.orgName, wanted.command), now, function* (chain) {
      endsAt = Math.max(endsAt, yield* replaceIn(chain, row, made, wanted.overlapUntil));
    });
  }
  return { outcome: 'replaced', token: replaced, endsAt };
}

/** A token to be kept: without a role it has that of the one that it replaces. */
interface Successor extends Pick<NewToken, 'hash' | 'flows' | 'expiresAt'> {
  readonly id: string;
  readonly role?: Role;
}

/** Records a token in the place of another one, in the organization of the log alone. Answers when the other one ends there. */
export function* replaceIn(chain: Chain, row: GrantRow, { expiresAt, flows, hash, id, role }: Successor, until: number): Steps<number> {
  const { label, orgId, tokenId, userId, userName } = row;
  const ofUser = { user: userName, user_id: userId };
  const end = endOf(row);
  const endsAt = Math.min(until, end ?? Infinity);
  const made: TokenContent = {
    kind: 'token_made',
    ...ofUser,
    token_id: id,
    token_hash: hash,
    role: role ?? row.role,
    replaces: tokenId,
    ...given({ label, flows, expires_at: expiresAt, machine: (yield* isMachine(orgId, userId)) || undefined }),
  };
  yield* applyGrant(yield* append(chain, made));
  if (endsAt !== end) yield* applyTokenEnd(yield* append(chain, { kind: 'token_end_set', ...ofUser, token_id: tokenId, ends_at: endsAt }));
  return endsAt;
}

/** Whether a user of an organization is a machine there: none of its tokens was ever made for a person. */
export function* isMachine(orgId: string, userId: string): Steps<boolean> {
  const ofUser = sql`select is_machine from memberships where org_id = ${orgId} and user_id = ${userId}`;
  return (yield* readOne(column('is_machine', flag), ofUser)) === true;
}
