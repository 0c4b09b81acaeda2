import type { FastifyRequest } from 'fastify';
import type { Operation, Permission, Reach } from '../../contract/index.ts';
import type { Role } from '../../contract/limits.ts';
import { count, stringAt, terminalPrefix, valueAt } from '../../text/index.ts';
import { Refusal, beyondFlows, lacks, refuseOtherFlow } from '../evidence/refusal.ts';
import { clientOf, openWindows } from '../operation/clients.ts';
import type { Log } from '../operation/log.ts';
import { may, type Caller, type Grant, type Principal } from '../roles.ts';
import type { Store } from '../store/store.ts';
import { accessPrefix, askAgain, byJobAccess, byToken, secretOf, tokenHash, type Authenticator, type SecretIn } from './authenticators.ts';
import { principalOfPerson, type People, type Person } from './people/person.ts';

/** Different wrong tokens that one client may send in a window. Mistyping sends fewer, and guessing gets nowhere with so many. */
export const mostWrong = 60;
const windowMs = 60_000;

/** A shorter token might be guessed. The service's own have 46 characters or more (256 random bits); shorter ones are the operator's. */
const safeLength = 20;

/** Tokens of clients that are remembered, of each of two kinds. */
const mostMarks = 10_000;

/** Bounds how often a client may guess. `address` is that of the client, as a socket or a proxy says it. */
interface Guesses {
  /** Throws a Refusal if this client sent too many wrong tokens to try this one now. */
  readonly admit: (address: string, secret: string) => void;
  readonly right: (address: string, secret: string) => void;
  /** Counts a wrong token, unless this client sent it before. Throws a Refusal if there were too many. */
  readonly wrong: (address: string, secret: string) => void;
}

/**
 * All wrong tokens of a client share one limit. One that comes again is no guess: a job whose token was mistyped, or taken back, is told so
 * each time. A right one passes all the same, so that nobody is locked out by somebody else at the same address. But a short token that
 * never passed from there is not even tried beyond the limit, because who guesses it must not learn that it is right.
 */
export function openGuesses(log: Log): Guesses {
  const windows = openWindows();
  const [known, tried] = [marks(), marks()];
  let toldAt = Number.NEGATIVE_INFINITY;
  const markOf = (client: string, secret: string) => `${client} ${tokenHash(secret)}`;

  function tell(client: string): void {
    if (performance.now() - toldAt < windowMs) return;
    toldAt = performance.now();
    log(`${client} sent more than ${count(mostWrong, 'wrong token')} within a minute, and is answered with 429. See who that is.`);
  }

  return {
    admit: (address, secret) => {
      if (secret.length >= safeLength) return;
      const client = clientOf(address);
      const { count: wrong, leftMs } = windows.look(client);
      if (wrong >= mostWrong && !known.has(markOf(client, secret))) throw tooMany(leftMs);
    },
    right: (address, secret) => {
      if (secret.length >= safeLength) return;
      known.add(markOf(clientOf(address), secret));
    },
    wrong: (address, secret) => {
      const client = clientOf(address);
      const mark = markOf(client, secret);
      const { count: wrong, leftMs } = tried.has(mark) ? windows.look(client) : windows.add(client, windowMs);
      tried.add(mark);
      if (wrong <= mostWrong) return;
      tell(client);
      throw tooMany(leftMs);
    },
  };
}

/** A set that forgets first what was added longest ago. */
function marks(): Pick<Set<string>, 'has'> & { readonly add: (mark: string) => void } {
  const all = new Set<string>();
  return {
    has: (mark) => all.has(mark),
    add: (mark) => {
      all.delete(mark);
      all.add(mark);
      const [first] = all;
      if (all.size > mostMarks && first !== undefined) all.delete(first);
    },
  };
}

/** For whoever sits at a page, too: they know no base URL. */
const checkToken = 'Check that all of the token was copied, and that it is of the service at this address.';

function tooMany(leftMs: number): Refusal {
  return new Refusal('rate-limited', 'Too many tokens that this service does not know came from this address.', {
    fix: `${checkToken} Ask again in a minute; programs find the exact time in Retry-After.`,
    retryAfter: Math.ceil(leftMs / 1000),
  });
}

const callers = new WeakMap<FastifyRequest, Principal>();

/** `undefined` if the sender was not recognized. */
export function callerOf(request: FastifyRequest): Principal | undefined {
  return callers.get(request);
}

export interface Door {
  readonly store: Store;
  /** Absent where only tokens open. */
  readonly people?: People | undefined;
  readonly guesses: Guesses;
  /** Whether it opens to operators' tokens, and to no others. */
  readonly isForOperators?: boolean;
}

const notForOperators = "An operator's token opens nothing in an organization. Use another one.";
const onlyForOperators = "Only an operator's token does this. It is made where the data is: compliance-evidence token create-operator";

