import { BlockList, isIPv6 } from 'node:net';

/** Addresses that nobody on the internet has: loopback, link-local, and those of private networks. */
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
