import type { StatusDecision, StatusMark, StatusSlot } from '../gate/index.ts';
import { cut, oneLine } from '../text/index.ts';

interface OwnStatus {
  readonly mark: StatusMark;
  /** May hold foreign text. */
  readonly words: string;
}

/** In characters. A shorter part of a text is not worth showing. */
const shortest = 12;

/** In at most `limit` characters. A red one keeps both ends whole: who says no, and the way out. */
export function statusText({ cause, state }: StatusDecision, { mark, words }: OwnStatus, limit: number): string {
  switch (cause.kind) {
    case 'own':
      return state === 'failure'
        ? fitted('', words, ` (${cut(mark.slot.label, 44)}: push, or run this job again)`, limit)
        : oneLine(words, limit);
    case 'account':
      return fitted('', cause.account ?? 'Somebody', ` set ${cause.state} in this name by other means: set success there, or push`, limit);
    case 'slot':
      return slotText(state, cause.mark, mark, limit);
  }
}

/** The first flow is ours. */
export function sharedContextText(own: NamedFlow, other: NamedFlow, limit: number): string {
  const [one, two] = [own, other].map(({ flow, org }) => cut(`${flow} of ${org}`, 34));
  return fitted('', `Flows ${one} and ${two} share this name`, ': give one a status-context, and push', limit);
}

export type NamedFlow = Pick<StatusSlot, 'org' | 'flow'>;

function slotText(state: StatusDecision['state'], mark: StatusMark, own: StatusMark, limit: number): string {
  const { label } = mark.slot;
  const { run } = mark.by ?? mark.of;
  const isOwn = mark.slot.key === own.slot.key;
  const isOwnRun = isOwn && run === (own.by ?? own.of).run;
  const isGoing = own.word !== 'yes' && own.word !== 'no';
  switch (state) {
    case 'failure':
      if (isOwn && isGoing) return fitted(`Not compliant in run ${run}: `, label, ', which is checked again now', limit);
      if (isOwnRun) return fitted('Not compliant: another step of ', label, ' said no: push, or run this job again', limit);
      if (isOwn) return fitted(`Not compliant: newer run ${run} of `, label, ' says no: run that one again, or push', limit);
      return fitted('Not compliant: ', label, ` says no in run ${run}: run it again, or push`, limit);
    case 'pending':
      return fitted('Waits for ', label, mark.word === 'unapproved' ? `: run ${run} needs approval` : `, run ${run}`, limit);
    case 'success':
      return isOwn ? fitted(`Compliant: newer run ${run} of `, label, ' says so', limit) : fitted('Compliant: ', label, ' says so', limit);
  }
}

function fitted(before: string, text: string, after: string, limit: number): string {
  const room = Math.max(shortest, limit - before.length - after.length);
  return oneLine(`${before}${oneLine(text, room)}${after}`, limit);
}
