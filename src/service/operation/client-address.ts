import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Stands for all clients of whom a proxy says something else than an address. */
const unknown = 'unknown';

/** An IPv4 or an IPv6 address with a port behind it, as some proxies write it. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([\da-f:.]+)\]):\d{1,5}$/i;

/**
 * The IP address in what a socket or a proxy says, without a port. Anything else is one client that nobody knows: a text of any
 * length, which is then neither remembered nor written to the log.
 */
export function addressIn(said: string): string {
  if (isIP(said) !== 0) return said;
  const [, v4, v6] = withPort.exec(said) ?? [];
  const address = v4 ?? v6 ?? '';
  return isIP(address) === 0 ? unknown : address;
}

/**
 * The client that an address belongs to: an IPv4 address, or the first 64 bits of an IPv6 address, because whoever has one of these
 * has all that begin like it.
 */
export function clientOf(said: string): string {
  const address = addressIn(said);
  if (address === unknown) return unknown;
  const read = ipaddr.process(address);
  return read instanceof ipaddr.IPv6
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${read.toNormalizedString()}/64`).toString()}/64`
    : read.toString();
}
