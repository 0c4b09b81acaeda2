import { compareRuns } from '../run-order.ts';
import type { PostedStatus, StatusMark, StatusRun, StatusSlot } from './slot.ts';

/** What one slot says for itself at this commit. */
export interface SlotWords {
  readonly slot: StatusSlot;
  /** The newest yes or no; a no of the same attempt outweighs a yes. */
  readonly last: StatusMark | undefined;
  /** What is going on in an attempt that is newer than `last`. */
  readonly going: StatusMark | undefined;
}

/**
 * The own words of every slot, the one of `own` included. A yes is believed from `account` alone, which is that of our own token:
 * whoever else may set statuses could say yes for a slot that says no.
 */
export function slotWords(posted: readonly PostedStatus[], own: StatusMark, account: string | undefined): readonly SlotWords[] {
  const bySlot = new Map<string, StatusMark[]>([[own.slot.key, [own]]]);
  for (const { account: by, mark } of posted) {
    if (mark === undefined || (mark.word === 'yes' && (by === undefined || by !== account))) continue;
    const said = bySlot.get(mark.slot.key);
    if (said === undefined) bySlot.set(mark.slot.key, [mark]);
    else said.push(mark);
  }
  return [...bySlot.values()].flatMap((said) => wordsOf(said) ?? []);
}

/**
 * Whether something that is going on is news of its slot: nothing that the slot has said is of this attempt or a newer one, but
 * that it had to be approved first, or has to be now.
 */
export function isNews(posted: readonly PostedStatus[], own: StatusMark): boolean {
  const said = posted.flatMap(({ mark }) => (mark?.slot.key === own.slot.key ? mark : []));
  if (said.some((mark) => isFinished(mark) && comparedAttempts(own.of, mark.of) <= 0)) return false;
  const before = newestOf(said.filter((mark) => !isFinished(mark)));
  if (before === undefined || comparedAttempts(own.of, before.of) > 0) return true;
  return order(own, before) > 0 && (own.word === 'unapproved') !== (before.word === 'unapproved');
}

/** Whether two marks are of one attempt, and the same attempt of the run that judges it. */
export function isSameAttempt(one: StatusMark, other: StatusMark): boolean {
  return one.slot.key === other.slot.key && order(one, other) === 0;
}

export function isFinished({ word }: StatusMark): boolean {
  return word === 'yes' || word === 'no';
}

function wordsOf(said: readonly StatusMark[]): SlotWords | undefined {
  const [first] = said;
  if (first === undefined) return undefined;
  const last = newestOf(said.filter(isFinished));
  const going = newestOf(said.filter((mark) => !isFinished(mark)));
  const isNewer = going !== undefined && (last === undefined || comparedAttempts(going.of, last.of) > 0);
  return { slot: first.slot, last, going: isNewer ? going : undefined };
}

function newestOf(marks: readonly StatusMark[]): StatusMark | undefined {
  return marks.reduce<StatusMark | undefined>((newest, mark) => {
    if (newest === undefined) return mark;
    const newer = order(mark, newest);
    return newer > 0 || (newer === 0 && mark.word === 'no' && newest.word !== 'no') ? mark : newest;
  }, undefined);
}

/** By the attempt that is judged; then by the attempt that judges it, because that may be run again by itself. */
function order(one: StatusMark, other: StatusMark): number {
  return comparedAttempts(one.of, other.of) || comparedAttempts(one.by ?? none, other.by ?? none);
}

const none: StatusRun = { run: '0', attempt: '0' };

/** Their parts are numbers: a mark with others is not read. */
function comparedAttempts(one: StatusRun, other: StatusRun): number {
  return compareRuns(one, other) ?? 0;
}
