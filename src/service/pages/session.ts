import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../../text/index.ts';
import { bearerOf, tokenHash } from '../auth/authenticators.ts';
import { principalOf, principalOfSession, type Door } from '../auth/principal.ts';
import { Refusal } from '../evidence/refusal.ts';
import type { Principal } from '../roles.ts';

/** Where browsers reach the service: at its public address, or else at the host that they ask for. */
export interface Outside {
  readonly publicUrl: string | undefined;
  /** Whether there is TLS, here or in a proxy. */
  readonly hasTls: boolean;
}

/** The origin of the service as this browser sees it. A page of another site cannot make a browser send another host. */
export function ownOrigin({ hasTls, publicUrl }: Outside, { headers: { host = '' } }: FastifyRequest): URL {
  const own = URL.parse(publicUrl ?? `${hasTls ? 'https' : 'http'}://${host}`);
  if (own !== null) return own;
  throw new Refusal('invalid-request', 'The request names no host.', { fix: 'Send the header Host.' });
}

/** The origin, if a browser may send a secret there: others could read it in plain HTTP, but not within one machine. */
export function safeOrigin(outside: Outside, request: FastifyRequest): URL {
  const own = ownOrigin(outside, request);
  if (own.protocol === 'https:' || isLoopback(own.hostname)) return own;
  throw new Refusal('forbidden', `Nobody can sign in at ${own.origin}: in plain HTTP others could read the token on its way.`, {
    fix: 'Use the address of this service that begins with https://, or ask those who run it for one: --tls-cert and --tls-key, or a proxy with TLS and --public-url.',
  });
}

/**
 * Refuses a form that no page of this service sent. A browser says so with `Origin`, or with `Sec-Fetch-Site` where it leaves that out;
 * it says `null` where it does not want to tell, and then nobody knows.
 */
export function refuseOtherOrigin(outside: Outside, request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const own = ownOrigin(outside, request).origin;
  if (origin === undefined ? site === 'same-origin' : origin === own) return;
  throw new Refusal('forbidden', 'This form was not sent by a page of this service, so nothing was changed.', {
    fix: `Open ${own} itself. If that is not its address, those who run it name the right one with --public-url.`,
  });
}

export type CookieName = 'session' | 'sign_in' | 'provider';

/** A name that no other site can set; in plain HTTP, of this port alone, because all ports of a machine share their cookies. */
function nameOf(own: URL, name: CookieName): string {
  return own.protocol === 'https:' ? `__Host-ce_${name}` : `ce_${name}_${own.port === '' ? '80' : own.port}`;
}

/** The value of a cookie that this service set. Where there are several with its name, one may be from elsewhere, and none is taken. */
export function cookieIn(own: URL, { headers: { cookie = '' } }: FastifyRequest, name: CookieName): string | undefined {
  const begin = `${nameOf(own, name)}=`;
  const [value, ...others] = cookie.split(/; */).flatMap((pair) => (pair.startsWith(begin) ? [pair.slice(begin.length)] : []));
  return value !== undefined && others.length === 0 && /^[\w-]{43}(?:\.[\w.-]*)?$/.test(value) ? value : undefined;
}

/** Sets a cookie that goes after some seconds, or when the browser is closed; an empty one is removed. */
export function setCookie(own: URL, reply: FastifyReply, name: CookieName, value: string, seconds?: number): void {
  const secure = own.protocol === 'https:' ? '; Secure' : '';
  const end = value === '' ? '; Max-Age=0' : seconds === undefined ? '' : `; Max-Age=${seconds}`;
  reply.header('set-cookie', `${nameOf(own, name)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${end}`);
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Each form brings this along. Who only knows that there is a cookie cannot work it out, and it says nothing of the cookie. */
export function formToken(secret: string): string {
  return createHmac('sha256', secret).update('a form of this browser').digest('base64url');
}

/** Refuses a form that was not made for the browser with this secret. */
export function refuseOtherForm(secret: string | undefined, sent: unknown): void {
  if (secret !== undefined && typeof sent === 'string' && isSame(sent, formToken(secret))) return;
  throw new Refusal('forbidden', 'This form is not from your session, or is from one that has ended. Nothing was changed.', {
    fix: 'Open the page again, and send its form. Your browser must keep the cookies of this service.',
  });
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}

export interface Visitor {
  readonly principal: Principal;
  /** The id of the session, which only this browser has; absent for a program with a bearer token. */
  readonly secret?: string;
}

/** The sender of a request for a page; `undefined` if it says nothing, or its session is over. Throws a Refusal for a wrong token. */
export async function visitorOf(door: Door, outside: Outside, request: FastifyRequest): Promise<Visitor | undefined> {
  if (bearerOf(request.headers.authorization) !== undefined) return { principal: await principalOf(door, request, bearerOf) };
  const secret = cookieIn(ownOrigin(outside, request), request, 'session');
  if (secret === undefined) return undefined;
  const principal = await principalOfSession(door, request, tokenHash(secret));
  return principal && { principal, secret };
}

const nowhere = 'https://own.invalid';

/** Where to go after signing in: a path of this service, written as a browser would write it, and never another site. */
export function ownPath(next: unknown): string {
  if (typeof next !== 'string' || next.length > 2000 || !/^\/(?!\/)[\u0021-\u005B\u005D-\u007E]*$/.test(next) || next.includes('//'))
    return '/';
  const read = URL.parse(next, nowhere);
  return read?.origin === nowhere && `${read.pathname}${read.search}${read.hash}` === next ? next : '/';
}

/** A sign-in by the provider lasts so long, in seconds. */
const longestSignIn = 600;

/**
 * Begins a sign-in that only this browser can finish: its cookie has a new secret, the time, and where to go afterwards. All that the
 * provider is told derives from the whole of it, and comes back signed, so that no part can be another one in the end.
 */
export function beginSignIn(own: URL, reply: FastifyReply, next: string): string {
  const secret = `${newSecret()}.${Math.floor(Date.now() / 1000)}.${Buffer.from(next).toString('base64url')}`;
  setCookie(own, reply, 'provider', secret, longestSignIn);
  return secret;
}

/** The sign-in that this browser began, with where to go afterwards; `undefined` if there is none, or its time is over. */
export function signInOf(own: URL, request: FastifyRequest): { readonly secret: string; readonly next: string } | undefined {
  const secret = cookieIn(own, request, 'provider');
  const [, began = '', next = ''] = secret?.split('.') ?? [];
  const age = Date.now() / 1000 - Number(began);
  if (secret === undefined || !/^\d+$/.test(began) || age > longestSignIn || age < -1) return undefined;
  return { secret, next: ownPath(Buffer.from(next, 'base64url').toString()) };
}
