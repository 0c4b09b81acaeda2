import { sendJson } from '../net/send-json.ts';
import type { InputOf, Outgoing, Target } from '../target.ts';
import { checkAddress, keepAddress, showAddress } from './address.ts';
import { newSigningSecret, signaturesOf } from './sign.ts';

/** Takes JSON at an address, signed as Standard Webhooks says. */
export const webhook: Target<InputOf<'WEBHOOK'>> = {
  type: 'WEBHOOK',
  check: async ({ webhook: address }, means) => await checkAddress(address, means),
  keep: ({ webhook: address }) => ({ ...keepAddress(address, { type: 'WEBHOOK' }), signingSecret: newSigningSecret() }),
  show: (target, secret) => ({ webhook: showAddress(target, secret), payload_version: '1.0' }),
  send: async (outgoing, means) =>
    await sendJson(outgoing, means, {
      content: await outgoing.payload(),
      headers: (body) => signed(outgoing, body),
      reads: 0,
      judge: ({ status }) =>
        status >= 200 && status < 300
          ? undefined
          : // A webhook that is gone says so, and does not want to be asked again.
            { why: `it answered ${status}`, isFinal: status === 410 },
    }),
};

/** A rule that an earlier version made has no secret until somebody asks for one. */
function signed({ id, signingSecrets }: Outgoing, body: string): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signingSecrets.length === 0 ? {} : { 'webhook-signature': signaturesOf(signingSecrets, id, timestamp, body) }),
  };
}
