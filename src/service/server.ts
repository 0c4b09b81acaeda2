import type { AddressInfo } from 'node:net';
import { UsageError } from '../errors/index.ts';
import { buildApp } from './app.ts';
import { linksFrom } from './evidence/links.ts';
import { startSender } from './notify/sender.ts';
import { openTypeRules } from './rules/rules.ts';
import { openData } from './store/index.ts';

export interface ServiceOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** The directory of everything that the service keeps; it is made if necessary. */
  readonly dataDir: string;
  /** Where people reach the service, if it is not where the service listens. */
  readonly publicUrl?: string;
  /** Limits each token; without it nothing is limited. */
  readonly requestsPerMinute?: number;
  /** The hosts that messages may go to, as `name` or `name:port`; none by default. */
  readonly webhookHosts?: readonly string[];
  /** Whether evidence creates its flow if there is none of that name; it does by default. */
  readonly beginsFlows?: boolean;
  /** Takes the lines of the log. */
  readonly logger?: (line: string) => void;
}

/** How long a stopping service waits for the requests under way. */
const patienceMs = 10_000;

export interface RunningService {
  /** The address where it listens, for example `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Finishes the running requests, and closes the data. */
  close(): Promise<void>;
}

/** Starts the service; answers when it is ready for requests. Throws a UsageError when the data directory is in use. */
export async function startService({
  host,
  port,
  dataDir,
  publicUrl,
  requestsPerMinute,
  webhookHosts = [],
  beginsFlows = true,
  logger = () => {},
}: ServiceOptions): Promise<RunningService> {
  if (publicUrl !== undefined && !/^https?:$/.test(URL.parse(publicUrl)?.protocol ?? '')) {
    throw new UsageError('invalid-input', `The public address is not one of the web: ${publicUrl}`, {
      fix: 'Write it in full, such as https://evidence.example, or leave it out.',
    });
  }
  const data = await openData(dataDir);
  let url = '';
  const links = linksFrom(() => publicUrl?.replace(/\/+$/, '') ?? url);
  const typeRules = openTypeRules();
  const evidence = { store: data.store, blobs: data.blobs, links, typeRules, webhookHosts: new Set(webhookHosts), beginsFlows };
  const app = buildApp(evidence, logger, { requestsPerMinute, requestCounts: data.requestCounts, publicUrl });
  app.addHook('onClose', async () => {
    await typeRules.close();
    await data.close();
  });
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    throw notListening(host, port, error);
  }
  url = urlOf(app.server.address());
  const sender = startSender(evidence, logger);
  return {
    url,
    close: async () => {
      // A client that never finishes its request must not keep the service from stopping.
      const patience = setTimeout(() => app.server.closeAllConnections(), patienceMs);
      // A connection that has just had its answer counts as busy for a moment, and would then be kept for the next request.
      const idle = setInterval(() => app.server.closeIdleConnections(), 50);
      await sender.stop();
      await app.close();
      clearInterval(idle);
      clearTimeout(patience);
    },
  };
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string')
    throw new Error(`The service listens on ${address ?? 'nothing'} where a port was expected.`);
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

/** The caller can change an address that is not free; anything else is our fault. */
function notListening(host: string, port: number, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code !== 'EADDRINUSE' && code !== 'EADDRNOTAVAIL' && code !== 'EACCES' && code !== 'ENOTFOUND') return cause;
  const why =
    code === 'EADDRINUSE' ? 'something else listens there' : code === 'EACCES' ? 'this user may not' : 'this machine has no such address';
  return new UsageError('invalid-input', `The service cannot listen on ${host}, port ${port}: ${why}.`, {
    cause,
    fix: 'Choose another port (0 takes a free one), or an address of this machine.',
  });
}
