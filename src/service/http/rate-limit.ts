import { createHash } from 'node:crypto';
import { callbackify } from 'node:util';
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestCounts } from '../store/backend.ts';

/** Limits the requests of each caller per minute. Without `counts`, this process counts for itself. */
export function limitRequests(app: FastifyInstance, max: number, counts: RequestCounts | undefined): void {
  const store = counts === undefined ? {} : { store: storeOn(counts) };
  app.register(rateLimit, { max, timeWindow: '1 minute', keyGenerator: callerOf, ...store });
}

/** The caller that a request counts for. The token itself is kept nowhere. */
function callerOf({ headers, ip }: FastifyRequest): string {
  return headers.authorization === undefined ? ip : createHash('sha256').update(headers.authorization).digest('hex');
}

/** The counts in the shape that the framework asks for. */
function storeOn(counts: RequestCounts): new () => FastifyRateLimitStore {
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
