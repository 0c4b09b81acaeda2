import { matches } from '../contract/index.ts';
import { UsageError, wrongUse } from '../errors/index.ts';
import { utcTime } from '../presentation/index.ts';
import { didYouMean, given, list } from '../text/index.ts';
import { newToken, tokenHash } from './auth/authenticators.ts';
import { checkFlows } from './auth/oidc/rule-faults.ts';
import { complianceRules } from './evidence/rules.ts';
import { Damage } from './faults.ts';
import type { LiveToken, NewToken } from './resources/tokens/tables.ts';
import { operators, type Role } from '../contract/limits.ts';
import { openBackend, openStore, type Place } from './store/open-data.ts';
import type { Store } from './store/store.ts';

export interface TokenRequest extends Omit<NewToken, 'hash'> {
  readonly dataDir: Place;
  /** A token that the caller made; otherwise one of 256 random bits is made. */
  readonly token?: string;
  /** When it is made, in seconds since 1970; now by default. */
  readonly clock?: () => number;
}

/**
 * Creates the user and the organizations if they are missing (see `onlyKnownOrgs`), and answers a token with this role in each of these organizations,
 * and never with more. The token is not kept and cannot be shown again. The same token with the same role, organizations and
 * flows gives the same answer. May run next to a service on the same data. Throws a UsageError.
 */
export async function createToken(request: TokenRequest): Promise<string> {
  const { dataDir, flows, label, orgs, role, token = newToken(), user } = request;
  const wrong = orgs.find((org) => org !== operators && !matches('orgName', org));
  if (wrong !== undefined) {
    throw wrongUse(`'${wrong}' is no name for an organization.`, 'Use letters, digits and - _ . ~, and begin with a letter or digit.');
  }
  if (orgs.length === 0) throw new UsageError('missing-input', 'A token needs at least one organization.', { fix: 'Add --org NAME.' });
  if (!/^\S[^\u0000-\u001F\u007F]{0,254}$/u.test(user)) {
    throw wrongUse('A user needs a name of 1 to 255 characters on one line.', 'Set --user NAME.');
  }
  if (label !== undefined && !/^\S[^\u0000-\u001F\u007F]{0,99}$/u.test(label)) {
    throw wrongUse('A label has 1 to 100 characters on one line.', 'Shorten it, or leave --label out.');
  }
  if (flows !== undefined) checkFlows(flows, role);
  if (!/^[\u0021-\u0039\u003B-\u007E]{1,512}$/.test(token)) {
    throw wrongUse('A token must be 1 to 512 visible ASCII characters without a colon.', 'Leave --token out to have one made.');
  }
  const store = await openStore(dataDir, complianceRules, request.clock);
  try {
    const { expiresAt, mayEndLater, onlyKnownOrgs, onlyNewOrgs } = request;
    const wanted = given({ label, flows: flows && [...new Set(flows)], expiresAt, mayEndLater, onlyKnownOrgs, onlyNewOrgs });
    const result = await store.addToken({ hash: tokenHash(token), user, orgs, role, ...wanted });
    switch (result.outcome) {
      case 'added':
      case 'there':
        return token;
      case 'no-organization':
        throw wrongUse(
          `There is no organization '${result.org}'. Nothing was made.`,
          `${didYouMean(result.org, result.known)}To make it, add --new-org.`,
        );
      case 'organization-there':
        throw wrongUse(`There is an organization '${result.org}' already.`, 'Choose another name.');
      case 'other-user':
        throw new UsageError('conflicting-inputs', 'This token belongs to another user.', { fix: 'Leave --token out to have one made.' });
      case 'other-grants':
        throw new UsageError('conflicting-inputs', `This token is for ${wordsOfGrants(result.token)}, and that never changes.`, {
          fix: 'Leave --token out to have another one made, and take this one back with `token revoke` if nobody needs it any more.',
        });
      case 'ended':
        throw new UsageError('conflicting-inputs', `This token ended on ${utcTime(result.token.expiresAt)}, and that never changes.`, {
          fix: `Have another one made like it: token rotate ${result.token.id}`,
        });
    }
  } finally {
    await store.close();
  }
}

/** The organizations of a token with its role in each, and its limits: `acme (member), only for shop, until 2027-01-31 00:00 UTC`. */
function wordsOfGrants({ expiresAt, flows, roles: of }: LiveToken): string {
  const grants = [...of].map(([org, role]) => `${org} (${role})`).join(', ');
  const only = flows === undefined ? '' : `, only for ${list(flows)}`;
  return `${grants}${only}${expiresAt === undefined ? '' : `, until ${utcTime(expiresAt)}`}`;
}

/** Does something with data that is there; makes nothing. A service may run meanwhile. Throws a UsageError, or `Damage` with the place. */
export async function inKeptData<Result>(dataDir: Place, step: (store: Store) => Promise<Result>): Promise<Result> {
  const { find, name } = openBackend(dataDir);
  await find();
  const store = await openStore(dataDir, complianceRules);
  try {
    return await step(store);
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    throw new Damage(`The data in ${name} is damaged: ${error.message}. Keep a copy of it, and put it back from a backup`, {
      cause: error,
    });
  } finally {
    await store.close();
  }
}

/** Every token that was not revoked, by user. The tokens themselves are not kept, so they cannot be shown. */
export function listTokens(dataDir: Place): Promise<readonly LiveToken[]> {
  return inKeptData(dataDir, (store) => store.listTokens());
}

