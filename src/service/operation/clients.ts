import { BlockList, isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Stands for all clients of whom a proxy says something else than an address. */
const unknown = 'unknown';

/** An IPv4 or an IPv6 address with a port behind it, as some proxies write it. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([\da-f:.]+)\]):\d{1,5}$/i;

/** The IP address in what a socket or a proxy says, without a port. Anything else is `unknown`: it is not remembered or logged. */
export function addressIn(said: string): string {
  if (isIP(said) !== 0) return said;
  const [, v4, v6] = withPort.exec(said) ?? [];
  const address = v4 ?? v6 ?? '';
  return isIP(address) === 0 ? unknown : address;
}

/** The client of an address: an IPv4 address, or the first 64 bits of an IPv6 address, because one owner has all that begin with them. */
export function clientOf(said: string): string {
  const address = addressIn(said);
  if (address === unknown) return unknown;
  const read = ipaddr.process(address);
  return read instanceof ipaddr.IPv6
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${read.toNormalizedString()}/64`).toString()}/64`
    : read.toString();
}

/** Addresses that are not of the internet: loopback, link-local, and those of private networks. */
const nearby = new BlockList();
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  nearby.addSubnet(net, bits, 'ipv4');
nearby.addAddress('::1', 'ipv6');
nearby.addSubnet('fc00::', 7, 'ipv6');
nearby.addSubnet('fe80::', 10, 'ipv6');

/**
 * Whether an address on the way of a request may say from where it came. `hop` counts from this process on. So many proxies are
 * believed and no more: a client can write anything before what they write. And none is believed that comes from the internet
 * itself, past the proxy.
 */
export function isBelieved(proxies: number): (address: string, hop: number) => boolean {
  return (address, hop) => hop < proxies && (hop > 0 || nearby.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'));
}

/** Keys that are remembered. The one that came first is forgotten first, so that many of them cost no memory. */
const most = 10_000;

/** How often something came in the current window of a key, and the milliseconds until that ends. */
interface Counted {
  readonly count: number;
  readonly leftMs: number;
}

export interface Windows {
  /** Counts one more. The first one begins a window of so many milliseconds. */
  readonly add: (key: string, windowMs: number) => Counted;
  /** Counts nothing. */
  readonly look: (key: string) => Counted;
}

/** Counts what comes of each key, in windows of time. The clock never goes back: a wall clock that is put back would lock clients out. */
export function openWindows(now: () => number = () => performance.now()): Windows {
  const windows = new Map<string, { readonly endsAt: number; count: number }>();
  const current = (key: string, at: number) => {
    const known = windows.get(key);
    return known !== undefined && known.endsAt > at ? known : undefined;
  };
  return {
    add: (key, windowMs) => {
      const at = now();
      let window = current(key, at);
      if (window === undefined) {
        window = { endsAt: at + windowMs, count: 0 };
        windows.delete(key);
        windows.set(key, window);
        const [first] = windows.keys();
        if (windows.size > most && first !== undefined) windows.delete(first);
      }
      window.count += 1;
      return { count: window.count, leftMs: window.endsAt - at };
    },
    look: (key) => {
      const at = now();
      const window = current(key, at);
      return window === undefined ? { count: 0, leftMs: 0 } : { count: window.count, leftMs: window.endsAt - at };
    },
  };
}
