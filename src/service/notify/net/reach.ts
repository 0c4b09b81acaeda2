import ipaddr from 'ipaddr.js';

/**
 * Where an address leads: to the internet, into the network of those who run the service, or where no message belongs (link-local
 * addresses with the metadata of a cloud, multicast, reserved ones).
 */
export type Reach = 'public' | 'internal' | 'never';

/** The unicast addresses that are given out (RFC 4291, 2.4). Those before and behind them are old forms, or belong to nobody. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Addresses of private or public ranges at which clouds hand out credentials: of Azure, Alibaba, AWS and Google. */
const credentials: ReadonlySet<string> = new Set(['168.63.129.16', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254']);

/** Where an IP address leads, as text. Forms that carry an IPv4 address are judged by that one too. */
export function reachOf(address: string): Reach {
  if (!ipaddr.isValid(address)) return 'never';
  const read = ipaddr.parse(address);
  return read instanceof ipaddr.IPv6 ? reachOf6(read) : reachOf4(read);
}

/** The reach of each range that has one, by the names of the library. All others are reserved for something. */
const ofRanges: ReadonlyMap<string, Reach> = new Map([
  ['unicast', 'public'],
  ['loopback', 'internal'],
  ['private', 'internal'],
  ['carrierGradeNat', 'internal'],
  ['uniqueLocal', 'internal'],
]);

function reachOf4(address: ipaddr.IPv4): Reach {
  if (credentials.has(address.toString())) return 'never';
  return ofRanges.get(address.range()) ?? 'never';
}

function reachOf6(address: ipaddr.IPv6): Reach {
  if (credentials.has(address.toString())) return 'never';
  const range = address.range();
  if (range === 'ipv4Mapped') return reachOf4(address.toIPv4Address());
  // A gateway of the own network turns it into the IPv4 address at its end (NAT64).
  if (range === 'rfc6052') return reachOf4(new ipaddr.IPv4(address.toByteArray().slice(-4))) === 'never' ? 'never' : 'internal';
  if (range === 'unicast' && !address.match(globalUnicast)) return 'never';
  return ofRanges.get(range) ?? 'never';
}
