import type { Dispatcher } from 'undici';
import { UsageError } from '../errors/index.ts';
import { orNothing } from '../text/index.ts';
import { describeWay, wayTo, type Network } from './proxy.ts';
import type * as parts from './undici.ts';

/** Loads more slowly than all else of a run together, and a dry run sends no request. */
export type Http = typeof parts;

const { promise, resolve } = Promise.withResolvers<void>();

/** Never resolves in a run that sends nothing. */
export const httpLoaded: Promise<void> = promise;

export async function loadHttp(): Promise<Http> {
  const http = await import('./undici.ts');
  resolve();
  return http;
}

/** In milliseconds: to connect, until the headers of the answer, between parts of its body. */
export interface ExchangeTimeouts {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
}

export const defaultTimeouts: ExchangeTimeouts = { connect: 10_000, headers: 30_000, body: 30_000 };

interface Route {
  readonly dispatcher: Dispatcher;
  /** Origin, without its user and password; `undefined` where the way is direct. */
  readonly proxy: string | undefined;
}

/** A pool for the direct way, and one for the proxy. */
export interface Connections {
  /** Throws a `UsageError` where the environment names a proxy with an address that is wrong. */
  towards(url: URL): Promise<Route>;
  describe(url: URL): readonly string[];
  close(): void;
}

/**
 * Opens no connection yet. Certificates are verified on every way. An environment that says otherwise is a `UsageError`, because anybody on
 * the way could then answer in place of the service.
 */
export function openConnections(timeouts: ExchangeTimeouts, network: Network): Connections {
  if (network['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    throw new UsageError('conflicting-inputs', 'NODE_TLS_REJECT_UNAUTHORIZED is 0: no certificate would be verified', {
      fix: 'Take it out of the environment; for a private certificate authority set NODE_EXTRA_CA_CERTS to its PEM file',
    });
  }
  const pools = new Map<string, Promise<Route>>();
  const connect = { timeout: timeouts.connect, rejectUnauthorized: true };
  const options = { headersTimeout: timeouts.headers, bodyTimeout: timeouts.body, keepAliveTimeout: 10_000 };

  async function open(proxy: URL | undefined): Promise<Route> {
    const { Agent, Pool, ProxyAgent } = await loadHttp();
    if (proxy === undefined) return { dispatcher: new Agent({ ...options, connect }), proxy: undefined };
    const agent = new ProxyAgent({
      ...options,
      ...proxyToken(proxy),
      uri: proxy.origin,
      requestTls: connect,
      proxyTls: connect,
      // A proxy that never answers CONNECT gets no more time than a service.
      clientFactory: (origin, own) => new Pool(origin, { ...own, ...options }),
    });
    return { dispatcher: agent, proxy: proxy.origin };
  }

  return {
    async towards(url) {
      const way = wayTo(url, network);
      const proxy = way.kind === 'proxy' ? way.proxy : undefined;
      const key = proxy?.href ?? 'direct';
      const route = pools.get(key) ?? open(proxy);
      pools.set(key, route);
      return route;
    },
    describe: (url) => describeWay(wayTo(url, network), url, network),
    close() {
      for (const route of pools.values()) route.then(({ dispatcher }) => dispatcher.destroy()).catch(() => undefined);
    },
  };
}

function proxyToken(proxy: URL): { token?: string } {
  if (proxy.username === '' && proxy.password === '') return {};
  const credentials = `${decoded(proxy.username)}:${decoded(proxy.password)}`;
  return { token: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** A password with a bare `%` is used as it is. */
function decoded(part: string): string {
  return orNothing(() => decodeURIComponent(part)) ?? part;
}
