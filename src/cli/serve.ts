import { resolve } from 'node:path';
import { UsageError } from '../errors/index.ts';
import type { Terminal } from './terminal.ts';

export interface ServeOptions {
  readonly host: string;
  readonly port: string;
  readonly data: string;
  readonly publicUrl?: string;
  readonly rateLimit?: string;
  readonly webhookHost?: readonly string[];
}

/** `serve`: runs the service until it is told to stop. One line with the base URL says that it is ready. */
export async function serve(options: ServeOptions, interrupt: AbortSignal, terminal: Terminal): Promise<number> {
  const port = Number(options.port);
  if (!/^\d{1,5}$/.test(options.port) || port > 65_535) {
    throw new UsageError('invalid-input', `--port is not a port: ${options.port}`, {
      fix: 'Write a number from 0 to 65535; 0 takes a free one',
    });
  }
  const { rateLimit } = options;
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
    dataDir: resolve(options.data),
    logger: (line) => terminal.err(line),
    webhookHosts,
    ...(rateLimit === undefined ? {} : { requestsPerMinute: Number(rateLimit) }),
    ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
  });
  terminal.out(`compliance-evidence is ready at ${service.url}/api/v2`);
  if (!interrupt.aborted) await new Promise<void>((done) => interrupt.addEventListener('abort', () => done(), { once: true }));
  await service.close();
  return 0;
}
