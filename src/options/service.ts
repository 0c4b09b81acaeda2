import type { JobIdentity } from '../client/index.ts';
import { UsageError, wrongUse } from '../errors/index.ts';
import { isLoopback } from '../text/index.ts';
import { allOrComplaints, givenText, readFileText, readOptions } from './reader.ts';
import type { NamesOf, OptionReader, OptionSpec, ReaderOf, SettingsOf } from './spec.ts';
import { parseWebAddress, readName, type WebAddress } from './values.ts';

/**
 * Every request is joined to it: it ends in `/api/v2`, without a slash after it. The input may end in `/api/v2`, in `/`, or be the bare
 * host (a path prefix stays). Plain `http` is only for loopback, because the token would cross the network in the clear.
 */
export function parseBaseUrl(text: string, options: { readonly allowInsecureHttp: boolean }): URL {
  const { url } = webAddressIn(text);
  if (url.search !== '' || url.hash !== '') {
    throw wrongUse('base-url holds a query or a fragment', 'End it in /api/v2');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !options.allowInsecureHttp) {
    throw new UsageError('insecure-url', `base-url is plain http to ${url.host}: the token would cross the network unencrypted`, {
      fix: 'Use https://, or set allow-insecure-http: true if that network is yours alone',
    });
  }
  refuseOtherPath(url);
  url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/api\/v2$/, '')}/api/v2`;
  return url;
}

/** @throws where it is not a web address, or holds a password. */
function webAddressIn(text: string): Extract<WebAddress, { kind: 'web' }> {
  const address = parseWebAddress(text);
  switch (address.kind) {
    case 'web':
      return address;
    case 'user':
      throw wrongUse('base-url holds a user name or password', 'Take them out; the token goes into api-token');
    case 'other':
      if (address.url === null)
        throw wrongUse(
          `base-url is not a URL${text.includes('@') ? '' : `: ${text}`}`,
          withScheme(text) ?? 'Write it with its scheme, for example https://evidence.example.com/api/v2',
        );
      throw wrongUse(
        `base-url must begin with https://, not ${address.url.protocol}//`,
        withScheme(text) ?? 'Write it as https://evidence.example.com/api/v2',
      );
  }
}

/** @throws where the path names another version of the interface, or a path inside it: nothing would answer below it. */
function refuseOtherPath(url: URL): void {
  const [, before = '', version = '', rest = ''] = /^(.*)\/api\/(v\d+)(\/.*)?$/.exec(url.pathname.replace(/\/+$/, '')) ?? [];
  if (version === '' || (version === 'v2' && rest === '')) return;
  const fix = `Write ${url.origin}${before}/api/v2`;
  if (version !== 'v2') throw wrongUse(`base-url is of another version of the interface: ${url.pathname}`, fix);
  throw wrongUse(`base-url goes on behind /api/v2: ${url.pathname}`, fix);
}

/** For an address of this machine without a scheme. */
function withScheme(text: string): string | undefined {
  const url = URL.parse(`http://${text}`);
  if (url?.username !== '' || !isLoopback(url.hostname)) return undefined;
  return `Write http://${url.host}/api/v2, or \${{ steps.service.outputs.url }} for a service of this job`;
}

export const addressOptions = [
  {
    name: 'base-url',
    kind: 'url',
    description: 'Where the evidence service is: its address with or without `/api/v2`. Plain `http` is for loopback alone.',
  },
  {
    name: 'api-token',
    kind: 'text',
    secret: true,
    placeholder: 'TOKEN',
    description:
      'Token of the evidence service. Take it from a secret; or leave it out in a job with `id-token: write`, which then says itself who it is.',
  },
  {
    name: 'timeout',
    kind: 'duration',
    default: '5m',
    description: 'How long all requests together may take, retries included; `wait-timeout` and `evaluation-timeout` come on top.',
  },
  {
    name: 'allow-insecure-http',
    kind: 'boolean',
    default: 'false',
    description: 'Let `base-url` be plain `http` to a host that is not loopback: the token crosses the network in the clear.',
  },
] as const satisfies readonly OptionSpec[];

export const orgOption = {
  name: 'org',
  kind: 'text',
  pattern: 'orgName',
  example: 'acme',
  description: 'Organization in the evidence service.',
} as const satisfies OptionSpec;

const audienceOption = {
  name: 'oidc-audience',
  kind: 'text',
  description: 'Whom the ID token of the job is for, where `api-token` is left out. By default the origin of `base-url`.',
} as const satisfies OptionSpec;

export const connectionOptions = [...addressOptions, audienceOption, orgOption] as const;

export const requiredForConnection = ['base-url', 'org'] as const satisfies readonly ConnectionOption[];

/** For commands that only look up: the organization may be the caller's default one. */
export const requiredToLookUp = ['base-url'] as const satisfies readonly ConnectionOption[];

type ConnectionOption = NamesOf<typeof connectionOptions>;
type AddressOption = NamesOf<typeof addressOptions>;

/** `token`: a stored one, or a job that identifies itself. */
export interface AddressSettings<Token extends string | JobIdentity = string | JobIdentity> {
  readonly baseUrl: URL;
  readonly token: Token;
  /** Milliseconds. */
  readonly timeout: number;
}

export interface ConnectionSettings extends AddressSettings {
  readonly org: string;
}

