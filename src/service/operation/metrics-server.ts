import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Log } from '../log.ts';
import { notListening, urlOf } from './address.ts';
import { openMetrics, type Measured, type Metrics } from './metrics.ts';

export interface MetricsPlace {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** The version of the program, which is one of the metrics. */
  readonly version: string;
}

export interface ServedMetrics extends Pick<Metrics, 'answered'> {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves the metrics at `/metrics` of an address of their own: who may read them is then who reaches that address, which no proxy
 * opens to the world together with the interface. Throws a UsageError if the address is not free.
 */
export async function serveMetrics(
  { host, port, version }: MetricsPlace,
  measured: Omit<Measured, 'version'>,
  log: Log,
): Promise<ServedMetrics> {
  const metrics = await openMetrics({ ...measured, version });
  const server = serverOf(metrics, log);
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    metrics.stop();
    throw notListening('metrics', { host, port }, error);
  }
  return {
    answered: metrics.answered,
    url: `${urlOf(server)}/metrics`,
    close: async () => {
      metrics.stop();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function serverOf({ contentType, text }: Metrics, log: Log): Server {
  const limits = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 };
  const server = createServer(limits, (request, response) => {
    request.resume();
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is nothing here but GET /metrics.\n');
      return;
    }
    text().then(
      (body) => response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body),
      (error: unknown) => {
        log(`The metrics cannot be read: ${String(error)}`);
        response.writeHead(500).end();
      },
    );
  });
  server.maxConnections = 20;
  server.setTimeout(60_000);
  return server;
}
