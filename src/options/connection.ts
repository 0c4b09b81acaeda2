import type { JobIdentity } from '../client/index.ts';
import { allOrComplaints } from './all-or-complaints.ts';
import { parseBaseUrl } from './base-url.ts';
import { readName, readNameIfGiven } from './names.ts';
import type { OptionReader } from './reader.ts';
import type { NamesOf, OptionSpec } from './spec.ts';

/** Options about where the service is, and who is asking it. */
export const addressOptions = [
  {
    name: 'base-url',
    kind: 'url',
    placeholder: 'URL',
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
    placeholder: 'TIME',
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
  example: 'acme',
  placeholder: 'NAME',
  description: 'Organization in the evidence service.',
} as const satisfies OptionSpec;

const audienceOption = {
  name: 'oidc-audience',
  kind: 'text',
  placeholder: 'TEXT',
  description: 'Whom the ID token of the job is for, where `api-token` is left out. By default the origin of `base-url`.',
} as const satisfies OptionSpec;

export const connectionOptions = [...addressOptions, audienceOption, orgOption] as const;

export const requiredForConnection = ['base-url', 'org'] as const satisfies readonly ConnectionOption[];

/** For commands that only look something up: the organization may be the caller's default one. */
export const requiredToLookUp = ['base-url'] as const satisfies readonly ConnectionOption[];

type ConnectionOption = NamesOf<typeof connectionOptions>;
type AddressOption = NamesOf<typeof addressOptions>;

/** The service's address, and what lets its requests in: a stored token, or a job that says who it is. */
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

/** The same rules hold for every command. */
export function readAddress(read: OptionReader<AddressOption>): AddressSettings<string> {
  return allOrComplaints<AddressSettings<string>>({
    baseUrl: () => readBaseUrl(read),
    token: () => readToken(read),
    timeout: () => read.duration('timeout'),
  });
}

function readBaseUrl(read: OptionReader<AddressOption>): URL {
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
  const { address, org } = allOrComplaints({
    address: () => readAddress(read),
    org: () => readNameIfGiven(read, 'org', 'orgName'),
  });
  return { ...address, org };
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
