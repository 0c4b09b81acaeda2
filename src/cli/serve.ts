import { UsageError } from '../errors/index.ts';
import { dataDirectory } from './data-directory.ts';
import type { Terminal } from './terminal.ts';
import { given } from '../text/index.ts';

export interface ServeOptions {
  readonly host: string;
  readonly port?: string;
  /** Missing where the service is ephemeral. */
  readonly data?: string;
  /** A missing data directory is made. */
  readonly init?: boolean;
  readonly ephemeral?: boolean;
  readonly org?: string;
  readonly flow?: readonly string[];
  readonly timeLimit?: string;
  readonly publicUrl?: string;
  readonly rateLimit?: string;
  readonly webhookHost?: readonly string[];
}

/** `serve`: runs the service until it is told to stop. One line with the base URL says that it is ready. */
export async function serve(options: ServeOptions, interrupt: AbortSignal, terminal: Terminal): Promise<number> {
  // Several ephemeral services may run on one machine.
  const port = readPort(options.port ?? (options.ephemeral === true ? '0' : '8787'));
  if (options.ephemeral === true) {
    const { serveEphemeral } = await import('./serve-ephemeral.ts');
    const { flow = [], host, org, timeLimit } = options;
    return serveEphemeral({ host, port, org, flow, timeLimit }, interrupt, terminal);
  }
  const { data, rateLimit } = options;
  if (data === undefined) {
    throw new UsageError('missing-input', '--data is missing: the directory where everything is kept', {
      fix: 'Add --data DIR; or --ephemeral, for a service that keeps nothing',
    });
  }
  const useless = (['org', 'flow', 'timeLimit'] as const).find((name) => options[name] !== undefined);
  if (useless !== undefined) {
    throw new UsageError('conflicting-inputs', `--${useless === 'timeLimit' ? 'time-limit' : useless} is about an ephemeral service`, {
      fix: 'Leave it out; `token create` makes organizations, and `flow apply` flows',
    });
  }
  if (rateLimit !== undefined && !/^[1-9]\d{0,8}$/.test(rateLimit)) {
    throw new UsageError('invalid-input', `--rate-limit is not a number of requests: ${rateLimit}`, {
      fix: 'Write a positive whole number, or leave it out for no limit',
    });
  }
  const webhookHosts = options.webhookHost ?? [];
  for (const host of webhookHosts) {
    if (URL.parse(`https://${host}`)?.host === host) continue;
    throw new UsageError('invalid-input', `--webhook-host is not a host: ${host}`, {
      fix: 'Write the name as it stands in the address, in small letters, with its port where that is not 443: hooks.example or hooks.example:8443',
    });
  }
  const { startService } = await import('../service/index.ts');
  const service = await startService({
    host: options.host,
    port,
    dataDir: await dataDirectory(data, options.init === true),
    logger: (line) => terminal.err(line),
    webhookHosts,
    ...given({ publicUrl: options.publicUrl, requestsPerMinute: rateLimit === undefined ? undefined : Number(rateLimit) }),
  });
  terminal.out(`compliance-evidence is ready at ${service.url}/api/v2`);
  if (!interrupt.aborted) await new Promise<void>((done) => interrupt.addEventListener('abort', () => done(), { once: true }));
  await service.close();
  return 0;
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError('invalid-input', `--port is not a port: ${text}`, { fix: 'Write a number from 0 to 65535; 0 takes a free one' });
}
