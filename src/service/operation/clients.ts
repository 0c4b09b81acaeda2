import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { count } from '../../text/index.ts';
import { endWith, type ConnectionLimits } from './listener.ts';
import type { Log } from './log.ts';

/** Stands for all clients of whom a proxy says something else than an address. */
const unknown = 'unknown';

/** An IPv4 or an IPv6 address with a port behind it, as some proxies write it. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([\da-f:.]+)\]):\d{1,5}$/i;

/** The IP address in what a socket or a proxy says, without a port. Anything else is `unknown`: it is not remembered or logged. */
export function addressIn(said: string): string {
  if (isIP(said) !== 0) return said;
  const [, v4, v6] = withPort.exec(said) ?? [];
  const address = v4 ?? v6 ?? '';
  return isIP(address) === 0 ? unknown : address;
}

/** The client of an address: an IPv4 address, or the first 64 bits of an IPv6 address, because one owner has all that begin with them. */
export function clientOf(said: string): string {
  const address = addressIn(said);
  if (address === unknown) return unknown;
  const read = ipaddr.process(address);
  return read instanceof ipaddr.IPv6
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${read.toNormalizedString()}/64`).toString()}/64`
    : read.toString();
}

/** Addresses that are not of the internet: loopback, link-local, and those of private networks. */
const nearby = new BlockList();
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  nearby.addSubnet(net, bits, 'ipv4');
nearby.addAddress('::1', 'ipv6');
nearby.addSubnet('fc00::', 7, 'ipv6');
nearby.addSubnet('fe80::', 10, 'ipv6');

/**
 * Whether an address on the way of a request may say from where it came. `hop` counts from this process on. So many proxies are
 * believed and no more: a client can write anything before what they write. And none is believed that comes from the internet
 * itself, past the proxy.
 */
export function isBelieved(proxies: number): (address: string, hop: number) => boolean {
  return (address, hop) => hop < proxies && (hop > 0 || nearby.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'));
}

/** Keys that are remembered. The one that came first is forgotten first, so that many of them cost no memory. */
const most = 10_000;

/** How often something came in the current window of a key, and the milliseconds until that ends. */
interface Counted {
  readonly count: number;
  readonly leftMs: number;
}

export interface Windows {
  /** Counts one more. The first one begins a window of so many milliseconds. */
  readonly add: (key: string, windowMs: number) => Counted;
  /** Counts nothing. */
  readonly look: (key: string) => Counted;
}

/** Counts what comes of each key, in windows of time. The clock never goes back: a wall clock that is put back would lock clients out. */
export function openWindows(now: () => number = () => performance.now()): Windows {
  const windows = new Map<string, { readonly endsAt: number; count: number }>();
  const current = (key: string, at: number) => {
    const known = windows.get(key);
    return known !== undefined && known.endsAt > at ? known : undefined;
  };
  return {
    add: (key, windowMs) => {
      const at = now();
      let window = current(key, at);
      if (window === undefined) {
        window = { endsAt: at + windowMs, count: 0 };
        windows.delete(key);
        windows.set(key, window);
        const [first] = windows.keys();
        if (windows.size > most && first !== undefined) windows.delete(first);
      }
      window.count += 1;
      return { count: window.count, leftMs: window.endsAt - at };
    },
    look: (key) => {
      const at = now();
      const window = current(key, at);
      return window === undefined ? { count: 0, leftMs: 0 } : { count: window.count, leftMs: window.endsAt - at };
    },
  };
}

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
