import type { Role } from '../../../contract/limits.ts';
import { given } from '../../../text/index.ts';
import { append, type Chain } from '../../log/chain.ts';
import { madeAt, newRecordId } from '../../record/id.ts';
import { isWithin, may } from '../../roles.ts';
import { readCount, text } from '../../sql/row.ts';
import { query, queryOne, sql, type Steps } from '../../sql/sql.ts';
import type { TokenContent } from '../organizations/record.ts';
import { applyGrant, endOf, grants, isMachine, listTokens, replaceIn, revokeOne, type GrantRow, type LiveToken } from './tables.ts';

/* How an administrator makes tokens and takes them back: in the log of one organization alone. */

/** Unix seconds, `never`, or as usual: then never after the end of the token of whoever asks. */
type AskedEnd = number | 'never' | undefined;

export interface TokenToMake {
  readonly hash: string;
  /** By default whoever asks. */
  readonly user?: string;
  readonly role: Role;
  readonly label?: string;
  readonly flows?: readonly string[];
  readonly expiresAt: AskedEnd;
  /** In seconds. */
  readonly usualLife: number;
}

export interface TokenToRotate {
  readonly id: string;
  readonly hash: string;
  readonly expiresAt: AskedEnd;
  /** In seconds. */
  readonly overlap: number;
}

/** Why it is not done: nothing was recorded. */
export type TokenRefusal =
  /** The token of whoever asks ended, or was taken back, while they asked. */
  | { readonly outcome: 'not-administrator' }
  | { readonly outcome: 'no-token' }
  /** A person has the name, or one that differs in small and capital letters alone. */
  | { readonly outcome: 'of-person'; readonly user: string }
  | { readonly outcome: 'more-rights'; readonly role: string }
  /** It would end after the token of whoever asks. */
  | { readonly outcome: 'ends-later'; readonly endsAt: number }
  | { readonly outcome: 'last-administrator'; readonly user: string };

interface Made {
  readonly outcome: 'made';
  readonly id: string;
  readonly user: string;
  readonly expiresAt?: number;
  /** When the token that it replaces ends. */
  readonly replacedEndsAt?: number;
}

/** Records a token of whoever asks, or of a machine, that may do no more than the token that it is asked with. */
export function* makeToken(chain: Chain, wanted: TokenToMake): Steps<Made | TokenRefusal> {
  const maker = yield* administratorOf(chain);
  if (maker === undefined) return { outcome: 'not-administrator' };
  const { flows, hash, label, role, user = maker.userName } = wanted;
  const isOwn = user === maker.userName;
  if (!isOwn && (yield* isPerson(user))) return { outcome: 'of-person', user };
  if (!isWithin(role, maker.role)) return { outcome: 'more-rights', role };
  const end = endFor(wanted.expiresAt, chain.now + wanted.usualLife, maker);
  if (typeof end === 'object') return end;
  const known = yield* queryOne(sql`select id from users where name = ${user}`);
  const isOfMachine = isOwn ? yield* isMachine(maker.orgId, maker.userId) : true;
  const content: TokenContent = {
    kind: 'token_made',
    user,
    user_id: known === undefined ? newRecordId() : text(known, 'id'),
    token_id: newRecordId(),
    token_hash: hash,
    role,
    ...given({ label, flows, expires_at: end, machine: isOfMachine || undefined }),
  };
  yield* applyGrant(yield* append(chain, content));
  return { outcome: 'made', id: content.token_id, user, ...given({ expiresAt: end }) };
}

