import type { ListedToken, MadeToken, Member, RotationInput, TokenInput } from '../../../contract/index.ts';
import { flowRoles, roles } from '../../../contract/limits.ts';
import { utcTime } from '../../../presentation/index.ts';
import { given, list } from '../../../text/index.ts';
import { newToken, tokenHash } from '../../auth/authenticators.ts';
import type { Evidence } from '../../context.ts';
import type { View } from '../../evidence/links.ts';
import { Refusal, notFound } from '../../evidence/refusal.ts';
import type { Caller } from '../../roles.ts';
import type { TokenRefusal } from './tables-administration.ts';

const day = 86_400;

/** In seconds, so that a lost token does not open the service for ever. */
export const usualLife = 365 * day;

/** A name that a machine may have: none that looks like a name of somebody else, of a job (`github:…`) or of the operator. */
const machineName = /^(?!operator$)[a-z\d][\w.~-]{0,99}$/i;

type Changed = View<MadeToken, 'replaced_ends_at'>;

export async function createToken({ store }: Evidence, author: Caller, input: TokenInput): Promise<Changed> {
  const { expires_at: expiresAt, flows, label, role, user } = input;
  if (user !== undefined && user !== author.userName && !machineName.test(user)) {
    throw invalid('user', `No machine can be called '${user}'.`, 'Use up to 100 letters, digits and - _ . ~, a letter or digit first.');
  }
  if (flows !== undefined && !flowRoles.includes(role)) {
    throw invalid('flows', `The role ${role} cannot be narrowed to flows.`, `Use one of ${list(flowRoles)}, or leave flows out.`);
  }
  refusePast(expiresAt);
  const token = newToken();
  const wanted = { hash: tokenHash(token), role, expiresAt, usualLife, ...given({ user, label, flows: flows && [...new Set(flows)] }) };
  return shownOnce(token, await store.makeToken(author, wanted), author);
}

export async function rotateToken({ store }: Evidence, author: Caller, id: string, input: RotationInput): Promise<Changed> {
  const { expires_at: expiresAt, overlap = day } = input;
  refusePast(expiresAt);
  const token = newToken();
  return shownOnce(token, await store.rotateToken(author, { id, hash: tokenHash(token), expiresAt, overlap }), author);
}

type Kept = Awaited<ReturnType<Evidence['store']['makeToken']>>;

function shownOnce(token: string, kept: Kept, author: Caller): Changed {
  if (kept.outcome !== 'made') throw refusalOf(kept, author);
  const { expiresAt, id, replacedEndsAt, user } = kept;
  return { id, token, user, expires_at: expiresAt ?? null, ...given({ replaced_ends_at: replacedEndsAt }) };
}

export async function revokeToken({ store }: Evidence, author: Caller, id: string) {
  const kept = await store.takeBackToken(author, id);
  if (kept.outcome !== 'revoked') throw refusalOf(kept, author);
  return { id, user: kept.user };
}

export async function listTokens({ store }: Evidence, { orgId }: Caller): Promise<readonly View<ListedToken>[]> {
  return (await store.listTokens(orgId)).flatMap(({ id, isMachine: machine = false, isReplaced: replaced, roles: of, user, ...token }) => {
    const { createdAt: created_at, expiresAt: expires_at = null, flows = null, label = null, lastUsedAt: last_used_at = null } = token;
    const said = { id, user, machine, label, flows, created_at, expires_at, replaced, last_used_at, made_by: token.madeBy ?? null };
    return [...of.values()].map((role) => ({ ...said, role }));
  });
}

/** Those who have a token that lets them in at this moment. */
export async function listMembers(evidence: Evidence, caller: Caller): Promise<readonly View<Member>[]> {
  const now = Date.now() / 1000;
  const live = (await listTokens(evidence, caller)).filter(({ expires_at: end }) => end === null || now < end);
  return [...Map.groupBy(live, ({ user }) => user)].map(([user, tokens]) => ({
    user,
    machine: tokens.every(({ machine }) => machine),
    roles: roles.filter((role) => tokens.some((token) => token.role === role)),
    tokens: tokens.length,
  }));
}

/** Who is signed in to the pages of an organization, by percent-encoded names: with a token of it, or by groups that have a role there. */
export async function listSignedIn({ people, store }: Evidence, { orgId, orgName }: Caller) {
  const tokens = new Set((await store.listTokens(orgId)).map(({ id }) => id));
  const all = await store.listSessions();
  const here = all.filter(({ person, tokenId = '' }) => (person ? people?.rolesOf(person).has(orgName) : tokens.has(tokenId)));
  return [...Map.groupBy(here, ({ userName }) => encodeURIComponent(userName))];
}

/** Ends those of a user whole, because a browser has one session for all organizations. The log of this one alone says who did it. */
export async function endSessions(evidence: Evidence, author: Caller, user: string): Promise<void> {
  const [, found] = (await listSignedIn(evidence, author)).find(([name]) => name === user) ?? [];
  if (found === undefined) throw notFound(`'${user}' is not signed in to the organization '${author.orgName}'.`, 'Look again.');
  await evidence.store.endSessions(decodeURIComponent(user), found, author);
}

export function refusePast(end: number | 'never' | undefined): void {
  if (typeof end === 'number' && end <= Date.now() / 1000) throw invalid('expires_at', 'It would have ended by now.', 'Name a later time.');
}

function invalid(field: string, message: string, fix: string): Refusal {
  return new Refusal('invalid-request', message, { fix, errors: { [field]: fix } });
}

type Words = readonly [message: string, fix: string];

const refusals: Readonly<Record<TokenRefusal['outcome'], (about: string, caller: Caller) => Words>> = {
  'not-administrator': () => ['The token of this request is not that of an administrator any more.', 'Use another one.'],
  'no-token': (_, { orgName }) => [
    `The organization '${orgName}' has no token of that identifier, or it was taken back.`,
    'List its tokens.',
  ],
  'of-person': (user) => [
    `'${user}' is a person, and nobody has a token made that speaks for another person.`,
    'Give a machine a name of its own. A person makes tokens as an administrator, or has those who run the service make one.',
  ],
  'more-rights': (role, own) => [`The role ${role} may do more than your own, ${own.role}.`, 'Name a role within your own.'],
  'ends-later': (end) => [
    `Your own token ends ${utcTime(Number(end))}, and gives none that ends after it.`,
    'Name an earlier end, or use a token that lives longer.',
  ],
  outlives: () => ['It would outlive your groups.', 'Name a machine, and a role that does not administer.'],
  'last-administrator': (user, { orgName }) => [
    `No other token of an administrator of '${orgName}' would stay: this is the last one, of ${user}.`,
    'Make another one first, which was not replaced and has not ended.',
  ],
};

/** None of them is a conflict: that would pass by itself, and clients ask again. */
function refusalOf({ about = '', outcome }: TokenRefusal, caller: Caller): Refusal {
  const [message, fix] = refusals[outcome](String(about), caller);
  return new Refusal(outcome === 'no-token' ? 'not-found' : 'forbidden', message, { fix });
}
