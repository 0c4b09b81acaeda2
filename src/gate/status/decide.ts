import type { PostedStatus, StatusMark, StatusSlot, StatusState } from './slot.ts';
import { slotWords, type SlotWords } from './words.ts';

/** What GitHub says of other slots; what it was not asked, or does not tell, is in neither. */
export interface StatusEnds {
  /** Keys of slots that are over: the pull request is closed, or the file of the workflow is gone. */
  readonly slots: ReadonlySet<string>;
  /** Keys (`goingKey`) of what is going on no longer. */
  readonly going: ReadonlySet<string>;
}

/** Why a status shows its state. */
export type StatusCause =
  /** The slot that is asked about says so. */
  | { readonly kind: 'own' }
  /** Another slot says so, or a newer run of this one. */
  | { readonly kind: 'slot'; readonly mark: StatusMark }
  /** Somebody else set this state in the same context. */
  | { readonly kind: 'account'; readonly account: string | undefined; readonly state: StatusState };

export interface StatusDecision {
  readonly state: 'success' | 'failure' | 'pending';
  readonly cause: StatusCause;
}

/**
 * The state of a context at a commit, with what `own` says. A no of any slot that is not over outweighs all; then something that
 * is going on; and only then it is a success. Which slot posted last does not matter.
 */
export function decideStatus(
  posted: readonly PostedStatus[],
  own: StatusMark,
  account: string | undefined,
  ends: StatusEnds,
): StatusDecision {
  const all = slotWords(posted, own, account);
  const live = all.filter(({ slot }) => slot.key === own.slot.key || !ends.slots.has(slot.key)).toSorted(byOwn(own.slot));
  const no = live.flatMap(({ last }) => (last?.word === 'no' ? last : []))[0];
  if (no !== undefined) return { state: 'failure', cause: causeOf(no, own) };
  const foreign = foreignNo(posted);
  if (foreign !== undefined) return { state: 'failure', cause: foreign };
  const going = live.flatMap((words) => goingOf(words, all, own, ends))[0];
  if (going !== undefined) return { state: 'pending', cause: causeOf(going, own) };
  return { state: 'success', cause: causeOf(live.flatMap(({ last }) => last ?? [])[0] ?? own, own) };
}

/** The other slots that stand in the way of a success, for GitHub to be asked whether they still do. */
export function slotsInTheWay(posted: readonly PostedStatus[], own: StatusMark, account: string | undefined): readonly SlotWords[] {
  return slotWords(posted, own, account).filter(
    ({ going, last, slot }) => slot.key !== own.slot.key && (going !== undefined || last?.word === 'no'),
  );
}

/** Tells apart what is going on. */
export function goingKey({ by, of, slot }: StatusMark): string {
  return [slot.key, of.run, of.attempt, by?.run, by?.attempt].join(' ');
}

/** What is going on in a slot, if that makes the status pending. */
function goingOf({ going }: SlotWords, all: readonly SlotWords[], own: StatusMark, ends: StatusEnds): readonly StatusMark[] {
  if (going === undefined || (going !== own && ends.going.has(goingKey(going)))) return [];
  return going.word === 'unapproved' && all.some((other) => isOtherPullRequest(other, going.slot)) ? [] : [going];
}

/** Whoever opens a pull request with the head of another one must not be able to hold that one up. */
function isOtherPullRequest({ last, slot }: SlotWords, than: StatusSlot): boolean {
  return last !== undefined && slot.pullRequests.length > 0 && !slot.pullRequests.some((number) => than.pullRequests.includes(number));
}

/** A status without a mark holds while its account has not set another one, `pending` aside. */
function foreignNo(posted: readonly PostedStatus[]): StatusCause | undefined {
  const heard = new Set<string | undefined>();
  for (const { account, mark, state } of posted) {
    if (mark !== undefined || state === 'pending' || heard.has(account)) continue;
    heard.add(account);
    if (state !== 'success') return { kind: 'account', account, state };
  }
  return undefined;
}

function byOwn({ key }: StatusSlot): (a: SlotWords, b: SlotWords) => number {
  return (a, b) => Number(b.slot.key === key) - Number(a.slot.key === key);
}

function causeOf(mark: StatusMark, own: StatusMark): StatusCause {
  return mark === own ? { kind: 'own' } : { kind: 'slot', mark };
}
