import { allOrComplaints } from './all-or-complaints.ts';
import { parseBaseUrl } from './base-url.ts';
import { readName } from './names.ts';
import type { OptionReader } from './reader.ts';
import type { NamesOf, OptionSpec } from './spec.ts';

/** Where the service is, and who asks it. */
export const connectionOptions = [
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
  { name: 'org', kind: 'text', placeholder: 'NAME', description: 'Organization in the evidence service.' },
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

export const requiredForConnection = ['base-url', 'api-token', 'org'] as const satisfies readonly ConnectionOption[];

type ConnectionOption = NamesOf<typeof connectionOptions>;

export interface ConnectionSettings {
  readonly baseUrl: URL;
  readonly token: string;
  readonly org: string;
  /** Milliseconds. */
  readonly timeout: number;
}

/** By the same rules for every command. */
export function readConnection(read: OptionReader<ConnectionOption>): ConnectionSettings {
  return allOrComplaints<ConnectionSettings>({
    baseUrl: () => parseBaseUrl(read.required('base-url'), { allowInsecureHttp: read.flag('allow-insecure-http') }),
    token: () => readToken(read),
    org: () => readName(read, 'org', 'orgName'),
    timeout: () => read.duration('timeout'),
  });
}

function readToken(read: OptionReader<ConnectionOption>): string {
  const token = read.required('api-token');
  // A header value: RFC 9110 allows visible ASCII, and a token never has white space.
  if (!/^[\x21-\x7E]+$/.test(token))
    throw read.invalid(
      'api-token',
      'holds a space, a line break or a character that is not ASCII',
      'Store the token anew, without line breaks',
    );
  return token;
}
