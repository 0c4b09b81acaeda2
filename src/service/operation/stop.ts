import { once } from 'node:events';
import { Server as NetServer } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { endConnections } from './listener.ts';

/** How long a stopping service waits for the requests under way. */
const usualPatienceMs = 10_000;

export interface StopTimes {
  /** How long it goes on while it is not ready, so that a proxy sees that and asks another service. */
  readonly drainMs: number;
  /** How long connections that nobody uses stay open then. */
  readonly lingerMs: number;
  /** How long the requests under way may take. */
  readonly patienceMs?: number;
}

/**
 * Stops listening, and waits for the requests under way. A client that is busy learns with its next answer that its connection
 * ends: if it were closed between two requests, the second one might be on its way already.
 */
export async function stopListening(app: FastifyInstance, { drainMs, lingerMs, patienceMs = usualPatienceMs }: StopTimes): Promise<void> {
  if (drainMs > 0) await sleep(drainMs);
  // Right after the connections that waited for it were taken: the system resets those that wait when nobody listens any more.
  await turn();
  NetServer.prototype.close.call(app.server);
  if (lingerMs > 0) await Promise.race([once(app.server, 'close'), sleep(lingerMs)]);
  // A client that never finishes its request must not keep the service from stopping.
  const patience = setTimeout(() => endConnections(app.server), patienceMs);
  // A connection that has just had its answer counts as busy for a moment, and would then be kept for the next request.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(patience);
  }
}
