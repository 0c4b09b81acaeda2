import { compareRuns, type RunAttempt } from './attempts.ts';

/** The runs of one job, of one workflow, for one pull request or ref, that judge one flow. */
export interface StatusSlot {
  /** Tells slots apart, whatever their parts are called. */
  readonly key: string;
  readonly org: string;
  readonly flow: string;
  /** `pull_request #7 › ci.yml › gate`, for people. Foreign text. */
  readonly label: string;
  /** The pull requests that its run may be for; none where it is for a branch or a tag. */
  readonly pullRequests: readonly number[];
  /** The file of its workflow; `undefined` where it is not known. */
  readonly workflow: { readonly path: string; readonly ref: string } | undefined;
}

/**
 * The state that a slot reports for itself, apart from the state that GitHub shows. `running`: it judges, or is about to;
 * `awaiting`: the run that it follows has not ended; `unapproved`: that run waits until a person lets it begin.
 */
export type StatusWord = 'yes' | 'no' | 'running' | 'awaiting' | 'unapproved';

export interface StatusMark {
  readonly slot: StatusSlot;
  readonly of: RunAttempt;
  /** The run that judges, where it follows the one that is judged. */
  readonly by: RunAttempt | undefined;
  readonly word: StatusWord;
}

export type StatusState = 'success' | 'failure' | 'error' | 'pending';

export interface PostedStatus {
  readonly state: StatusState;
  /** As it was written: contexts that differ by case alone are one. */
  readonly context: string;
  /** Account that set it; `undefined` where GitHub does not say. */
  readonly account: string | undefined;
  /** `undefined` where another program set it. */
  readonly mark: StatusMark | undefined;
}

interface SlotWords {
  /** Another text for each slot, and for each account of one slot. */
  readonly speaker: string;
  readonly isOurs: boolean;
  /** The newest yes or no; a no of the same attempt outweighs a yes. */
  readonly last: StatusMark | undefined;
  /** The news of an attempt that is newer than `last`. */
  readonly going: StatusMark | undefined;
}

/**
 * The reports of all slots, that of `own` first. `account` is that of our own token. Any other account that may set statuses could say yes,
 * or report an end, for a slot that says no. So the reports of an account replace its own alone, and a yes of another account is never
 * ours.
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

/** The attempt of the run that judges must be the same, too. */
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

/** The word that lets less through holds, where one attempt has two. */
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

/** By speaker; a slot that was not asked about, or that GitHub does not know, is in neither. */
export interface StatusEnds {
  /** The slots that are over: the pull request is closed, or the workflow file is gone. */
  readonly slots: ReadonlySet<string>;
  /** Speakers whose run goes on no longer. */
  readonly going: ReadonlySet<string>;
}

type StatusCause =
  | { readonly kind: 'own' }
  /** Another slot says so, a newer run of this one, or another account for it. */
  | { readonly kind: 'slot'; readonly mark: StatusMark; readonly speaker: string }
  /** Another program set this state in the same context. */
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
