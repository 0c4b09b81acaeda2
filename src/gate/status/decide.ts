import type { PostedStatus, StatusMark, StatusSlot, StatusState } from './slot.ts';
import { slotWords, type SlotWords } from './words.ts';

/** GitHub's facts about other slots, by speaker; a slot that was not asked about, or that GitHub does not know, is in neither. */
export interface StatusEnds {
  /** The slots that are over: the pull request is closed, or the workflow file is gone. */
  readonly slots: ReadonlySet<string>;
  /** With whom it goes on no longer. */
  readonly going: ReadonlySet<string>;
}

/** Why a status shows its state. */
export type StatusCause =
  /** The slot that is asked about says so. */
  | { readonly kind: 'own' }
  /** Another slot says so, a newer run of this one, or another account for it. */
  | { readonly kind: 'slot'; readonly mark: StatusMark; readonly speaker: string }
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
  const live = slotWords(posted, own, account).filter(({ speaker }) => !ends.slots.has(speaker));
  const [no] = live.flatMap(({ last, speaker }) => (last?.word === 'no' ? causeOf(last, speaker, own) : []));
  if (no !== undefined) return { state: 'failure', cause: no };
  const foreign = foreignNo(posted);
  if (foreign !== undefined) return { state: 'failure', cause: foreign };
  const [going] = live.flatMap((words) => goingOf(words, live, ends).map((mark) => causeOf(mark, words.speaker, own)));
  if (going !== undefined) return { state: 'pending', cause: going };
  const [yes] = live.flatMap(({ isOurs, last, speaker }) => (isOurs && last !== undefined ? causeOf(last, speaker, own) : []));
  return { state: 'success', cause: yes ?? { kind: 'own' } };
}

/** The cause in a slot that makes the status pending, if any. */
function goingOf({ going, speaker }: SlotWords, live: readonly SlotWords[], ends: StatusEnds): readonly StatusMark[] {
  if (going === undefined || ends.going.has(speaker)) return [];
  return going.word === 'unapproved' && live.some((other) => isOtherPullRequest(other, going.slot)) ? [] : [going];
}

/** A pull request with the head of another one must not hold that up. An unknown author may be the person who opened it. */
function isOtherPullRequest({ isOurs, last }: SlotWords, { pullRequests }: StatusSlot): boolean {
  const others = last?.slot.pullRequests ?? [];
  return isOurs && others.length > 0 && pullRequests.length > 0 && !others.some((number) => pullRequests.includes(number));
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

function causeOf(mark: StatusMark, speaker: string, own: StatusMark): StatusCause {
  return mark === own ? { kind: 'own' } : { kind: 'slot', mark, speaker };
}
