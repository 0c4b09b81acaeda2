import type { FastifyRequest } from 'fastify';
import { Refusal } from '../evidence/refusal.ts';
import { schemeOf } from '../auth/header.ts';

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a write that a page of another site made a browser send. A browser says so with `Origin` and `Sec-Fetch-Site`; programs
 * send neither. A browser repeats basic credentials by itself, so no browser may write with them at all: a page whose host name
 * was pointed to this machine has the same origin, too.
 */
export function refuseCrossSite({ headers, method }: FastifyRequest, publicUrl: string | undefined): void {
  const { host, origin, 'sec-fetch-site': site } = headers;
  if (reading.has(method) || (origin === undefined && site === undefined)) return;
  if (schemeOf(headers.authorization) === 'basic') {
    throw new Refusal('forbidden', 'A browser sent this write with basic authentication, which it also sends for pages of other sites.', {
      fix: 'Send the header Authorization: Bearer <token>; or send it with a program, without the headers Origin and Sec-Fetch-Site.',
    });
  }
  if (origin === undefined ? site === 'same-origin' || site === 'none' : isOwn(origin, publicUrl, host)) return;
  const from = origin === undefined ? '' : ` (${origin.slice(0, 200)})`;
  throw new Refusal('forbidden', `A browser sent this write for a page of another site${from}, and only pages of this service may write.`, {
    fix: 'Send it with a program, without the headers Origin and Sec-Fetch-Site; or name the address of this service with --public-url, if that is its own.',
  });
}

/** Whether an origin is that of the service: of its public address, or otherwise of the host that the request names. */
function isOwn(origin: string, publicUrl: string | undefined, host: string | undefined): boolean {
  const from = URL.parse(origin);
  if (from?.protocol !== 'http:' && from?.protocol !== 'https:') return false;
  return URL.parse(publicUrl ?? `${from.protocol}//${host}`)?.origin === from.origin;
}