/** Records a token in the place of one of whoever asks, or of a machine. */
export function* rotateToken(chain: Chain, { expiresAt, hash, id, overlap }: TokenToRotate): Steps<Made | TokenRefusal> {
  const maker = yield* administratorOf(chain);
  if (maker === undefined) return { outcome: 'not-administrator' };
  const replaced = yield* grantOf(chain, id);
  if (replaced === undefined) return { outcome: 'no-token' };
  const { flows, userName: user } = replaced;
  if (replaced.userId !== maker.userId && (yield* isPerson(user))) return { outcome: 'of-person', user };
  if (!isWithin(replaced.role, maker.role)) return { outcome: 'more-rights', role: replaced.role };
  const lifespan = replaced.expiresAt === undefined ? Infinity : replaced.expiresAt - madeAt(id);
  const end = endFor(expiresAt, chain.now + lifespan, maker);
  if (typeof end === 'object') return end;
  const made = { id: newRecordId(), hash, ...given({ flows, expiresAt: end }) };
  const replacedEndsAt = yield* replaceIn(chain, replaced, made, chain.now + overlap);
  return { outcome: 'made', id: made.id, user, replacedEndsAt, ...given({ expiresAt: end }) };
}

/** Records that a token, of whomever, gives no access to this organization any more. In its others it stays what it is. */
export function* takeBackToken(chain: Chain, id: string): Steps<{ readonly outcome: 'revoked'; readonly user: string } | TokenRefusal> {
  if ((yield* administratorOf(chain)) === undefined) return { outcome: 'not-administrator' };
  const row = yield* grantOf(chain, id);
  if (row === undefined) return { outcome: 'no-token' };
  const others = (yield* grants(sql`where organizations.id = ${row.orgId} and tokens.id <> ${id}`)).filter((each) =>
    isLasting(each, chain),
  );
  if (mayAdminister(row) && isLive(row, chain) && others.length === 0) return { outcome: 'last-administrator', user: row.userName };
  yield* revokeOne(chain, row);
  return { outcome: 'revoked', user: row.userName };
}

/** The tokens for an organization that nobody took back, and whether a machine has each. */
export function* tokensOf(orgId: string): Steps<readonly (LiveToken & { readonly isOfMachine: boolean })[]> {
  const rows = yield* query(sql`select users.name from memberships join users on users.id = memberships.user_id
    where memberships.org_id = ${orgId} and memberships.is_machine`);
  const machines = new Set(rows.map((row) => text(row, 'name')));
  return (yield* listTokens(orgId)).map((token) => ({ ...token, isOfMachine: machines.has(token.user) }));
}

/** The grant of the token that is asked with, if it lets an administrator in at this moment. */
function* administratorOf(chain: Chain): Steps<GrantRow | undefined> {
  const { credential } = chain.author;
  const own = credential.kind === 'token' ? yield* grantOf(chain, credential.id) : undefined;
  return own !== undefined && mayAdminister(own) && own.flows === undefined && isLive(own, chain) ? own : undefined;
}

function* grantOf({ author: { orgId } }: Chain, id: string): Steps<GrantRow | undefined> {
  return (yield* grants(sql`where tokens.id = ${id} and organizations.id = ${orgId}`))[0];
}

function mayAdminister(row: GrantRow): boolean {
  return may(row, 'administer');
}

function isLive(row: GrantRow, { now }: Chain): boolean {
  return now < (endOf(row) ?? Infinity);
}

/** A token that was replaced ends soon, so that it is not what an organization is left with. */
function isLasting(row: GrantRow, chain: Chain): boolean {
  return mayAdminister(row) && row.endsAt === undefined && isLive(row, chain);
}

/** In any organization: who has tokens of several is the same user in all of them. */
function* isPerson(user: string): Steps<boolean> {
  const people = yield* readCount(sql`select count(*) as count from memberships join users on users.id = memberships.user_id
    where lower(users.name) = lower(${user}) and not memberships.is_machine`);
  return people > 0;
}

/** When a token ends that is made with another one: never after it. */
function endFor(asked: AskedEnd, usual: number, maker: GrantRow): number | undefined | Extract<TokenRefusal, { outcome: 'ends-later' }> {
  const most = endOf(maker) ?? Infinity;
  const end = asked === undefined ? Math.min(usual, most) : asked === 'never' ? Infinity : asked;
  if (end > most) return { outcome: 'ends-later', endsAt: most };
  return end === Infinity ? undefined : end;
}
