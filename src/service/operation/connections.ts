import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { count } from '../../text/index.ts';
import type { Log } from '../log.ts';
import { clientOf } from './client-address.ts';

/** The log says at most once in so many milliseconds that connections were refused. */
const quietMs = 60_000;

/** So many connections are nobody's fault: a browser and a few runners at one address have them. */
const fewest = 16;

/** The most open connections, of all clients together and of one of them. */
export interface MostConnections {
  readonly all: number;
  /** Absent behind a proxy, from which all connections come. */
  readonly ofOne?: number | undefined;
}

/** The share of one client: a quarter, so that four of them are needed to hold all. */
export function shareOf(all: number): number {
  return Math.min(all, Math.max(fewest, Math.ceil(all / 4)));
}

/**
 * Bounds the open connections: one more is closed at once, so that it costs neither memory nor a file that the others need. Answers
 * how many were refused since the start.
 */
export function boundConnections(server: Server, { all, ofOne }: MostConnections, log: Log): () => number {
  let refused = 0;
  const tellAll = telling(
    (more) => `${all} connections are open, which is the most. ${more}. See who holds them, or give a larger --max-connections.`,
  );
  server.maxConnections = all;
  server.on('drop', () => {
    refused += 1;
    tellAll();
  });
  if (ofOne !== undefined) {
    const tellOne = telling(
      (more, client) =>
        `${client} holds ${ofOne} connections, which is the most of one client. ${more}. See who that is; a larger --max-connections gives each client more, and --behind-proxy is right if it is a proxy.`,
    );
    boundEach(server, ofOne, (client) => {
      refused += 1;
      tellOne(client);
    });
  }
  return () => refused;

  /** Says it now and then, with how many were refused since the last time. */
  function telling(words: (more: string, client: string) => string): (client?: string) => void {
    let [silent, toldAt] = [0, Number.NEGATIVE_INFINITY];
    return (client = '') => {
      silent += 1;
      if (performance.now() - toldAt < quietMs) return;
      log(words(silent === 1 ? 'A new one was refused' : `${count(silent, 'new one')} were refused`, client));
      [silent, toldAt] = [0, performance.now()];
    };
  }
}

function boundEach(server: Server, most: number, refuse: (client: string) => void): void {
  const held = new Map<string, number>();
  // Before a server with TLS begins its handshake.
  server.prependListener('connection', (socket: Socket) => {
    const client = clientOf(socket.remoteAddress ?? '');
    const others = held.get(client) ?? 0;
    if (others >= most) {
      refuse(client);
      socket.destroy();
      return;
    }
    held.set(client, others + 1);
    socket.once('close', () => {
      const left = (held.get(client) ?? 1) - 1;
      if (left === 0) held.delete(client);
      else held.set(client, left);
    });
  });
}
