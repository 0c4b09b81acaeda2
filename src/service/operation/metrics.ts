import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { promisify } from 'node:util';
import { onCommit } from '../sql/engine.ts';
import type { Store } from '../store/store.ts';
import { within } from '../turns.ts';
import { notListening, urlOf } from './address.ts';
import type { AnsweredRequest, Log } from './log.ts';
import { shared, type Room } from './ready.ts';

interface Measured {
  readonly store: Store;
  readonly room: Room;
  readonly server: Server;
  readonly refusedConnections: () => number;
  readonly version: string;
  readonly engine: string;
}

interface Metrics {
  readonly answered: (request: AnsweredRequest) => void;
  readonly contentType: string;
  /** All of them, in the text format of Prometheus. */
  readonly text: () => Promise<string>;
  readonly stop: () => void;
}

/** In seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const commitBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const groupBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** A database that hangs must not make the metrics hang, which are needed most then. */
const longestMs = 1000;

/** Measures a service. No label has a name that a user chose: so the series are bounded, and do not show whose evidence is here. */
async function openMetrics(measured: Measured): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const { engine, refusedConnections, room, server, store, version } = measured;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const named = (name: string, help: string) => ({ name: `evidence_${name}`, help, registers });
  const gauge = (name: string, help: string) => new Gauge(named(name, help));
  const counter = (name: string, help: string) => new Counter(named(name, help));
  const duration = new Histogram({
    ...named('http_request_duration_seconds', 'How long requests took, until their answer was sent or their client had gone.'),
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
  });
  const cutOff = counter('http_requests_cut_off_total', 'Requests whose client had gone before it had the answer.');
  const commit = new Histogram({
    ...named('store_commit_duration_seconds', 'How long durable commits took.'),
    buckets: commitBuckets,
  });
  const group = new Histogram({ ...named('store_commit_writes', 'Writes that shared a commit.'), buckets: groupBuckets });
  const up = gauge('store_up', '1 if the database answers, 0 if not.');
  const damaged = gauge('store_damaged', '1 since damage was met in the database, 0 if none was.');
  const full = gauge('store_full', '1 if there is no room to write in, or a write found none in the last minute, 0 if not.');
  const waiting = gauge(
    'messages_waiting',
    'Messages to targets that are not delivered yet; at most 10000 are counted. NaN if the database does not answer.',
  );
  const oldest = gauge(
    'messages_oldest_seconds',
    'How long the first target that messages are due for has been waiting. NaN if the database does not answer.',
  );
  const connections = gauge('http_connections', 'Open connections.');
  const refused = counter(
    'http_connections_refused_total',
    'Connections that were refused because too many were open, of all clients or of one.',
  );
  const build = new Gauge({ ...named('build_info', 'The version of the program, as a label.'), labelNames: ['version', 'store'] });
  build.set({ version, store: engine }, 1);
  const unlisten = onCommit(({ milliseconds, writes }) => {
    commit.observe(milliseconds / 1000);
    group.observe(writes);
  });
  const ask = shared(() => store.waitingMessages());
  const countConnections = promisify(server.getConnections.bind(server));

  async function isFull(): Promise<boolean> {
    // A disk that does not answer is no full one, and `/ready` says it.
    const isLeft = within(longestMs, room.isLeft(), () => new Error('The disk does not answer.')).catch(() => true);
    return room.wasMissing() || !(await isLeft);
  }

  async function look(): Promise<void> {
    damaged.set(store.damage() === undefined ? 0 : 1);
    full.set((await isFull()) ? 1 : 0);
    connections.set(await countConnections());
    refused.reset();
    refused.inc(refusedConnections());
    try {
      const { count, dueSince } = await within(longestMs, ask(), () => new Error('The database does not answer.'));
      up.set(1);
      waiting.set(count);
      oldest.set(dueSince === undefined ? 0 : Math.max(0, Date.now() / 1000 - dueSince));
    } catch {
      up.set(0);
      for (const unknown of [waiting, oldest]) unknown.set(Number.NaN);
    }
  }

  return {
    answered: ({ isCutOff, method, milliseconds, route, status }) => {
      duration.observe({ method, route, status }, milliseconds / 1000);
      if (isCutOff) cutOff.inc();
    },
    contentType: registry.contentType,
    text: async () => {
      await look();
      return await registry.metrics();
    },
    stop: unlisten,
  };
}

export interface MetricsPlace {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
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
