import { createHash } from 'node:crypto';
import { callbackify } from 'node:util';
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { operations } from '../../contract/index.ts';
import { readerSecretOf, secretOf } from '../auth/header.ts';
import { clientOf } from '../operation/client-address.ts';
import { openWindows, type Windows } from '../operation/windows.ts';
import type { RequestCounts } from '../store/backend.ts';

/** Counts of all services together, or of this process alone. */
type Counts = RequestCounts | Pick<Windows, 'add'>;

/** Limits the requests of each caller per minute. Without `counts`, this process counts for itself. */
export function limitRequests(app: FastifyInstance, max: number, counts: Counts = openWindows()): void {
  app.register(rateLimit, { global: false, max, timeWindow: '1 minute', keyGenerator: callerOf, store: storeOn(counts) });
  app.after(() => {
    const count = app.rateLimit();
    // Before it is looked up who asks: as a hook of each route it would come after that, and never meet a stranger.
    app.addHook('onRequest', async function limit(request, reply) {
      if (request.routeOptions.config.rateLimit !== false) await count.call(this, request, reply);
    });
  });
}

/** Nobody looks at a token there: with another one each time, a stranger would be another caller each time. */
const withoutToken = `/api/v2${operations.exchangeIdToken.path}`;

/**
 * The caller that a request counts for: the token, however its header is written, or else the client. The token itself is kept
 * nowhere.
 */
function callerOf({ headers: { authorization }, ip, routeOptions, url }: FastifyRequest): string {
  if (routeOptions.url === withoutToken) return clientOf(ip);
  const secret = url.startsWith('/api/') ? secretOf(authorization) : readerSecretOf(authorization);
  return secret === undefined ? clientOf(ip) : createHash('sha256').update(secret).digest('hex');
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
