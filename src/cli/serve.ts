import { version } from '../commands/index.ts';
import { UsageError, wrongUse } from '../errors/index.ts';
import type { AnsweredRequest, Log, LogLevel, ServiceOptions } from '../service/index.ts';
import { given, isLoopback, oneLine } from '../text/index.ts';
import { begunPlace, isNamed, type PlaceOptions } from './data-place.ts';
import type { Lines } from './json-log.ts';
import type { Terminal } from './terminal.ts';

interface ReachOptions {
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

/** @throws {UsageError} */
async function readReach(options: ReachOptions, version: string): Promise<Reach & Required<Pick<Reach, 'stop'>>> {
  const { drain, maxConnections, metricsHost, metricsPort, publicUrl, rateLimit, webhookHost = [] } = options;
  if (metricsHost !== undefined && metricsPort === undefined) {
    throw new UsageError('missing-input', '--metrics-host needs a port', {
      fix: 'Add --metrics-port 9464, or leave it out for no metrics',
    });
  }
  for (const host of webhookHost) {
    if (host === '*' || URL.parse(`https://${host}`)?.host === host) continue;
    throw wrongUse(
      `--webhook-host is not a host: ${host}`,
      "Write the name as it stands in the address, in small letters, with its port where that is not 443: hooks.example or hooks.example:8443; or '*' for every public host",
    );
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

function readPort(text: string, name = '--port'): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw wrongUse(`${name} is not a port: ${text}`, 'Write a number from 0 to 65535; 0 takes a free one');
}

/** `undefined` without a proxy in front. */
function readProxies(text: string | true | undefined): number | undefined {
  if (text === undefined || text === true) return text === true ? 1 : undefined;
  if (/^[1-9]$/.test(text)) return Number(text);
  const fix = 'Write how many are in front of the service, from 1 to 9; without a number it is one';
  throw wrongUse(`--behind-proxy is not a number of proxies: ${text}`, fix);
}

function readTls({ tlsCert: certificate, tlsKey: key }: ReachOptions): ServiceOptions['tls'] {
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate !== undefined && key !== undefined) return { certificate, key };
  const [there, missing] = key === undefined ? ['--tls-cert', '--tls-key'] : ['--tls-key', '--tls-cert'];
  throw new UsageError('missing-input', `${there} needs ${missing} too`, { fix: `Add ${missing} FILE, in PEM form` });
}

function readCount(text: string | undefined, name: string, things: string): number | undefined {
  if (text === undefined || /^[1-9]\d{0,8}$/.test(text)) return text === undefined ? undefined : Number(text);
  const fix = `Write a positive whole number, or leave it out${name === '--rate-limit' ? ' for no limit' : ''}`;
  throw wrongUse(`${name} is not a number of ${things}: ${text}`, fix);
}

async function readTime(text: string, name: string): Promise<number> {
  const { readTimeLimit } = await import('../job-service/index.ts');
  return readTimeLimit(text, name);
}

type MailServer = NonNullable<ServiceOptions['mail']>;

export interface MailOptions {
  readonly smtpUrl?: string;
  readonly smtpPasswordFile?: string;
  readonly smtpFrom?: string;
}

const variable = 'EVIDENCE_SMTP_URL';
const form = 'Write it as smtps://USER@mail.example or smtp://USER@mail.example:587';

/** From the options and the variable; `undefined` if they name none. */
export async function mailServerOf({ smtpFrom, smtpPasswordFile, smtpUrl }: MailOptions): Promise<MailServer | undefined> {
  const url = smtpUrl ?? (process.env[variable] || undefined);
  if (url === undefined) {
    const useless = smtpFrom === undefined ? (smtpPasswordFile === undefined ? undefined : '--smtp-password-file') : '--smtp-from';
    if (useless === undefined) return undefined;
    throw new UsageError('missing-input', `${useless} says how mail is sent, and no mail server is named`, {
      fix: `Set ${variable}, or add --smtp-url. ${form}`,
    });
  }
  const named = smtpUrl === undefined ? variable : '--smtp-url';
  const { login, ...server } = readUrl(named, url);
  if (smtpUrl !== undefined && login?.password !== undefined) {
    const fix = `Put the password into a file for --smtp-password-file, or the URL into the variable ${variable}`;
    throw wrongUse('--smtp-url has a password in it, and everybody on the machine can read it there', fix);
  }
  if (smtpFrom === undefined || !/^[^\s<>@,;"]+@[^\s<>@,;"]+$/.test(smtpFrom)) {
    const what = smtpFrom === undefined ? 'is missing: the address that mail comes from' : 'is no address that mail can come from';
    throw new UsageError(smtpFrom === undefined ? 'missing-input' : 'invalid-input', `--smtp-from ${what}`, {
      fix: 'Write a plain one, such as --smtp-from evidence@acme.example',
    });
  }
  const password = smtpPasswordFile === undefined ? login?.password : await passwordIn(smtpPasswordFile);
  if (login === undefined && password === undefined) return { ...server, login: undefined, from: smtpFrom };
  if (login === undefined || password === undefined) {
    throw new UsageError('missing-input', `${named} has a user without a password, or a password without a user`, {
      fix: `Give both, or none: the user in the URL, the password in ${variable} or in a file for --smtp-password-file`,
    });
  }
  if (server.security === 'none' && !isLoopback(server.host)) {
    throw new UsageError('conflicting-inputs', `${named} sends a password without TLS to another machine`, { fix: 'Leave out ?tls=none' });
  }
  return { ...server, login: { user: login.user, password }, from: smtpFrom };
}

interface Address extends Pick<MailServer, 'host' | 'port' | 'security'> {
  readonly login: { readonly user: string; readonly password: string | undefined } | undefined;
}

/** Never repeats the URL, which may hold a password. */
function readUrl(named: string, text: string): Address {
  const url = URL.parse(text);
  const scheme = url?.protocol === 'smtps:' ? 'smtps' : url?.protocol === 'smtp:' ? 'smtp' : undefined;
  if (url === null || scheme === undefined || url.hostname === '' || !['', '/'].includes(url.pathname) || url.hash !== '') {
    throw wrongUse(`${named} is no address of a mail server`, form);
  }
  if (!['', '?tls=none'].includes(url.search) || (url.search !== '' && scheme === 'smtps')) {
    throw wrongUse(`${named} has something behind its host that it cannot have`, `${form}. ?tls=none behind smtp:// sends without TLS`);
  }
  const isPlain = url.search !== '' || isLoopback(url.hostname);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (scheme === 'smtps' ? 465 : 587) : Number(url.port),
    security: scheme === 'smtps' ? 'tls' : isPlain ? 'none' : 'starttls',
    login: url.username === '' ? undefined : { user: decoded(named, url.username), password: decoded(named, url.password) || undefined },
  };
}

