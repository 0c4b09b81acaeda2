import type { createLocalJWKSet, JWTVerifyGetKey } from 'jose';
import { askForKeys, IssuerTrouble, type Asking } from './ask-issuer.ts';

export interface KeepingKeys extends Asking {
  /** Milliseconds after which kept keys are asked for again. */
  readonly freshMs: number;
  /** Milliseconds for which keys are used while the issuer does not answer. */
  readonly staleMs: number;
  /** Fewest milliseconds between two questions to one issuer: anybody can send a token with a key that nobody knows. */
  readonly cooldownMs: number;
}

export const usualKeeping: KeepingKeys = {
  patienceMs: 5_000,
  allowsLoopback: false,
  freshMs: 10 * 60_000,
  staleMs: 60 * 60_000,
  cooldownMs: 30_000,
};

/** Most requests that wait for issuers at once; another one is told to come again. */
const mostWaiting = 200;

/** The keys of issuers. Only an issuer that a rule names is ever asked; the caller sees to that. */
export interface IssuerKeys {
  /** The function that finds the key of a token. It throws IssuerTrouble, or an error of `jose` where there is no such key. */
  keyOf(issuer: string): JWTVerifyGetKey;
}

interface Kept {
  readonly find: ReturnType<typeof createLocalJWKSet>;
  readonly since: number;
}

interface Known {
  kept?: Kept;
  asking?: Promise<Kept> | undefined;
  lastTry?: number;
  trouble?: unknown;
}

/** Fewest bits of an RSA key (RFC 7518, section 3.3). */
const fewestBits = 2048;

/** The key of a token. A key that nothing can be verified with is the fault of the issuer, and not of the token. */
async function keyIn({ find }: Kept, ...[header, token]: Parameters<JWTVerifyGetKey>): ReturnType<Kept['find']> {
  const key = await find(header, token).catch(async (cause: unknown) => {
    const { errors } = await import('jose');
    throw cause instanceof errors.JOSEError ? cause : new IssuerTrouble('one of its keys is not put together as a key is', { cause });
  });
  const { algorithm } = key;
  if ('modulusLength' in algorithm && Number(algorithm.modulusLength) < fewestBits)
    throw new IssuerTrouble(`one of its keys has fewer than ${fewestBits} bits`);
  return key;
}

/** @param clock milliseconds that never go back */
export function openIssuerKeys(keeping: KeepingKeys = usualKeeping, clock: () => number = () => performance.now()): IssuerKeys {
  const issuers = new Map<string, Known>();
  let waiting = 0;

  async function ask(issuer: string, known: Known): Promise<Kept> {
    known.lastTry = clock();
    try {
      const [{ createLocalJWKSet }, keys] = await Promise.all([import('jose'), askForKeys(issuer, keeping)]);
      known.kept = { find: createLocalJWKSet({ keys: [...keys] }), since: clock() };
      return known.kept;
    } catch (trouble) {
      known.trouble = trouble;
      throw trouble;
    } finally {
      known.asking = undefined;
    }
  }

  /** Asks the issuer, unless it was asked a moment ago: then the answer of that time counts. All callers share one question. */
  async function renewed(issuer: string, known: Known): Promise<Kept> {
    if (known.asking === undefined && known.lastTry !== undefined && clock() - known.lastTry < keeping.cooldownMs) {
      if (known.kept !== undefined && known.kept.since >= known.lastTry) return known.kept;
      throw known.trouble;
    }
    if (waiting >= mostWaiting) throw new IssuerTrouble('too many jobs wait for it');
    waiting += 1;
    try {
      return await (known.asking ??= ask(issuer, known));
    } finally {
      waiting -= 1;
    }
  }

  async function current(issuer: string, known: Known): Promise<Kept> {
    const { kept } = known;
    if (kept === undefined) return await renewed(issuer, known);
    const age = clock() - kept.since;
    if (age < keeping.freshMs) return kept;
    return await renewed(issuer, known).catch((trouble: unknown) => {
      if (age < keeping.staleMs) return kept;
      throw trouble;
    });
  }

  return {
    keyOf: (issuer) => async (header, token) => {
      let known = issuers.get(issuer);
      if (known === undefined) issuers.set(issuer, (known = {}));
      const kept = await current(issuer, known);
      try {
        return await keyIn(kept, header, token);
      } catch (error) {
        const { errors } = await import('jose');
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        // The issuer may have changed its keys since.
        const fresh = await renewed(issuer, known);
        if (fresh === kept) throw error;
        return await keyIn(fresh, header, token);
      }
    },
  };
}
