import { UsageError } from '../errors/index.ts';
import { given } from '../text/index.ts';
import { tokenHash } from './auth/token.ts';
import { inKeptData } from './kept-data.ts';
import type { LiveToken, Place, Role } from './store/index.ts';
import { checkFlows, newToken } from './token.ts';

/** Every token that nobody took back, by user. The tokens themselves are not kept, so they cannot be shown. */
export function listTokens(dataDir: Place): Promise<readonly LiveToken[]> {
  return inKeptData(dataDir, (store) => store.listTokens());
}

export interface ReplacementRequest {
  readonly dataDir: Place;
  /** The token that is replaced, by its identifier. */
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
  readonly replaced: LiveToken;
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
    switch (result.outcome) {
      case 'replaced':
        return { token, replaced: result.token, endsAt: result.endsAt, ...given({ expiresAt }) };
      case 'no-token':
        throw noToken(id);
      case 'more-flows':
        throw new UsageError(
          'conflicting-inputs',
          `The token ${id} is not for the flow '${result.flow}', so that a narrower one cannot be.`,
          {
            fix: 'Make a new one with `token create`.',
          },
        );
      case 'more-rights':
        throw new UsageError('conflicting-inputs', `The token ${id} is a ${result.role} in '${result.org}', and ${role} may do more.`, {
          fix: 'Make a new one with `token create`.',
        });
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

function noToken(id: string): UsageError {
  return new UsageError('invalid-input', `No token has the identifier '${id}', or it was taken back.`, {
    fix: 'Run `token list` with the same --data: it shows the identifiers of all tokens that nobody took back.',
  });
}
