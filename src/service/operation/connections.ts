import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { count } from '../../text/index.ts';
import { clientOf } from './clients.ts';
import { endWith, type ConnectionLimits } from './listener.ts';
import type { Log } from './log.ts';

interface Upload {
  readonly answer: ServerResponse;
  /** The bytes that its connection had brought before it. */
  readonly before: number;
  since: number;
  bytes: number;
}

/**
 * Ends the requests whose body comes more slowly than any real client sends: each holds a connection, and a byte a second would
 * hold it for minutes. Time in which this process itself did not read is not counted. The same for a body without end: its rest is
 * read and dropped where it was refused, so that an honest client sees why, and would be so for minutes.
 */
export function boundBodies(app: FastifyInstance, { bodyBytes, bodyGraceMs, bodyRate, lookMs }: ConnectionLimits): void {
  const uploads = new Map<IncomingMessage, Upload>();
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined) {
      const { bytesRead } = raw.socket;
      uploads.set(raw, { answer: reply.raw, before: bytesRead, since: performance.now(), bytes: bytesRead });
    }
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    // The rest of a body that was refused early is still on its way.
    if (request.raw.complete) uploads.delete(request.raw);
    done();
  });
  const look = setInterval(() => {
    const now = performance.now();
    for (const [raw, upload] of uploads) {
      const { bytesRead, destroyed } = raw.socket;
      if (raw.complete || destroyed) uploads.delete(raw);
      else if (bytesRead - upload.before > bodyBytes)
        end(raw, upload, 413, `The body of the request has more than ${bodyBytes / 1024 / 1024} MiB. Send less, or split it.`);
      else if (raw.readableLength > 0) [upload.since, upload.bytes] = [now, bytesRead];
      else if (isSlow(upload, bytesRead, now))
        end(raw, upload, 408, 'The body of the request came too slowly. Send it again, at once and as a whole.');
    }
  }, lookMs).unref();
  app.addHook('onClose', async () => clearInterval(look));

  function end(raw: IncomingMessage, { answer }: Upload, status: number, message: string): void {
    uploads.delete(raw);
    if (answer.headersSent) raw.socket.destroy();
    else endWith(raw.socket, status, message);
  }

  function isSlow({ bytes, since }: Upload, received: number, now: number): boolean {
    return now - since > bodyGraceMs && (received - bytes) * 1000 < bodyRate * (now - since);
  }
}

/** The log says at most once in so many milliseconds that connections were refused. */
const quietMs = 60_000;

/** So many connections are normal: a browser and a few runners at one address have them. */
const fewest = 16;

/** The most open connections, of all clients together and of one of them. */
interface MostConnections {
  readonly all: number;
  /** Absent behind a proxy, from which all connections come. */
  readonly ofOne?: number | undefined;
}

/** The share of one client: a quarter, so that four of them are needed to hold all. */
export function shareOf(all: number): number {
  return Math.min(all, Math.max(fewest, Math.ceil(all / 4)));
}

/** Bounds the open connections: one more is closed at once, and costs no memory or file. Answers how many were refused since the start. */
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
