import { isLoopback } from '../../../text/index.ts';
import type { StoredTarget } from '../../store/kinds/notifications.ts';
import type { NewTarget } from '../../store/model/notifications.ts';

/** The problem of an address field, if there is one; with `hosts`, also a hint where no message may go there. */
export function checkAddress(
  address: string,
  hosts?: WebhookHosts,
): { readonly [kind in 'faults' | 'warnings']?: { readonly webhook: string } } {
  const fault = addressFault(address);
  if (fault !== undefined) return { faults: { webhook: fault } };
  if (hosts === undefined || isPermitted(hosts, address)) return {};
  const { host } = new URL(address);
  const unnamed = `No message goes there: those who run this service let it send to other hosts only. Have it started with --webhook-host ${host}.`;
  return { warnings: { webhook: unnamed } };
}

/** A target whose address is secret: records hold only its origin. */
export function keepAddress(address: string, target: StoredTarget): NewTarget {
  return { target: { ...target, origin: new URL(address).origin }, secret: address };
}

/** Why messages cannot go to an address, whoever runs the service; `undefined` if they can. */
function addressFault(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null) return 'is no address: write it whole, with https:// before it.';
  if (url.pathname === maskedPath) return 'is masked: write the whole address.';
  if (url.username !== '' || url.password !== '') return 'has a name or a password in it: leave them out.';
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  return 'must begin with https://.';
}

/** Replaces the secret part of a webhook's address. */
const maskedPath = '/***';

/** The address, or only its origin for a reader who may not see the secret. */
export function showAddress({ origin }: StoredTarget, address: string | undefined): string {
  return address ?? `${typeof origin === 'string' ? origin : ''}${maskedPath}`;
}

/** The hosts that the operator lets messages go to: `name`, or `name:port` where the port is not that of https. */
export type WebhookHosts = ReadonlySet<string>;

/** Whether a message may go to an address. This is checked when a rule is made, and again before each message. */
export function isPermitted(hosts: WebhookHosts, address: string): boolean {
  return addressFault(address) === undefined && hosts.has(new URL(address).host);
}
