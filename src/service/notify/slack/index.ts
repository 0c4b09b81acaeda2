import { sendJson } from '../net/send-json.ts';
import type { Answer } from '../net/post.ts';
import type { InputOf, Target, Undelivered } from '../target.ts';
import { checkAddress, keepAddress, showAddress } from '../webhook/address.ts';
import { wordsOf } from '../words.ts';
import { blocksOf } from './blocks.ts';

/** A channel of a chat, behind an incoming webhook of its own. Such a webhook knows no signature: its address is the secret. */
export const slack: Target<InputOf<'SLACK'>> = {
  type: 'SLACK',
  check: async ({ webhook }, means) => await checkAddress(webhook, means),
  keep: ({ context, webhook }) =>
    keepAddress(webhook, { type: 'SLACK', ...(context === undefined || context === null ? {} : { context }) }),
  show: (target, secret) => ({ webhook: showAddress(target, secret), context: target.context ?? null }),
  send: async (outgoing, means) =>
    await sendJson(outgoing, means, {
      content: blocksOf(wordsOf(await outgoing.payload())),
      headers: () => ({}),
      reads: 200,
      judge,
    }),
};

/** Times at which the same message may succeed later, although the answer is one of 400 to 499. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

/** The chat answers 200 and `ok`, or the name of what is wrong, such as `no_service`. */
function judge({ status, text }: Answer): Pick<Undelivered, 'why' | 'isFinal'> | undefined {
  const said = text.trim();
  if (status === 200 && said === 'ok') return undefined;
  // Anything else is foreign text, and not shown.
  const name = /^[a-z_]{1,60}$/.test(said) ? ` ${said}` : '';
  // Somebody took it who is no chat, and would take it again.
  if (status === 200) return { why: `it answered 200${name} in place of 200 ok: no incoming webhook of the chat is there`, isFinal: true };
  return { why: `it answered ${status}${name}`, isFinal: status >= 400 && status < 500 && !passing.has(status) };
}
