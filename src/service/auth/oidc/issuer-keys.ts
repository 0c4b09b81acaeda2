import type { JWTVerifyGetKey, createLocalJWKSet } from 'jose';
import { isLoopback, isObject, stringAt, valueAt } from '../../../text/index.ts';
import { bytesOf, upTo } from '../../bounded.ts';

/** The issuer cannot be asked for its keys, or answers with something else. The message says why. */
export class IssuerTrouble extends Error {
  override readonly name = 'IssuerTrouble';
}

interface Asking {
  /** For the two requests together, in milliseconds. */
  readonly patienceMs: number;
  /** Whether an issuer on this machine may be asked by plain HTTP. */
  readonly allowsLoopback: boolean;
}

/** Bytes of one answer; the keys of GitHub are 10 KiB. */
const mostBytes = 256 * 1024;

/** Keys of one issuer; GitHub has about 10. */
const mostKeys = 100;

/**
 * Asks an issuer for its keys: first where they are (OpenID Connect Discovery 1.0, section 4), then for them. Redirects are not
 * followed, and the keys lie where the issuer is, so that nobody else is ever asked. Throws IssuerTrouble.
 */
async function askForKeys(issuer: string, { allowsLoopback, patienceMs }: Asking): Promise<readonly object[]> {
  const base = URL.parse(issuer);
  if (base === null || !isSafe(base, allowsLoopback)) throw new IssuerTrouble('its address is not one that begins with https://');
  const signal = AbortSignal.timeout(patienceMs);
  const about = await readJson(new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`), signal);
  if (stringAt(about, 'issuer') !== issuer) throw new IssuerTrouble('its configuration is of another issuer');
  const place = URL.parse(stringAt(about, 'jwks_uri') ?? '');
  if (place === null || place.origin !== base.origin) throw new IssuerTrouble('its configuration names keys at another place than its own');
  const keys = valueAt(await readJson(place, signal), 'keys');
  if (!Array.isArray(keys)) throw new IssuerTrouble('what it has in place of keys is not a list of them');
  if (keys.length > mostKeys) throw new IssuerTrouble(`it has more than ${mostKeys} keys`);
  return keys.filter(isObject);
}

/** Whether others cannot change what goes to an address. */
export function isSafe({ hostname, protocol }: URL, allowsLoopback: boolean): boolean {
  return protocol === 'https:' || (protocol === 'http:' && allowsLoopback && isLoopback(hostname));
}

async function readJson(url: URL, signal: AbortSignal): Promise<unknown> {
  try {
    const answer = await fetch(url, {
      redirect: 'manual',
      signal,
      headers: { accept: 'application/json', 'user-agent': 'compliance-evidence' },
    });
    if (answer.status !== 200) {
      await answer.body?.cancel();
      throw new IssuerTrouble(`${url.pathname} answered ${answer.status}`);
    }
    return JSON.parse(await boundedText(answer, url));
  } catch (cause) {
    if (cause instanceof IssuerTrouble) throw cause;
    if (signal.aborted) throw new IssuerTrouble(`${url.pathname} did not answer in time`, { cause });
    if (cause instanceof SyntaxError || cause instanceof RangeError) throw new IssuerTrouble(`${url.pathname} is not JSON`, { cause });
    throw new IssuerTrouble(`${url.pathname} could not be reached`, { cause });
  }
}

export async function boundedText({ body }: Response, url: URL): Promise<string> {
  const tooLarge = () => new IssuerTrouble(`${url.pathname} is larger than ${mostBytes / 1024} KiB`);
  return body === null ? '' : (await bytesOf(upTo(body, mostBytes, tooLarge))).toString();
}

export interface KeepingKeys extends Asking {
  /** Milliseconds after which kept keys are asked for again. */
  readonly freshMs: number;
  /** Milliseconds for which keys are used while the issuer does not answer. */
  readonly staleMs: number;
  /** Fewest milliseconds between two questions to one issuer: a stranger can send a token with any unknown key. */
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
