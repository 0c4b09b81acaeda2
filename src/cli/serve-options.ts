import { UsageError } from '../errors/index.ts';
import type { ServiceOptions } from '../service/index.ts';
import { given } from '../text/index.ts';

/** The options of `serve` about how others reach the service, and how much of that it takes. */
export interface ReachOptions {
  readonly publicUrl?: string;
  readonly rateLimit?: string;
  readonly webhookHost?: readonly string[];
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** `true` without a number. */
  readonly behindProxy?: string | true;
  readonly maxConnections?: string;
  readonly metricsPort?: string;
  readonly metricsHost?: string;
  readonly drain?: string;
}

/** Long enough for clients that are busy to send one more request, and to learn from its answer that their connection ends. */
const lingerMs = 250;

type Reach = Pick<
  ServiceOptions,
  'publicUrl' | 'requestsPerMinute' | 'webhookHosts' | 'tls' | 'proxies' | 'maxConnections' | 'metrics' | 'stop'
>;

/** Reads them. Throws a UsageError. */
export async function readReach(options: ReachOptions, version: string): Promise<Reach & Required<Pick<Reach, 'stop'>>> {
  const { drain, maxConnections, metricsHost, metricsPort, publicUrl, rateLimit, webhookHost = [] } = options;
  if (metricsHost !== undefined && metricsPort === undefined) {
    throw new UsageError('missing-input', '--metrics-host needs a port', {
      fix: 'Add --metrics-port 9464, or leave it out for no metrics',
    });
  }
  for (const host of webhookHost) {
    if (host === '*' || URL.parse(`https://${host}`)?.host === host) continue;
    throw new UsageError('invalid-input', `--webhook-host is not a host: ${host}`, {
      fix: "Write the name as it stands in the address, in small letters, with its port where that is not 443: hooks.example or hooks.example:8443; or '*' for every public host",
    });
  }
  return {
    webhookHosts: webhookHost,
    stop: { drainMs: drain === undefined ? 0 : await readTime(drain, '--drain'), lingerMs },
    ...given({
      publicUrl,
      requestsPerMinute: readCount(rateLimit, '--rate-limit', 'requests'),
      tls: readTls(options),
      proxies: readProxies(options.behindProxy),
      maxConnections: readCount(maxConnections, '--max-connections', 'connections'),
      metrics:
        metricsPort === undefined
          ? undefined
          : { host: metricsHost ?? '127.0.0.1', port: readPort(metricsPort, '--metrics-port'), version },
    }),
  };
}

export function readPort(text: string, name = '--port'): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError('invalid-input', `${name} is not a port: ${text}`, { fix: 'Write a number from 0 to 65535; 0 takes a free one' });
}

/** How many proxies are in front; `undefined` if there is none. */
export function readProxies(text: string | true | undefined): number | undefined {
  if (text === undefined || text === true) return text === true ? 1 : undefined;
  if (/^[1-9]$/.test(text)) return Number(text);
  throw new UsageError('invalid-input', `--behind-proxy is not a number of proxies: ${text}`, {
    fix: 'Write how many are in front of the service, from 1 to 9; without a number it is one',
  });
}

function readTls({ tlsCert: certificate, tlsKey: key }: ReachOptions): ServiceOptions['tls'] {
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate !== undefined && key !== undefined) return { certificate, key };
  const [there, missing] = key === undefined ? ['--tls-cert', '--tls-key'] : ['--tls-key', '--tls-cert'];
  throw new UsageError('missing-input', `${there} needs ${missing} too`, { fix: `Add ${missing} FILE, in PEM form` });
}

function readCount(text: string | undefined, name: string, things: string): number | undefined {
  if (text === undefined || /^[1-9]\d{0,8}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new UsageError('invalid-input', `${name} is not a number of ${things}: ${text}`, {
    fix: `Write a positive whole number, or leave it out${name === '--rate-limit' ? ' for no limit' : ''}`,
  });
}

async function readTime(text: string, name: string): Promise<number> {
  const { readTimeLimit } = await import('../job-service/index.ts');
  return readTimeLimit(text, name);
}
