import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { orNothing } from '../../text/index.ts';

/**
 * Where an address leads: to the internet, into the network of those who run the service, or where no message belongs (link-local
 * addresses with the metadata of a cloud, multicast, reserved ones).
 */
type Reach = 'public' | 'internal' | 'never';

/** The unicast addresses that are given out (RFC 4291, 2.4). Those before and behind them are old forms, or belong to no one. */
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

/** Hosts that messages may go to: `name`, or `name:port` for a port other than that of https. `*`: all public addresses, by https. */
type WebhookHosts = ReadonlySet<string>;

const anyPublicHost = '*';

export type Lookup = (name: string) => Promise<readonly string[]>;

export interface Reachable {
  readonly webhookHosts: WebhookHosts;
  /** By default the system is asked. */
  readonly lookup?: Lookup;
  /** The networks that this machine is in, as `192.0.2.0/24`; `undefined` if unknown. By default the system is asked. */
  readonly networks?: () => readonly string[] | undefined;
}

/** The addresses of a host that a message may go to, or why none may. */
type Way =
  | { readonly kind: 'open'; readonly addresses: readonly string[] }
  | { readonly kind: 'unnamed' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'forbidden' };

/** Looks for the way to the host of an address, until `signal` ends it. Connect only to the addresses that it answers. */
export async function wayTo(
  { host, hostname, port }: URL,
  { lookup = ask, networks = askNetworks, webhookHosts }: Reachable,
  signal: AbortSignal,
): Promise<Way> {
  const isNamed = webhookHosts.has(host);
  if (!isNamed && !(webhookHosts.has(anyPublicHost) && port === '')) return { kind: 'unnamed' };
  const literal = hostname.replace(/^\[|\]$/g, '');
  const isLiteral = isIP(literal) !== 0;
  const addresses = isLiteral ? [literal] : await Promise.race([lookup(hostname).catch(() => []), endOf(signal)]);
  if (addresses.length === 0) return { kind: 'unknown' };
  // An address that the operator wrote is meant. A name that they wrote may lead into their network, but its owner may not send
  // us to what hands out credentials there. One address that may not be reached closes the others too: who answers is not honest.
  const isFit = (reach: Reach) => (isNamed ? isLiteral || reach !== 'never' : reach === 'public');
  const known = networks();
  const ours = blockOf(known ?? []);
  const reach = (address: string): Reach => {
    const found = reachOf(address);
    // Where the networks are not known, every address may be one of them.
    return found === 'public' && (known === undefined || isIn(ours, address)) ? 'internal' : found;
  };
  return addresses.every((each) => isFit(reach(each))) ? { kind: 'open', addresses } : { kind: 'forbidden' };
}

/** A question to the system cannot be taken back: its answer comes too late, and is not read. */
async function endOf(signal: AbortSignal): Promise<readonly string[]> {
  if (!signal.aborted) await once(signal, 'abort');
  return [];
}

/** A machine of the internet has public addresses itself: behind them are the service and its neighbours, and no firewall. */
function askNetworks(): readonly string[] | undefined {
  // A sandbox may forget to let a program ask: a message to a host that the operator named needs no answer.
  return orNothing(() => Object.values(networkInterfaces()).flatMap((all = []) => all.flatMap(({ cidr }) => cidr ?? [])));
}

function blockOf(networks: readonly string[]): BlockList {
  const block = new BlockList();
  for (const each of networks) {
    const [address = '', bits] = each.split('/');
    block.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return block;
}

function isIn(block: BlockList, address: string): boolean {
  return block.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

async function ask(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; TLS from `STARTTLS` on, or nothing is sent; or none, for this machine and where the operator says so. */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly login: { readonly user: string; readonly password: string } | undefined;
  readonly from: string;
}

export interface Means extends Reachable {
  readonly mail?: MailServer;
}
