import { getProxyUrl } from '@actions/http-client/lib/proxy';
import { Agent, ProxyAgent, type Dispatcher } from 'undici';

/** Timeouts of one exchange, in milliseconds: to connect, until the headers of the answer, between parts of its body. */
export interface ExchangeTimeouts {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
}

export const defaultTimeouts: ExchangeTimeouts = { connect: 10_000, headers: 30_000, body: 30_000 };

/** Kept-alive connections of one client, one pool for the direct way and one for each proxy. */
export interface Connections {
  /** The way to this URL: through the proxy that `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` (either case) name for it, or direct. */
  towards(url: URL): Dispatcher;
  close(): void;
}

export function openConnections(timeouts: ExchangeTimeouts): Connections {
  const pools = new Map<string, Dispatcher>();
  const options = {
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    connect: { timeout: timeouts.connect },
    keepAliveTimeout: 10_000,
  };
  return {
    towards(url) {
      const proxy = proxyFor(url);
      const key = proxy?.href ?? 'direct';
      let pool = pools.get(key);
      if (pool === undefined) {
        pool = proxy === undefined ? new Agent(options) : new ProxyAgent({ ...options, uri: proxy.origin, ...proxyToken(proxy) });
        pools.set(key, pool);
      }
      return pool;
    },
    close() {
      for (const pool of pools.values()) pool.destroy().catch(() => undefined);
      pools.clear();
    },
  };
}

/** Curl and others take `proxy:3128` for a proxy, which reads as a URL of the scheme `proxy:`. */
function proxyFor(url: URL): URL | undefined {
  const proxy = getProxyUrl(url);
  return proxy !== undefined && /^[^:/]+:\d+\/?$/.test(proxy.href) ? new URL(`http://${proxy.href}`) : proxy;
}

function proxyToken(proxy: URL): { token?: string } {
  if (proxy.username === '' && proxy.password === '') return {};
  return { token: `Basic ${Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')}` };
}
