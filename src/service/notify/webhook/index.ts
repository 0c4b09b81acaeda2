import type { InputOf, Target } from '../target.ts';
import { checkAddress, keepAddress, showAddress } from './address.ts';
import { sendJson } from './post.ts';

/** Takes JSON at an address, if the operators of the service allow messages to its host. */
export const webhook: Target<InputOf<'WEBHOOK'>> = {
  type: 'WEBHOOK',
  check: ({ webhook: address }, hosts) => checkAddress(address, hosts),
  keep: ({ webhook: address }) => keepAddress(address, { type: 'WEBHOOK' }),
  show: (target, secret) => ({ webhook: showAddress(target, secret), payload_version: '1.0' }),
  send: sendJson((payload) => payload),
};
