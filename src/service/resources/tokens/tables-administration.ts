import { given } from '../../../text/index.ts';
import { append, type Chain } from '../../log/chain.ts';
import { madeAt, newRecordId } from '../../record/id.ts';
import { isWithin, may } from '../../roles.ts';
import { readCount } from '../../sql/row.ts';
import { sql, type Steps } from '../../sql/sql.ts';
import type { TokenContent } from '../organizations/record.ts';
import { userId } from '../organizations/tables.ts';
import { applyGrant, endOf, grants, isMachine, replaceIn, revokeOne, type GrantRow, type NewToken } from './tables.ts';

/* How an administrator makes tokens and takes them back: in the log of one organization alone. */

/** Unix seconds, `never`, or as usual: then never after the end of the token of whoever asks. */
type AskedEnd = number | 'never' | undefined;

export interface TokenToMake extends Pick<NewToken, 'hash' | 'role' | 'label' | 'flows'> {
  /** By default whoever asks. */
  readonly user?: string;
  readonly expiresAt: AskedEnd;
  /** In seconds. */
  readonly usualLife: number;
}

export interface TokenToRotate extends Pick<NewToken, 'hash'> {
  readonly id: string;
  readonly expiresAt: AskedEnd;
  /** In seconds. */
  readonly overlap: number;
}

/** Why it is not done, and about what: nothing was recorded. */
export interface TokenRefusal {
  readonly outcome: 'not-administrator' | 'no-token' | 'of-person' | 'more-rights' | 'ends-later' | 'last-administrator' | 'outlives';
  readonly about?: string | number;
}

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
  // Their groups are taken from a person, and not from a token that they made to come in or to make others.
  if (maker.userId === '' && (isOwn || may({ role }, 'administer'))) return { outcome: 'outlives' };
  if (!isOwn && (yield* isPerson(user))) return { outcome: 'of-person', about: user };
  if (!isWithin(role, maker.role)) return { outcome: 'more-rights', about: role };
  const end = endFor(wanted.expiresAt, chain.now + wanted.usualLife, maker);
  if (typeof end === 'object') return end;
  const known = yield* userId(user);
  const isOfMachine = isOwn ? yield* isMachine(maker.orgId, maker.userId) : true;
  const content: TokenContent = {
    kind: 'token_made',
    user,
    user_id: known ?? newRecordId(),
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
  if (replaced.userId !== maker.userId && (yield* isPerson(user))) return { outcome: 'of-person', about: user };
  if (maker.userId === '' && may(replaced, 'administer')) return { outcome: 'outlives' };
  if (!isWithin(replaced.role, maker.role)) return { outcome: 'more-rights', about: replaced.role };
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
  const others = yield* grants(sql`where organizations.id = ${row.orgId} and tokens.id <> ${id}`);
  // One that was replaced ends soon, so that it is not what the organization is left with.
  const isLeft = others.some((each) => isAdministrator(each, chain) && each.endsAt === undefined);
  if (isAdministrator(row, chain) && !isLeft) return { outcome: 'last-administrator', about: row.userName };
  yield* revokeOne(chain, row);
  return { outcome: 'revoked', user: row.userName };
}

/** The grant that is asked with, if it is an administrator's now. A person has it by groups, as the request found, and gives for a year. */
function* administratorOf(chain: Chain): Steps<GrantRow | undefined> {
  const { credential } = chain.author;
  const ofPerson = { tokenId: '', userId: '', role: 'admin', label: undefined, flows: undefined, endsAt: undefined } as const;
  if (credential.kind === 'person')
    return { ...chain.author, ...ofPerson, isArchived: chain.isArchived, expiresAt: chain.now + 366 * 86_400 };
  const own = credential.kind === 'token' ? yield* grantOf(chain, credential.id) : undefined;
  return own !== undefined && own.flows === undefined && isAdministrator(own, chain) ? own : undefined;
}

function* grantOf({ author: { orgId } }: Chain, id: string): Steps<GrantRow | undefined> {
  return (yield* grants(sql`where tokens.id = ${id} and organizations.id = ${orgId}`))[0];
}

function isAdministrator(row: GrantRow, { now }: Chain): boolean {
  return may(row, 'administer') && now < (endOf(row) ?? Infinity);
}

/** In any organization: who has tokens of several is the same user in all of them. */
function* isPerson(user: string): Steps<boolean> {
  const people = yield* readCount(sql`select count(*) as count from memberships join users on users.id = memberships.user_id
    where lower(users.name) = lower(${user}) and not memberships.is_machine`);
  return people > 0;
}

/** When a token ends that is made with another one: never after it. */
function endFor(asked: AskedEnd, usual: number, maker: GrantRow): number | undefined | TokenRefusal {
  const most = endOf(maker) ?? Infinity;
  const end = asked === undefined ? Math.min(usual, most) : asked === 'never' ? Infinity : asked;
  if (end > most) return { outcome: 'ends-later', about: most };
  return end === Infinity ? undefined : end;
}
