import { listAt, stringAt } from '../../../text/index.ts';
import type { Recipient } from '../../store/model/messages.ts';
import { mailbox } from './address.ts';

/** The end of one conversation with a mail server. */
export interface Attempt {
  /** The recipients that are not tried again: the server took the mail for them, or refused it for good. */
  readonly settled: readonly Recipient[];
  /** Why the others are tried again; absent if there are none. */
  readonly later?: string;
}

/** Waits for the end of a conversation about some recipients, and reads what became of each. */
export async function attemptOf(recipients: readonly string[], conversation: Promise<unknown>, signal: AbortSignal): Promise<Attempt> {
  try {
    return partly(recipients, await conversation);
  } catch (error) {
    if (signal.aborted) return { settled: [], later: 'it did not answer in time' };
    // Every recipient was refused: then the library throws, with the same lists.
    if (listAt(error, 'rejectedErrors') !== undefined) return partly(recipients, error);
    const said = codesOf(error);
    // An answer to the mail itself: the same mail is no better next time.
    const isRefused = stringAt(error, 'code') === 'EMESSAGE' && said.startsWith('5');
    if (isRefused) return { settled: recipients.map((each) => ({ email: each, refused: said })) };
    return { settled: [], later: said === '' ? `the conversation failed (${codeOf(error)})` : `it answered ${said}` };
  }
}

/** Reads the answers about each recipient. Only somebody whom it took by name has the mail. */
function partly(recipients: readonly string[], said: unknown): Attempt {
  const taken = new Set((listAt(said, 'accepted') ?? []).map((each) => mailbox(String(each))));
  const refusals = new Map(
    (listAt(said, 'rejectedErrors') ?? []).map((each) => [mailbox(stringAt(each, 'recipient') ?? '') ?? '', codesOf(each)] as const),
  );
  const settled: Recipient[] = [];
  const open: string[] = [];
  for (const email of recipients) {
    const box = mailbox(email) ?? '';
    const refused = refusals.get(box);
    if (refused?.startsWith('5') === true) settled.push({ email, refused });
    else if (refused === undefined && taken.has(box)) settled.push({ email });
    else open.push(refused ?? '');
  }
  if (open.length === 0) return { settled };
  return { settled, later: `it does not take it yet for ${open.length} of ${recipients.length} recipients (${open[0] || 'no answer'})` };
}

/** The codes at the beginning of an answer, such as `550 5.1.1`, without its text, which is foreign. */
function codesOf(error: unknown): string {
  const answer = stringAt(error, 'response') ?? '';
  const [, code = '', enhanced = ''] = /^([245]\d\d)(?:[ -](?:([245]\.\d{1,3}\.\d{1,3})\b)?|$)/.exec(answer) ?? [];
  return `${code} ${enhanced}`.trim();
}

function codeOf(error: unknown): string {
  const code = stringAt(error, 'code') ?? '';
  return /^[A-Z_]{1,40}$/.test(code) ? code : 'for no known reason';
}
