import { isLoopback, stringAt, valueAt } from '../../../text/index.ts';

/** The issuer cannot be asked for its keys, or answers with something else. The message says why. */
export class IssuerTrouble extends Error {
  override readonly name = 'IssuerTrouble';
}

export interface Asking {
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
export async function askForKeys(issuer: string, { allowsLoopback, patienceMs }: Asking): Promise<readonly object[]> {
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
  return keys.filter((key): key is object => typeof key === 'object' && key !== null && !Array.isArray(key));
}

function isSafe({ hostname, protocol }: URL, allowsLoopback: boolean): boolean {
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

async function boundedText({ body }: Response, url: URL): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > mostBytes) throw new IssuerTrouble(`${url.pathname} is larger than ${mostBytes / 1024} KiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