export interface LookupSettings extends AddressSettings {
  /** `undefined`: the caller's default organization. */
  readonly org: string | undefined;
}

export function readAddress(read: OptionReader<AddressOption>): AddressSettings<string> {
  return allOrComplaints<AddressSettings<string>>({
    baseUrl: () => readBaseUrl(read),
    token: () => readToken(read),
    timeout: () => read.duration('timeout'),
  });
}

export function readBaseUrl(read: OptionReader<'base-url' | 'allow-insecure-http'>): URL {
  return parseBaseUrl(read.required('base-url'), { allowInsecureHttp: read.flag('allow-insecure-http') });
}

export function readConnection(read: OptionReader<ConnectionOption>): ConnectionSettings {
  const { job } = read;
  // A token counts where there is one.
  const isJob = job !== undefined && read.text('api-token') === undefined;
  const { audience, baseUrl, org, timeout, token } = allOrComplaints({
    baseUrl: () => readBaseUrl(read),
    token: () => (isJob ? job : readToken(read)),
    audience: () => (isJob ? readAudience(read) : undefined),
    timeout: () => read.duration('timeout'),
    org: () => readName(read, 'org', 'orgName'),
  });
  return { baseUrl, timeout, org, token: typeof token === 'string' ? token : { ...token, org, audience: audience ?? baseUrl.origin } };
}

export function readLookup(read: OptionReader<ConnectionOption>): LookupSettings {
  // A job is no user, and so has no default organization.
  if (read.job !== undefined && read.text('api-token') === undefined) return readConnection(read);
  const { address, named } = allOrComplaints({
    address: () => readAddress(read),
    named: () => readOptions(read, [orgOption]),
  });
  return { ...address, ...named };
}

function readAudience(read: OptionReader<ConnectionOption>): string | undefined {
  const audience = read.text('oidc-audience');
  if (audience === undefined || /^[\x21-\x7E]{1,512}$/.test(audience)) return audience;
  throw read.invalid(
    'oidc-audience',
    'holds a space, a line break or a character that is not ASCII',
    'Write it as the rule of the service does',
  );
}

function readToken(read: OptionReader<AddressOption>): string {
  const token = read.required('api-token');
  // A header value: RFC 9110 allows visible ASCII, and a token never has white space.
  if (!/^[\x21-\x7E]+$/.test(token))
    throw read.invalid(
      'api-token',
      'holds a space, a line break or a character that is not ASCII',
      'Store the token again, without line breaks',
    );
  return token;
}

export const flowOption = {
  name: 'flow',
  kind: 'text',
  pattern: 'flowName',
  example: 'checkout-service',
  description: 'Flow of the trail. A flow that does not exist begins with its first attestation, and then requires nothing.',
} as const satisfies OptionSpec;

export const commitOption = {
  name: 'commit',
  kind: 'commit',
  description:
    'Commit that the evidence is about, 40 hexadecimal digits. Default: that of the event (the head of a pull request, not its merge commit), or HEAD of the checkout; a gate by hand on a `trail` that is named asks about the commits of that trail.',
} as const satisfies OptionSpec;

export const trailOption = {
  name: 'trail',
  kind: 'text',
  pattern: 'trailName',
  description: 'Trail to record on and to ask about. Default: the SHA of the commit that the event is about.',
} as const satisfies OptionSpec;

export const dryRunOption = {
  name: 'dry-run',
  kind: 'boolean',
  default: 'false',
  description: 'Write nothing: show what would be recorded. A gate still reads and decides.',
} as const satisfies OptionSpec;

export const subjectOptions = [flowOption, trailOption, commitOption, dryRunOption] as const satisfies readonly OptionSpec[];

export const templateFileOption = {
  name: 'template-file',
  setting: 'template',
  kind: 'file',
  read: readTemplateFile,
  decides: 'asked',
  default: 'none',
  whenEmpty: 'error',
  description: 'YAML file with the template of this trail alone. With `none` it has that of its flow.',
} as const satisfies OptionSpec;

/** In bytes, that a service is known to accept. */
const largestTemplate = 256 * 1024;

/** `undefined` where none is named. An empty one would require nothing, so it is refused. */
function readTemplateFile(read: OptionReader): string | undefined {
  if (givenText(read, 'template-file') === undefined) return undefined;
  const howTo = 'Name a YAML file, by its path relative to the workspace';
  const text = readFileText(read, 'template-file', { largest: largestTemplate, howTo });
  if (text.split('\n').some((line) => !/^\s*(?:#|$)/.test(line))) return text;
  throw read.invalid(
    'template-file',
    'names a file without a template: the trail would require nothing',
    'Write the template, or leave template-file out',
  );
}

export const serviceOptions = [...connectionOptions, ...subjectOptions] as const;

export const requiredForService = [...requiredForConnection, 'flow'] as const satisfies readonly NamesOf<typeof serviceOptions>[];

export interface ServiceSettings extends ConnectionSettings, SettingsOf<typeof subjectOptions, 'flow'> {}

export function readService(read: ReaderOf<typeof serviceOptions>): ServiceSettings {
  const { connection, subject } = allOrComplaints({
    connection: () => readConnection(read),
    subject: () => readOptions(read, subjectOptions, ['flow']),
  });
  return { ...connection, ...subject };
}
