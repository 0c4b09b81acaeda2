import { version } from '../commands/index.ts';
import { UsageError } from '../errors/index.ts';
import { begunPlace, isNamed, type PlaceOptions } from './data-place.ts';
import { mailServerOf, type MailOptions } from './mail-server.ts';
import { readPort, readProxies, readReach, type ReachOptions } from './serve-options.ts';
import { openServiceLog, type LogOptions } from './service-log.ts';
import type { Terminal } from './terminal.ts';
import { given } from '../text/index.ts';

export interface ServeOptions extends PlaceOptions, ReachOptions, MailOptions, LogOptions {
  readonly host: string;
  readonly port?: string;
  /** A missing data directory is made, or the tables in an empty database. */
  readonly init?: boolean;
  readonly ephemeral?: boolean;
  readonly org?: string;
  readonly flow?: readonly string[];
  readonly timeLimit?: string;
  readonly oidcHttpLoopback?: boolean;
}

/** A stop takes no longer than this: whoever runs the service would kill it then. The records that it acknowledged are in the database. */
const longestStopMs = 18_000;

/** `serve`: runs the service until it is told to stop. One line with the base URL says that it is ready. */
export async function serve(options: ServeOptions, interrupt: AbortSignal, terminal: Terminal): Promise<number> {
  // Several ephemeral services may run on one machine.
  const port = readPort(options.port ?? (options.ephemeral === true ? '0' : '8787'));
  if (options.ephemeral === true) {
    const { serveEphemeral } = await import('./serve-ephemeral.ts');
    const { behindProxy, flow = [], host, org, timeLimit } = options;
    return serveEphemeral({ host, port, org, flow, timeLimit, proxies: readProxies(behindProxy) }, interrupt, terminal);
  }
  if (!isNamed(options)) {
    throw new UsageError('missing-input', '--data is missing: the directory where everything is kept', {
      fix: 'Add --data DIR, or --database-url URL; or --ephemeral, for a service that keeps nothing',
    });
  }
  const useless = (['org', 'flow', 'timeLimit'] as const).find((name) => options[name] !== undefined);
  if (useless !== undefined) {
    throw new UsageError('conflicting-inputs', `--${useless === 'timeLimit' ? 'time-limit' : useless} is about an ephemeral service`, {
      fix: 'Leave it out; `token create` makes organizations, and `flow apply` flows',
    });
  }
  const reach = await readReach(options, version);
  const mail = await mailServerOf(options);
  const { answered, log, ready } = await openServiceLog(options, terminal);
  const { startService } = await import('../service/index.ts');
  const service = await startService({
    host: options.host,
    port,
    dataDir: await begunPlace(options, options.init === true),
    logger: log,
    ...reach,
    oidc: { allowsLoopback: options.oidcHttpLoopback === true },
    ...given({ answered, mail }),
  });
  const { metricsUrl } = service;
  ready(`compliance-evidence is ready at ${service.url}/api/v2`, { version, metrics: metricsUrl });
  if (metricsUrl !== undefined) log(`The metrics are at ${metricsUrl}`, { level: 'info' });
  if (!interrupt.aborted) await new Promise<void>((done) => interrupt.addEventListener('abort', () => done(), { once: true }));
  log('The service stops: it finishes the requests that are under way. A second signal ends it at once.', { level: 'info' });
  const late = setTimeout(() => {
    log('The service ends without waiting any longer: its database does not answer.');
    // The line is written in a moment.
    setTimeout(() => process.exit(0), 100);
  }, reach.stop.drainMs + longestStopMs);
  await service.close();
  clearTimeout(late);
  log('The service has stopped.', { level: 'info' });
  return 0;
}