function decoded(named: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrongUse(`${named} has a % in its user or password that encodes nothing`, 'Write %25 for a %');
  }
}

async function passwordIn(path: string): Promise<string> {
  const { readNamed } = await import('../service/index.ts');
  const password = (await readNamed('--smtp-password-file', path)).toString().replace(/\r?\n$/, '');
  if (password !== '' && !/[\r\n]/.test(password)) return password;
  throw wrongUse(`--smtp-password-file does not hold one password: ${path}`, 'Write the password into its first line, and nothing else');
}

interface LogOptions {
  readonly logFormat?: string;
  readonly logLevel?: string;
}

export interface ServiceLog extends Pick<Lines, 'ready'> {
  readonly log: Log;
  /** Absent if the level leaves requests out: then they cost nothing. */
  readonly answered?: (request: AnsweredRequest) => void;
}

const levels: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];

/** Probes ask every few seconds. */
const probes: ReadonlySet<string> = new Set(['/health', '/ready']);

/** Loads the writer of JSON only where it is wanted. @throws {UsageError} */
async function openServiceLog({ logFormat = 'text', logLevel }: LogOptions, terminal: Terminal): Promise<ServiceLog> {
  if (logFormat !== 'text' && logFormat !== 'json') {
    throw wrongUse(`--log-format is neither text nor json: ${logFormat}`, 'Write --log-format json, or leave it out');
  }
  const most = levels.find((level) => level === (logLevel ?? (logFormat === 'json' ? 'info' : 'warn')));
  if (most === undefined) {
    throw wrongUse(`--log-level is not a level: ${logLevel}`, `Write one of ${levels.join(', ')}`);
  }
  const isWanted = (level: LogLevel): boolean => levels.indexOf(level) <= levels.indexOf(most);
  const write = logFormat === 'json' ? (await import('./json-log.ts')).jsonLines(most) : textLines(terminal, isWanted);
  return {
    log: (message, { level = 'warn', ...facts } = {}) => write.line(level, message, facts),
    ...(isWanted('info') ? { answered: (request) => tell(request, write, isWanted('debug')) } : {}),
    ready: write.ready,
  };
}

