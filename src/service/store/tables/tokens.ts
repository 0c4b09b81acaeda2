import { given } from '../../../text/index.ts';
import type { GrantRevokedContent, TokenContent } from '../kinds/members.ts';
import { append, writing } from '../log/chain.ts';
import type { Principal } from '../model/roles.ts';
import type { EndedToken, LiveToken, NewToken, TokenOutcome, TokenUse } from '../model/tokens.ts';
import { newRecordId } from '../record-id.ts';
import { column, number, readAll, text } from '../sql/row.ts';
import { queryOne, send, sql, type Row, type Steps } from '../sql/sql.ts';
import { applyGrant, applyGrantRevoked } from './grants.ts';
import { addOrganization, operatorOf } from './members.ts';
import { endOf, grants, roleOf, tokenOf } from './token-rows.ts';

/** The user of a token, by its SHA-256; `undefined` if there is no such token, or if it has ended. */
export function* authenticate(tokenHash: string, now: number): Steps<Principal | undefined> {
  // One statement, because every request begins with it. There is no token without an organization.
  const rows = (yield* grants(sql`where tokens.hash = ${tokenHash}`)).filter((row) => now < (endOf(row) ?? Infinity));
  const [token] = rows;
  if (token === undefined) return undefined;
  return {
    credential: { kind: 'token', id: token.tokenId },
    userId: token.userId,
    userName: token.userName,
    grants: new Map(
      rows.map(({ flows, orgId, orgName, role }) => [orgName, { orgId, role: roleOf(role), ...given({ flows: flows && new Set(flows) }) }]),
    ),
  };
}

/** The name of a token that has ended, by its SHA-256. */
export function* endedToken(tokenHash: string, now: number): Steps<EndedToken | undefined> {
  const rows = yield* grants(sql`where tokens.hash = ${tokenHash}`);
  const [token] = rows;
  const endedAt = Math.max(...rows.map((row) => endOf(row) ?? Infinity));
  if (token === undefined || endedAt > now) return undefined;
  return { id: token.tokenId, ...given({ label: token.label }), endedAt };
}

/** Every token that nobody took back, by user. */
export function* listTokens(): Steps<readonly LiveToken[]> {
  const rows = yield* grants(sql`order by users.name, tokens.id, organizations.name`);
  const used = new Map(yield* readAll(tokenUse, sql`select token_id, used_at from token_uses`));
  return [...Map.groupBy(rows, ({ tokenId }) => tokenId)].flatMap(([id, places]) => {
    const token = tokenOf(places);
    return token === undefined ? [] : [{ ...token, ...given({ lastUsedAt: used.get(id) }) }];
  });
}

function tokenUse(row: Row): readonly [string, number] {
  return [text(row, 'token_id'), number(row, 'used_at')];
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
 * The log of each organization says who may write: a token or a role that is in no record was not added by this program. A token
 * is made once, with all its permissions: a later token, also of the same user, does not change them.
 */
export function* addToken(wanted: NewToken, now: number): Steps<TokenOutcome> {
  const { expiresAt, flows, hash, label, onlyKnownOrgs = false, orgs, role, user } = wanted;
  const known = tokenOf(yield* grants(sql`where tokens.hash = ${hash}`));
  if (known !== undefined) return outcomeFor(known, wanted, now);
  const there = yield* readAll(column('name', text), sql`select name from organizations order by name`);
  const missing = onlyKnownOrgs && there.length > 0 ? orgs.find((org) => !there.includes(org)) : undefined;
  if (missing !== undefined) return { outcome: 'no-organization', org: missing, known: there };
  const owner = yield* queryOne(sql`select id from users where name = ${user}`);
  const content: TokenContent = {
    kind: 'token_made',
    user,
    user_id: owner === undefined ? newRecordId() : text(owner, 'id'),
    token_id: newRecordId(),
    token_hash: hash,
    role,
    ...given({ label, flows, expires_at: expiresAt }),
  };
  for (const org of new Set(orgs)) {
    yield* addOrganization(newRecordId(), org);
    yield* writing(yield* operatorOf(org, 'token create'), now, function* (chain) {
      yield* applyGrant(yield* append(chain, content));
    });
  }
  return { outcome: 'added' };
}

/** The answer about a token that is there already. */
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

/**
 * Revokes a token by its identifier. Answers the name of its user, or `undefined` if there is no such token. The revocation is
 * recorded in every organization of the token.
 */
export function* revokeToken(id: string, now: number): Steps<string | undefined> {
  const places = yield* grants(sql`where tokens.id = ${id}`);
  const [first] = places;
  if (first === undefined) return undefined;
  const content: GrantRevokedContent = { kind: 'token_revoked', user: first.userName, user_id: first.userId, token_id: id };
  for (const { orgName } of places) {
    yield* writing(yield* operatorOf(orgName, 'token revoke'), now, function* (chain) {
      yield* applyGrantRevoked(yield* append(chain, content));
    });
  }
  yield* send(sql`delete from token_uses where token_id = ${id}`);
  return first.userName;
}
