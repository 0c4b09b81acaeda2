import { wrongUse } from '../errors/index.ts';
import { isLoopback } from '../text/index.ts';

/** Any earlier step of a job may have set them. */
export type Network = Readonly<
  Partial<
    Record<
      | 'https_proxy'
      | 'HTTPS_PROXY'
      | 'http_proxy'
      | 'HTTP_PROXY'
      | 'no_proxy'
      | 'NO_PROXY'
      | 'NODE_EXTRA_CA_CERTS'
      | 'NODE_TLS_REJECT_UNAUTHORIZED',
      string | undefined
    >
  >
>;

type Way =
  /** `instead` names a variable that seems to lead elsewhere. */
  | { readonly kind: 'direct'; readonly instead?: string }
  /** Through a tunnel (CONNECT), in which the certificate is that of the URL's host. */
  | { readonly kind: 'proxy'; readonly proxy: URL; readonly variable: string };

/**
 * The way that the environment names. It is not known who set it, so a proxy only carries traffic that it cannot read: `https` goes through
 * `HTTPS_PROXY` except to the hosts in `NO_PROXY`; plain `http` and loopback go direct. Names in upper and lower case are known; the lower
 * case comes first, as with curl.
 */
export function wayTo(url: URL, network: Network): Way {
  const direct = isExcluded(url, network);
  if (url.protocol !== 'https:') {
    const instead = (['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'] as const).find((name) => isSet(network[name]));
    return { kind: 'direct', ...(instead === undefined || direct ? {} : { instead }) };
  }
  const variable = (['https_proxy', 'HTTPS_PROXY'] as const).find((name) => isSet(network[name]));
  if (variable === undefined || direct || isLoopback(url.hostname)) return { kind: 'direct' };
  return { kind: 'proxy', proxy: proxyOf(network[variable] ?? '', variable), variable };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== '';
}

/** An address without a scheme is read as plain `http`. The scheme is that of the talk with the proxy, not of the traffic through it. */
function proxyOf(text: string, variable: string): URL {
  const trimmed = text.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`);
  // It may hold a password, so it is not repeated.
  if (url === null) throw wrongUse(`${variable} is not the address of a proxy`, 'Write it as http://host:port');
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw wrongUse(
    `${variable} names a proxy of the kind ${url.protocol}//, which is not known`,
    'Write it as http://host:port, or name the host of base-url in NO_PROXY if it can be reached without',
  );
}

/** Whether `NO_PROXY` names the host: by itself, with its port, by a domain that it ends in, or all by `*`. */
function isExcluded({ hostname, port, protocol }: URL, network: Network): boolean {
  const listed = [network['no_proxy'], network['NO_PROXY']].find(isSet) ?? '';
  const usual = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return listed
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const named = /^(?<name>\[[^\]]*\]|[^:]*)(?::(?<at>\d+))?$/.exec(entry)?.groups;
      // A text with more colons is an IPv6 address without its brackets.
      const domain = (named?.['name'] ?? `[${entry}]`).replace(/^\*?\./, '');
      const isPort = (named?.['at'] ?? usual) === usual;
      return entry === '*' || (isPort && domain !== '' && (hostname === domain || hostname.endsWith(`.${domain}`)));
    });
}

export function describeWay(way: Way, url: URL, network: Network): readonly string[] {
  const authorities = network['NODE_EXTRA_CA_CERTS'];
  const trusted =
    url.protocol === 'https:' && authorities !== undefined && authorities !== ''
      ? [`Certificates of the authorities in ${authorities} are trusted as well (NODE_EXTRA_CA_CERTS)`]
      : [];
  if (way.kind === 'proxy')
    return [`Requests to ${url.origin} go through the proxy ${way.proxy.origin} (${way.variable}), which cannot read them`, ...trusted];
  if (way.instead !== undefined)
    return [`Requests to ${url.origin} go direct: plain http never goes through a proxy, although ${way.instead} is set`];
  return trusted;
}
