import type { Server } from 'node:http';
import { count } from '../../text/index.ts';
import type { Log } from '../log.ts';

/** The log says at most once in so many milliseconds that connections were refused. */
const quietMs = 60_000;

/**
 * Bounds the open connections: one more is closed at once, so that it costs neither memory nor a file that the others need. Answers
 * how many were refused since the start.
 */
export function boundConnections(server: Server, most: number, log: Log): () => number {
  let [refused, told, toldAt] = [0, 0, Number.NEGATIVE_INFINITY];
  server.maxConnections = most;
  server.on('drop', () => {
    refused += 1;
    if (performance.now() - toldAt < quietMs) return;
    const more = refused - told === 1 ? 'A new one was refused' : `${count(refused - told, 'new one')} were refused`;
    log(`${most} connections are open, which is the most. ${more}. See who holds them, or give a larger --max-connections.`);
    [told, toldAt] = [refused, performance.now()];
  });
  return () => refused;
}
