import { isLoopback } from '../../../text/index.ts';

/** Why messages cannot go to an address, whoever runs the service; `undefined` when they can. */
export function addressFault(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null) return 'is no address: write it whole, with https:// before it.';
  if (url.pathname === maskedPath) return 'is masked: write the whole address.';
  if (url.username !== '' || url.password !== '') return 'has a name or a password in it: leave them out.';
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  return 'must begin with https://.';
}

/** Stands in place of what is secret in the address of a webhook. */
const maskedPath = '/***';

/** As much of it as somebody may see who does not decide about it. */
export function masked(origin: string): string {
  return `${origin}${maskedPath}`;
}

/** The hosts that the operator lets messages go to: `name`, or `name:port` where the port is not that of https. */
export type WebhookHosts = ReadonlySet<string>;

/** Whether a message may go to an address. It is asked when a rule is made, and again before each message. */
export function isPermitted(hosts: WebhookHosts, address: string): boolean {
  return addressFault(address) === undefined && hosts.has(new URL(address).host);
}