export interface ReplacementRequest {
  readonly dataDir: Place;
  readonly id: string;
  /** The command that does it, as its records name it. */
  readonly command: 'token rotate' | 'token narrow';
  /** Fewer rights than the replaced token has. */
  readonly role?: Role;
  /** Fewer flows than the replaced token reaches. */
  readonly flows?: readonly string[];
  /** When the new token ends, in Unix seconds; by default it lives as long as the replaced one was made for. */
  readonly expiresAt?: number | 'never';
  /** How long the replaced token is still taken, in seconds. */
  readonly overlap: number;
}

export interface ReplacedToken {
  readonly token: string;
  /** When the new token ends, in Unix seconds. */
  readonly expiresAt?: number;
  readonly replaced: Pick<LiveToken, 'id' | 'user'>;
  /** When the replaced token ends, or ended. */
  readonly endsAt: number;
}

/**
 * Makes a token in the place of another one: of the same user, for the same organizations, with the same grants or fewer. The
 * grants of a token never change, so the other one keeps its own until it ends. Throws a UsageError.
 */
export async function replaceToken({ dataDir, ...request }: ReplacementRequest): Promise<ReplacedToken> {
  const { command, flows, id, overlap, role } = request;
  const token = newToken();
  return await inKeptData(dataDir, async (store) => {
    const known = (await store.listTokens()).find((each) => each.id === id);
    if (known === undefined) throw noToken(id);
    const reached = flows ?? known.flows;
    if (reached !== undefined) for (const own of role === undefined ? [...known.roles.values()] : [role]) checkFlows(reached, own);
    if (command === 'token narrow' && isNoLess(known, request)) {
      throw new UsageError('conflicting-inputs', `The token ${id} may do no more than that already. It stays as it is.`, {
        fix: 'Name fewer flows, or a role that may do less. `token rotate` makes another one that may do the same.',
      });
    }
    const now = Date.now() / 1000;
    const expiresAt = endOf(request.expiresAt, known, now);
    const limits = given({ role, flows: flows && [...new Set(flows)], expiresAt });
    const result = await store.replaceToken({ id, hash: tokenHash(token), command, overlapUntil: now + overlap, ...limits });
    const noLess = (why: string): UsageError =>
      new UsageError('conflicting-inputs', `The token ${id} is ${why}`, { fix: 'Make a new one with `token create`.' });
    switch (result.outcome) {
      case 'replaced':
        return { token, replaced: result.token, endsAt: result.endsAt, ...given({ expiresAt }) };
      case 'no-token':
        throw noToken(id);
      case 'more-flows':
        throw noLess(`not for the flow '${result.flow}', so that a narrower one cannot be.`);
      case 'more-rights':
        throw noLess(`a ${result.role} in '${result.org}', and ${role} may do more.`);
    }
  });
}

/** Whether a token with this role and these flows could do all that a known one can. */
function isNoLess(known: LiveToken, { flows, role }: Pick<ReplacementRequest, 'flows' | 'role'>): boolean {
  const hasRole = role === undefined || [...known.roles.values()].every((own) => own === role);
  return hasRole && (flows === undefined || known.flows?.every((flow) => flows.includes(flow)) === true);
}

/** The same span of life from now on, unless something else is asked for. */
function endOf(asked: number | 'never' | undefined, { lifespan }: LiveToken, now: number): number | undefined {
  if (asked === 'never') return undefined;
  return asked ?? (lifespan === undefined ? undefined : now + lifespan);
}

/**
 * Revokes a token by its identifier: from then on it is refused, also by a running service. Everything that was recorded with it
 * stays, and so does the record of the token. Answers the name of its user. Throws a UsageError.
 */
export async function revokeToken(dataDir: Place, id: string): Promise<string> {
  const user = await inKeptData(dataDir, (store) => store.revokeToken(id));
  if (user !== undefined) return user;
  throw noToken(id);
}

/** Ends all sessions of a user on the pages, and says so in the log of an organization. Answers how many. Throws a UsageError. */
export function endSessions(dataDir: Place, { org, user }: Readonly<Record<'org' | 'user', string>>): Promise<number> {
  return inKeptData(dataDir, async (store) => {
    const [[place], all] = [await store.findOrganizations([org]), await store.listSessions()];
    const own = all.filter(({ userName }) => userName === user);
    if (place === undefined || own.length === 0)
      throw wrongUse(
        `There is no organization '${org}', or nobody called '${user}' is signed in.`,
        `Signed in are: ${list([...new Set(all.flatMap(({ userName }) => userName || []))]) || 'nobody'}.`,
      );
    const credential = { kind: 'operator', id: 'member sign-out' };
    await store.endSessions(user, own, { orgId: place.id, orgName: org, userName: 'operator', credential });
    return own.length;
  });
}

function noToken(id: string): UsageError {
  return wrongUse(
    `No token has the identifier '${id}', or it was taken back.`,
    'Run `token list` with the same --data: it shows the identifiers of all tokens that nobody took back.',
  );
}

export const listOrganizations = (dataDir: Place) => inKeptData(dataDir, (store) => store.listOrganizations());

/** Archives an organization, or restores it; `undefined` if there is none of that name. */
export const changeOrganization = (dataDir: Place, name: string, archived: boolean) =>
  inKeptData(dataDir, (store) => store.changeOrganization(`organization ${archived ? 'archive' : 'restore'}`, name, archived));
