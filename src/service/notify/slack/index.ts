import type { InputOf, Target } from '../target.ts';
import { checkAddress, keepAddress, showAddress } from '../webhook/address.ts';

/** The target is kept and shown, but nothing is sent to it. */
export const slack: Target<InputOf<'SLACK'>> = {
  type: 'SLACK',
  check: ({ webhook }) => checkAddress(webhook),
  keep: ({ context, webhook }) =>
    keepAddress(webhook, { type: 'SLACK', ...(context === undefined || context === null ? {} : { context }) }),
  show: (target, secret) => ({ webhook: showAddress(target, secret), context: target.context ?? null }),
};
