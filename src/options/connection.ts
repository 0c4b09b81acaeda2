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
    description: 'Token of the evidence service. Take it from a secret.',
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
  placeholder: 'NAME',
  description: 'Organization in the evidence service.',
} as const satisfies OptionSpec;

export const connectionOptions = [...addressOptions, orgOption] as const;

export const requiredForConnection = ['base-url', 'api-token', 'org'] as const satisfies readonly ConnectionOption[];

/** For commands that only look something up: the organization may be the caller's default one. */
export const requiredToLookUp = ['base-url', 'api-token'] as const satisfies readonly ConnectionOption[];

type ConnectionOption = NamesOf<typeof connectionOptions>;
type AddressOption = Exclude<ConnectionOption, 'org'>;

/** The service's address, and the token for its requests. */
export interface AddressSettings {
  readonly baseUrl: URL;
  readonly token: string;
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
export function readAddress(read: OptionReader<AddressOption>): AddressSettings {
  return allOrComplaints<AddressSettings>({
    baseUrl: () => parseBaseUrl(read.required('base-url'), { allowInsecureHttp: read.flag('allow-insecure-http') }),
    token: () => readToken(read),
    timeout: () => read.duration('timeout'),
  });
}

export function readConnection(read: OptionReader<ConnectionOption>): ConnectionSettings {
  const { address, org } = allOrComplaints({ address: () => readAddress(read), org: () => readName(read, 'org', 'orgName') });
  return { ...address, org };
}

export function readLookup(read: OptionReader<ConnectionOption>): LookupSettings {
  const { address, org } = allOrComplaints({
    address: () => readAddress(read),
    org: () => readNameIfGiven(read, 'org', 'orgName'),
  });
  return { ...address, org };
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