/** The sender of a request. Throws a Refusal if the request carries nothing that identifies a known user. */
export async function principalOf(door: Door, request: FastifyRequest, secretIn: SecretIn = secretOf): Promise<Principal> {
  const { guesses, isForOperators = false, store } = door;
  const { headers, ip } = request;
  const secret = secretIn(headers.authorization);
  if (secret === undefined) {
    throw new Refusal('unauthorized', 'The request carries no token.', { fix: 'Send the header Authorization: Bearer <token>.' });
  }
  guesses.admit(ip, secret);
  const isTerminal = secret.startsWith(terminalPrefix);
  const bySession: Authenticator = async () => (isTerminal ? await principalOfSession(door, request, tokenHash(secret)) : undefined);
  for (const authenticate of [bySession, byJobAccess, byToken]) {
    const principal = await authenticate(secret, store);
    if (principal === undefined) continue;
    guesses.right(ip, secret);
    callers.set(request, principal);
    if ((principal.credential.kind === 'operator_token') !== isForOperators)
      throw new Refusal('forbidden', isForOperators ? onlyForOperators : notForOperators);
    return principal;
  }
  guesses.wrong(ip, secret);
  if (isTerminal)
    throw new Refusal(
      'unauthorized',
      'This terminal is not signed in, or not any more: that ends after an hour without use, and after eight.',
      {
        fix: 'compliance-evidence login --with-browser',
      },
    );
  if (secret.startsWith(accessPrefix))
    throw new Refusal('unauthorized', 'The access of this job has expired long ago, or was never given here.', { fix: askAgain });
  throw new Refusal('unauthorized', 'The token is not known to this service.', { fix: checkToken });
}

/**
 * The user of a browser that is signed in, by the SHA-256 of what it sends, with the grants that the token of its session has now, or that
 * the groups of its person give now; `undefined` if the session or the token has ended.
 */
export async function principalOfSession(door: Door, request: FastifyRequest, hash: string): Promise<Principal | undefined> {
  const { store } = door;
  const session = await store.findSession(hash);
  if (session === undefined) return undefined;
  const { isToBeNoted, person, tokenHash: token } = session;
  const ofToken = token === undefined ? undefined : await store.authenticate(token);
  const principal = person === undefined ? ofToken : await personWithGrants(door, person, hash);
  if (principal === undefined) return undefined;
  callers.set(request, principal);
  // Without this note the session ends earlier. A page is shown all the same, also where the disk is full.
  if (isToBeNoted) await store.noteSessionUse(hash).catch(() => {});
  return principal;
}

/** A person with the grants that their groups give now; `undefined` if they give none in any organization that is there. */
export async function personWithGrants({ people, store }: Door, person: Person, hash: string): Promise<Principal | undefined> {
  const roles = people?.rolesOf(person) ?? new Map<string, Role>();
  const known = roles.size === 0 ? [] : await store.findOrganizations([...roles.keys()]);
  const grants = known.flatMap(({ id: orgId, isArchived, name }): readonly [string, Grant][] => {
    const role = roles.get(name);
    return role === undefined ? [] : [[name, { orgId, role, isArchived }]];
  });
  return grants.length === 0 ? undefined : principalOfPerson(person, new Map(grants), hash.slice(0, 32));
}

export interface Needed {
  readonly need: Permission;
  readonly reach: Reach;
}

/** How a narrowed secret may use what is at a path. Where nothing is said of it and no flow is in the path, it may not. */
export function reachOf({ path, reach }: Pick<Operation, 'path' | 'reach'>): Reach {
  return reach ?? (path.split('/').includes(':flow_name') ? 'path' : 'none');
}

/** The caller, in the organization that the path names. Throws a Refusal unless the grant of the token permits what is needed. */
export async function permit(door: Door, request: FastifyRequest, needed: Needed): Promise<Caller> {
  return callerIn(await principalOf(door, request), request, needed);
}

/** The same for a user who is known. */
export function callerIn({ credential, grants, userName }: Principal, request: FastifyRequest, { need, reach }: Needed): Caller {
  const org = stringAt(request.params, 'org') ?? '';
  const grant = grants.get(org);
  if (grant === undefined) {
    // The same answer for an organization that does not exist, so that a caller does not learn which organizations exist.
    throw new Refusal('forbidden', `Access denied to ${request.url.split('?')[0]}: the token is not for the organization '${org}'.`, {
      fix: 'Check the name of the organization, or have a token made for it.',
    });
  }
  const caller: Caller = { userName, credential, orgName: org, ...grant };
  if (!may(caller, need)) throw lacks(caller, need);
  // Otherwise somebody who could change the code of a job had a token that outlives it.
  if (need === 'administer' && credential.kind === 'oidc') {
    const fix = 'Use the token of an administrator.';
    throw new Refusal('forbidden', `A job does not administer the organization '${org}', whatever its role.`, { fix });
  }
  if (caller.flows !== undefined) refuseBeyond(caller, reach, request);
  return caller;
}

/** Refuses a request that is about more than the flows of a narrowed secret. `body` and `filtered` are left to the use case. */
function refuseBeyond(caller: Caller, reach: Reach, { params, query }: FastifyRequest): void {
  if (typeof reach === 'object') {
    const { query: name, without = [] } = reach;
    const flow = valueAt(query, name);
    if (typeof flow !== 'string') throw beyondFlows(caller, `Name one of its flows in the query: ${name}=…`);
    if (without.some((field) => valueAt(query, field) !== undefined))
      throw beyondFlows(caller, `Leave ${without.join(' and ')} out, or use a token that is not narrowed to flows.`);
    return refuseOtherFlow(caller, flow);
  }
  switch (reach) {
    case 'path':
      return refuseOtherFlow(caller, stringAt(params, 'flow_name') ?? '');
    case 'none':
      throw beyondFlows(caller, 'Use a token that is not narrowed to flows.');
    case 'body':
    case 'filtered':
    case 'shared':
  }
}
