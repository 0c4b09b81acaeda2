import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { oldestTls, type Certificate } from './certificate.ts';
import { inTurn } from './in-turn.ts';
import type { ConnectionLimits } from './limits.ts';

/** A search may name a thousand commits in its query. */
const headerBytes = 64 * 1024;

/** Longer than the proxies that are usual keep a connection that they do not use: then none of them sends a request to one that ends. */
const keepAliveMs = 72_000;

/** The server of the service, with TLS if there is a certificate. */
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
export function endConnections(server: Server): void {
  for (const socket of socketsOf.get(server) ?? []) socket.destroy();
}

/** Answers what is no request of HTTP, or came too slowly, in the form of every other problem; and ends the connection. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Nobody can be answered whose handshake of TLS failed, or did not end in time: the answer would wait for it, and hold the connection.
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

/** Answers a request that nobody handles any more, and ends its connection. */
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
