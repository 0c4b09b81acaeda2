import type { InputOf, Target } from '../target.ts';
import { checkAddress, isPermitted, keepAddress, showAddress } from './address.ts';
import { post } from './post.ts';

/** Takes JSON at an address, if the operators of the service allow messages to its host. */
export const webhook: Target<InputOf<'WEBHOOK'>> = {
  type: 'WEBHOOK',
  check: ({ webhook: address }, hosts) => {
    const wrong = checkAddress(address);
    if (wrong.faults !== undefined || isPermitted(hosts, address)) return wrong;
    const { host } = new URL(address);
    const unnamed = `No message goes there: those who run this service let it send to other hosts only. Have it started with --webhook-host ${host}.`;
    return { warnings: { webhook: unnamed } };
  },
  keep: ({ webhook: address }) => keepAddress(address, { type: 'WEBHOOK' }),
  show: (target, secret) => ({ webhook: showAddress(target, secret), payload_version: '1.0' }),
  send: async ({ id, payload, secret: address = '', signal }, hosts) => {
    const place = new URL(address).host;
    if (!isPermitted(hosts, address)) return { place, why: 'the service was started without --webhook-host for it', isFinal: true };
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'compliance-evidence',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    };
    const why = await post(address, JSON.stringify(await payload()), headers, signal);
    return why === undefined ? undefined : { place, why, isFinal: false };
  },
};
