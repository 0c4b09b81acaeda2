import { once } from 'node:events';
import { STATUS_CODES, createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { oldestTls, type Certificate } from './certificate.ts';

/** Real clients wait for each answer; those few that do not send no more ahead than this. */
const mostWaiting = 32;

/** Characters of all headers that wait on one connection, as many as one request may have. */
const mostCharacters = 64 * 1024;

/**
 * Handles the requests of one connection one after the other, and lets other connections have their turn in between. A client may
 * send the next ones before it has its answers: 800 that come in one piece would otherwise be handled in one go, for as long as
 * everybody else waits. The same holds for hundreds of connections together: one request that waited begins in each turn of the event loop,
 * so that who just came waits for one of them, and not for all. A connection on which too many wait, or too long ones, is ended.
 */
export function inTurn(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, { last: ServerResponse; waiting: number; characters: number }>();
  const begin = oneEachTurn();
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line === undefined || line.last.writableFinished) {
      lines.set(socket, { last: response, waiting: 0, characters: 0 });
      handle(request, response);
      return;
    }
    const before = line.last;
    line.last = response;
    const characters = sizeOf(request);
    line.waiting += 1;
    line.characters += characters;
    if (line.waiting > mostWaiting || line.characters > mostCharacters) {
      socket.destroy();
      return;
    }
    before.once('close', () =>
      begin(() => {
        line.waiting -= 1;
        line.characters -= characters;
        if (!socket.destroyed) handle(request, response);
      }),
    );
  };
}

function sizeOf({ rawHeaders, url = '' }: IncomingMessage): number {
  return rawHeaders.reduce((sum, { length }) => sum + length, url.length);
}

/** Runs what it is given in the order in which it came, one in each turn of the event loop. */
function oneEachTurn(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const next = (): void => {
    waiting[0]?.();
    waiting.shift();
    if (waiting.length > 0) setImmediate(next);
  };
  return (work) => {
    waiting.push(work);
    if (waiting.length === 1) setImmediate(next);
  };
}

/** The bounds on what one connection may cost, in milliseconds and bytes. */
export interface ConnectionLimits {
  /** For the headers of a request, also the first of a connection that says nothing. */
  readonly headersMs: number;
  /** For a whole request: long enough for the largest attachment on a slow line. */
  readonly requestMs: number;
  /** Without a byte in either direction, such as a client that does not take its answer. */
  readonly idleMs: number;
  /** How long a body may be slower than `bodyRate`. */
  readonly bodyGraceMs: number;
  /** Bytes a second that a body must bring on average; the largest attachment takes hours with so few. */
  readonly bodyRate: number;
  /** Bytes of a body as they cross the network, many times those of the largest form: a client that sent too much shall see the answer. */
  readonly bodyBytes: number;
  readonly lookMs: number;
}

export const usualLimits: ConnectionLimits = {
  headersMs: 20_000,
  requestMs: 300_000,
  idleMs: 120_000,
  bodyGraceMs: 20_000,
  bodyRate: 1024,
  bodyBytes: 256 * 1024 * 1024,
  lookMs: 5000,
};

/** Open connections of one process. */
export const usualConnections = 1000;

/** A search may name a thousand commits in its query. */
const headerBytes = 64 * 1024;

/** Longer than the proxies that are usual keep a connection that they do not use: then none of them sends a request to one that ends. */
const keepAliveMs = 72_000;

export function createListener(handler: RequestListener, limits: ConnectionLimits, certificate: Certificate | undefined): Server {
  const options = {
    maxHeaderSize: headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.lookMs,
    keepAliveTimeout: keepAliveMs,
  };
  const handleInTurn = inTurn(handler);
  const server =
    certificate === undefined
      ? createServer(options, handleInTurn)
      : createTlsServer(
          { ...options, cert: certificate.cert, key: certificate.key, minVersion: oldestTls, handshakeTimeout: limits.headersMs },
          handleInTurn,
        );
  server.setTimeout(limits.idleMs);
  const sockets = new Set<Socket>();
  socketsOf.set(server, sockets);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return server;
}

const socketsOf = new WeakMap<Server, ReadonlySet<Socket>>();

/** Ends every connection of a listener at once, also one whose handshake of TLS is under way: Node's own way does not know of that. */
function endConnections(server: Server): void {
  for (const socket of socketsOf.get(server) ?? []) socket.destroy();
}

/** Answers what is no request of HTTP, or came too slowly, in the form of every other problem; and ends the connection. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  // A client whose TLS handshake failed, or was too slow, cannot be answered: the answer would wait for it, and hold the connection.
  if (!/^(?:HPE|ERR_HTTP)_/.test(error.code ?? '')) {
    socket.destroy();
    return;
  }
  if (socket.destroyed) return;
  const [status, message] = problemOf(error.code);
  endWith(socket, status, message);
}

function problemOf(code = ''): readonly [status: number, message: string] {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'The request came too slowly. Send it again, at once and as a whole.'];
    case 'HPE_HEADER_OVERFLOW':
      return [431, `The path and the headers of the request have more than ${headerBytes / 1024} KiB. Send less.`];
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return [413, 'The extensions of the chunks of the body are too long. Send none.'];
    default:
      return [
        400,
        'The request is not one of HTTP. Check the address: it begins with http:// or https://, as the service says when it starts.',
      ];
  }
}

/** Answers a request that is no longer handled, and ends its connection. */
export function endWith(socket: Duplex, status: number, message: string): void {
  // As Node itself does: an answer that has begun must not be followed by another one.
  const answering: unknown = Reflect.get(socket, '_httpMessage');
  const hasBegun = typeof answering === 'object' && answering !== null && Reflect.get(answering, 'headersSent') === true;
  if (hasBegun || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: private, no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** How long a stopping service waits for the requests under way. */
const usualPatienceMs = 10_000;

export interface StopTimes {
  /** How long it goes on while it is not ready, so that a proxy sees that and asks another service. */
  readonly drainMs: number;
  /** How long unused connections stay open then. */
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
  // Right after the waiting connections were taken: when nothing listens any more, the system resets those that wait.
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