function tell(request: AnsweredRequest, { line }: Lines, withProbes: boolean): void {
  const { address, credential, id, isCutOff, method, milliseconds, route, status, user } = request;
  const isProbe = probes.has(route) && status < 400;
  if (isProbe && !withProbes) return;
  const end = isCutOff ? 'cut off' : String(status);
  const facts = { request_id: id, method, route, status: isCutOff ? undefined : status, ms: milliseconds, address, user, credential };
  line(isProbe ? 'debug' : 'info', `${method} ${route} ${end}`, facts);
}

/** For a person at a terminal: of a request only the facts that fit into a line. */
function textLines(terminal: Terminal, isWanted: (level: LogLevel) => boolean): Lines {
  return {
    line: (level, message, { ms, request_id: id, user }) => {
      if (!isWanted(level)) return;
      const more = ms === undefined ? [] : [`${ms} ms`, ...(user === undefined ? [] : [oneLine(String(user))]), String(id)];
      terminal.err([message, ...more].join(' '));
    },
    ready: (message) => terminal.out(message),
  };
}

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
  readonly oidcIssuer?: readonly string[];
  readonly signIn?: string;
  readonly statementKey?: string;
}

/** Its readers know the service by its address and its key together. */
async function signerOf({ publicUrl, statementKey }: ServeOptions): Promise<ServiceOptions['statementSigner']> {
  if (statementKey === undefined) return undefined;
  if (publicUrl === undefined) {
    throw new UsageError('missing-input', '--statement-key needs --public-url: statements name the service by it', {
      fix: 'Add --public-url https://evidence.example, and keep it: readers compare it',
    });
  }
  const { readSigner } = await import('../signing/index.ts');
  return readSigner('--statement-key', statementKey);
}

/** A stop takes no longer than this: whoever runs the service would kill it then. The records that it acknowledged are in the database. */
const longestStopMs = 18_000;

/** Runs until it is told to stop. One line with the base URL says that it is ready. */
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
  if (options.signIn !== undefined && options.publicUrl === undefined) {
    throw new UsageError('missing-input', '--sign-in needs --public-url: the provider sends browsers there', {
      fix: 'Add --public-url https://evidence.example, and register https://evidence.example/sign-in/callback at the provider',
    });
  }
  const statementSigner = await signerOf(options);
  const reach = await readReach(options, version);
  const mail = await mailServerOf(options);
  const { answered, log, ready } = await openServiceLog(options, terminal);
  const { readSignIn, startService } = await import('../service/index.ts');
  const service = await startService({
    host: options.host,
    port,
    dataDir: await begunPlace(options, options.init === true),
    logger: log,
    ...reach,
    oidc: { allowsLoopback: options.oidcHttpLoopback === true, ...given({ issuers: options.oidcIssuer }) },
    ...given({ answered, mail, statementSigner, signIn: options.signIn === undefined ? undefined : await readSignIn(options.signIn) }),
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
