import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { callbackify } from 'node:util';
import rateLimit from '@fastify/rate-limit';
import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { operations } from '../../contract/index.ts';
import { bearerOf, schemeOf, secretOf, tokenHash } from '../auth/authenticators.ts';
import { callerOf } from '../auth/principal.ts';
import type { RequestCounts } from '../backend.ts';
import { Refusal } from '../evidence/refusal.ts';
import { addressIn, clientOf, openWindows, type Windows } from '../operation/clients.ts';
import { routeOf, type AnsweredRequest } from '../operation/log.ts';

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

/** Counts of all services together, or of this process alone. */
type Counts = RequestCounts | Pick<Windows, 'add'>;

/** Limits the requests of each caller per minute. Without `counts`, this process counts for itself. */
export function limitRequests(app: FastifyInstance, max: number, counts: Counts = openWindows()): void {
  app.register(rateLimit, { global: false, max, timeWindow: '1 minute', keyGenerator: countedCaller, store: storeOn(counts) });
  app.after(() => {
    const count = app.rateLimit();
    // Before it is looked up who asks: as a hook of each route it would come after that, and never meet a stranger.
    app.addHook('onRequest', async function limit(request, reply) {
      if (request.routeOptions.config.rateLimit !== false) await count.call(this, request, reply);
    });
  });
}

/** Tokens do not count there: with another one each time, a stranger would be another caller each time. */
const withoutToken = `/api/v2${operations.exchangeIdToken.path}`;

/** The caller that a request counts for: the token, however its header is written, or else the client. The token itself is not kept. */
function countedCaller({ headers: { authorization }, ip, routeOptions, url }: FastifyRequest): string {
  if (routeOptions.url === withoutToken) return clientOf(ip);
  const secret = url.startsWith('/api/') ? secretOf(authorization) : bearerOf(authorization);
  return secret === undefined ? clientOf(ip) : tokenHash(secret);
}

/** The counts in the shape that the framework asks for. */
function storeOn(counts: Counts): new () => FastifyRateLimitStore {
  const add = callbackify(async (caller: string, windowMs: number) => {
    const { count, leftMs } = await counts.add(caller, windowMs);
    return { current: count, ttl: leftMs };
  });
  return class implements FastifyRateLimitStore {
    incr(...[caller, done, windowMs]: Parameters<FastifyRateLimitStore['incr']>): void {
      add(caller, windowMs, done);
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };
}

/** The form of an id that a caller or a proxy may choose: nothing that a log or a header could trip over. */
const form = /^[\w.:+/=@-]{1,128}$/;

/** The id by which a request is found in the logs: that of its header `x-request-id`, or a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && form.test(sent) ? sent : randomUUID();
}

/** Tells of each request when its answer is sent, or its client has gone. */
export function tellAnswered(app: FastifyInstance, tell: (request: AnsweredRequest) => void): void {
  app.addHook('onRequest', (request, reply, done) => {
    const began = performance.now();
    reply.raw.once('close', () => {
      const caller = callerOf(request);
      tell({
        id: request.id,
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        milliseconds: Math.round((performance.now() - began) * 10) / 10,
        address: addressIn(request.ip),
        user: caller?.userName,
        credential: caller === undefined ? undefined : `${caller.credential.kind} ${caller.credential.id}`,
        isCutOff: !reply.raw.writableFinished,
      });
    });
    done();
  });
}
