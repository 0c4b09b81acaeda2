import { compareRuns, type RunAttempt } from '../runs/run-order.ts';
import type { PostedStatus, StatusMark, StatusWord } from './slot.ts';

/** The report of one slot at this commit, as one account tells it. */
export interface SlotWords {
  /** Tells it from what other slots say, and from what another account says of this one. */
  readonly speaker: string;
  /** Whether it is told by the account of our own token. */
  readonly isOurs: boolean;
  /** The newest yes or no; a no of the same attempt outweighs a yes. */
  readonly last: StatusMark | undefined;
  /** The news of an attempt that is newer than `last`. */
  readonly going: StatusMark | undefined;
}

/**
 * The reports of all slots, that of `own` first. `account` is that of our own token. Any other account that may set statuses
 * could say yes, or report an end, for a slot that says no. So the reports of an account replace its own alone, and a yes of
 * another account is never ours.
 */
export function slotWords(posted: readonly PostedStatus[], own: StatusMark, account: string | undefined): readonly SlotWords[] {
  const saidBy = new Map<string, StatusMark[]>([[speakerOf(own, account), [own]]]);
  for (const { account: by, mark } of posted) {
    if (mark === undefined || (mark.word === 'yes' && by === undefined)) continue;
    const speaker = speakerOf(mark, by);
    const said = saidBy.get(speaker);
    if (said === undefined) saidBy.set(speaker, [mark]);
    else said.push(mark);
  }
  return [...saidBy].map(([speaker, said]) => ({
    speaker,
    isOurs: said.some((mark) => mark === own || speaker === speakerOf(mark, account)),
    ...wordsOf(said),
  }));
}

/**
 * Whether something that is going on is news of its slot: nothing that the slot has said is of this attempt or a newer one, but
 * that it had to be approved first, or has to be now.
 */
export function isNews(posted: readonly PostedStatus[], own: StatusMark, account: string | undefined): boolean {
  const said = posted.flatMap(({ account: by, mark }) => (mark?.slot.key === own.slot.key && by === account ? mark : []));
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

function speakerOf({ slot }: StatusMark, account: string | undefined): string {
  return `${slot.key} ${account ?? ''}`;
}

function wordsOf(said: readonly StatusMark[]): Pick<SlotWords, 'last' | 'going'> {
  const last = newestOf(said.filter(isFinished));
  const going = newestOf(said.filter((mark) => !isFinished(mark)));
  const isNewer = going !== undefined && (last === undefined || comparedAttempts(going.of, last.of) > 0);
  return { last, going: isNewer ? going : undefined };
}

/** Which of two words of one attempt holds: what lets less through. */
const weights: Readonly<Record<StatusWord, number>> = { yes: 0, no: 1, unapproved: 0, running: 1, awaiting: 2 };

function newestOf(marks: readonly StatusMark[]): StatusMark | undefined {
  return marks.reduce<StatusMark | undefined>((newest, mark) => {
    if (newest === undefined) return mark;
    return (order(mark, newest) || weights[mark.word] - weights[newest.word]) > 0 ? mark : newest;
  }, undefined);
}

/** By the attempt that is judged; then by the attempt that judges it, because that may be run again by itself. */
function order(one: StatusMark, other: StatusMark): number {
  return comparedAttempts(one.of, other.of) || comparedAttempts(one.by ?? none, other.by ?? none);
}

const none: RunAttempt = { run: '0', attempt: '0' };

/** Their parts are numbers: a mark with others is not read. */
function comparedAttempts(one: RunAttempt, other: RunAttempt): number {
  return compareRuns(one, other) ?? 0;
}
