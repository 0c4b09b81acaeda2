import { setTimeout as wait } from 'node:timers/promises';
import { ContractError, ResponseError, UsageError, wrongUse } from '../../errors/index.ts';
import { decideStatus, isFinished, isNews, isSameAttempt, slotWords } from '../../gate/index.ts';
import type { PostedStatus, RunAttempt, StatusDecision, StatusMark, StatusSlot, StatusState, StatusWord } from '../../gate/index.ts';
import { followedRun, subjectOf, workflowPathOf, type EventFacts, type FollowedRun } from '../../git/index.ts';
import { isGoingOver, isSlotOver, longestDescription, openPullRequests, postStatus, readStatuses, slotKey } from '../../github/index.ts';
import type { FileAt } from '../../github/index.ts';
import type { LegSettings } from '../../options/index.ts';
import { sharedContextText, statusText } from '../../presentation/index.ts';
import { oneLine } from '../../text/index.ts';
import type { AskGitHub } from '../run/connect.ts';

export interface RunSlot extends Omit<StatusMark, 'word'> {
  /** The workflow's file, where a token that may read files finds it; `undefined` where it is not known. */
  readonly file: FileAt | undefined;
}

export interface SlotFacts extends LegSettings {
  readonly org: string;
  readonly flow: string;
  readonly sha: string;
  /** The judged evidence comes from the claims of a run without secrets. */
  readonly isClaimed: boolean;
}

/**
 * If this run follows another run, that run decides the slot, and this run only its own part. A run that may belong to either of several
 * pull requests gets a slot of its own, because it is not known which other run it replaces. @throws {UsageError} away from GitHub, where
 * no run is known.
 */
export async function runSlot(event: EventFacts, { flow, isClaimed, leg, matrix, org, sha }: SlotFacts, ask: AskGitHub): Promise<RunSlot> {
  const self = runOf(event.runId, event.runAttempt);
  if (self === undefined) {
    throw new UsageError('missing-input', 'The status cannot be set: the run is not known (GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT)', {
      fix: 'Let `report` to runs of GitHub Actions, and hand these variables into the container where the step runs in one',
    });
  }
  const followed = followedRun(event);
  const of = followed === undefined ? self : (runOf(followed.id, followed.attempt) ?? self);
  const subject = subjectOf(event);
  const pullRequests =
    followed === undefined ? (subject.pullRequest === undefined ? [] : [subject.pullRequest.number]) : await pullRequestsOf(followed, ask);
  const trigger = followed?.trigger ?? event.eventName;
  const ref = followed === undefined ? event.ref : `${followed.head?.repository ?? ''}:${followed.head?.branch ?? ''}`;
  const [pullRequest, ...others] = pullRequests;
  const isSure = pullRequest !== undefined && others.length === 0;
  const here = [event.workflow, workflowPathOf(event)];
  const workflows = followed === undefined ? here : [followed.workflow, followed.workflowPath, ...here];
  const claimedBy = isClaimed ? (subject.isFork ? 'fork' : 'pull request') : undefined;
  const key = slotKey([
    org,
    flow,
    trigger,
    isSure ? pullRequest : ref,
    ...workflows,
    event.job,
    event.step,
    matrix,
    leg,
    claimedBy,
    others.length > 0 ? of.run : undefined,
  ]);
  const where = isSure ? `${trigger} #${pullRequest}` : `${trigger} ${ref?.replace(/^refs\/(?:heads|tags)\//, '') ?? ''}`.trim();
  const file = (workflows[1] ?? workflows[0])?.replace(/^.*\//, '');
  const part = [matrix === null ? undefined : JSON.stringify(matrix), leg].filter((text) => text !== undefined).join(', ');
  const label = [where, file, event.job, part].filter((text) => text !== undefined && text !== '').join(' › ');
  return {
    slot: { key, org, flow, label, pullRequests, workflow: workflowFileOf(event) },
    of,
    by: followed === undefined ? undefined : self,
    file: readableFile(event, sha),
  };
}

/** With the run's head; none for a push, although GitHub names those that are open by then. */
async function pullRequestsOf({ head, pullRequests, trigger }: FollowedRun, ask: AskGitHub): Promise<readonly number[]> {
  if (trigger?.startsWith('pull_request') !== true) return [];
  if (head === undefined) return pullRequests;
  try {
    const found = await ask((access) => openPullRequests(access, head, 'pull-requests: read'));
    return found.length > 0 ? found : pullRequests;
  } catch {
    return pullRequests;
  }
}

function runOf(run: string | undefined, attempt: string | undefined): RunAttempt | undefined {
  return isNumber(run) && isNumber(attempt) ? { run, attempt } : undefined;
}

function isNumber(text: string | undefined): text is string {
  return /^[1-9]\d{0,30}$/.test(text ?? '');
}

/** Not a file in another repository, which cannot be asked. */
function workflowFileOf({ repository, workflowFile }: EventFacts): StatusSlot['workflow'] {
  return workflowFile === undefined || workflowFile.repository !== repository ? undefined : workflowFile;
}

/** At the commit itself where the file was read from a merge that GitHub made for the run. */
function readableFile(event: EventFacts, sha: string): FileAt | undefined {
  const file = workflowFileOf(event);
  if (file === undefined) return undefined;
  return { path: file.path, ref: file.ref.startsWith('refs/heads/') ? file.ref.slice('refs/heads/'.length) : sha };
}

export interface Said {
  readonly word: StatusWord;
  /** If no other run decides. */
  readonly state: StatusState;
  /** May hold foreign text. */
  readonly words: string;
  /** Behind the status; the page of the run if left out. */
  readonly page?: string | undefined;
}

interface StatusTarget {
  readonly sha: string;
  /** The name that a rule requires. */
  readonly context: string;
  readonly run: RunSlot;
  readonly runPage: string | undefined;
}

export interface ContextStatus {
  /** If that is news. */
  begin(said: Said): Promise<void>;
  /** `again` judges once more: its answer counts, and becomes the status too. */
  end(said: Said, again: (said: Said) => Promise<Said>): Promise<Said>;
  /** Says no with at most one look, because the run has no time left. */
  endAtOnce(said: Said): Promise<void>;
}

/** GitHub takes 1,000 statuses of one name at a commit, and the last one stays. The room above this number is kept for a no. */
const roomForAll = 900;
const mostCorrections = 3;
/** Milliseconds between the reads of a list that lags behind. */
const lags = [250, 1_000, 2_000, 4_000];
/** Most slots that GitHub is asked about; the words of the others hold. */
const mostAsked = 20;

/**
 * GitHub cannot set a status only if nothing came in between. So all statuses are read, one is set, all are read again, and changes in
 * between are corrected. `clean` takes secrets out of a text.
 */
export function openContextStatus(
  { context, runPage, sha, run }: StatusTarget,
  ask: AskGitHub,
  clean: (text: string) => string,
): ContextStatus {
  /** Known from the first reply on. */
  let account: string | undefined;

  const markOf = (word: StatusWord): StatusMark => ({ slot: run.slot, of: run.of, by: run.by, word });

  async function post(state: StatusState, text: string, said: Said): Promise<void> {
    // Cleaned once more after making it harmless: a part that was taken out may have split a secret.
    const description = clean(oneLine(text, longestDescription));
    const status = { sha, context, state, description, mark: markOf(said.word), page: said.page, runPage };
    account = (await ask((access) => postStatus(access, status))) ?? account;
  }

  /** If they cannot be read at the end of the run, the status becomes an `error`. */
  async function readAll(said: Said): Promise<readonly PostedStatus[]> {
    try {
      return await ask((access) => readStatuses(access, sha, context));
    } catch (error) {
      if (isFinished(markOf(said.word))) await fail('The statuses of this commit could not be read: run this job again', said);
      throw error;
    }
  }

  /** The list may lag behind. */
  async function readPosted(said: Said): Promise<readonly PostedStatus[]> {
    for (const pause of lags) {
      const posted = await readAll(said);
      if (posted.some(({ mark }) => mark !== undefined && isSameAttempt(mark, markOf(said.word)) && mark.word === said.word)) return posted;
      await wait(pause);
    }
    if (isFinished(markOf(said.word))) await fail('GitHub does not list the status that was set: run this job again', said);
    throw new ContractError('wrong-shape', `GitHub took the status ${context}, and does not list it`, {
      expected: 'the status that was set',
      fix: 'Run the job again; if it happens again, report it with the log',
    });
  }

  function fail(text: string, said: Said): Promise<void> {
    return post('error', text, { ...said, word: 'no' });
  }

  /** Before the first reply the account is a guess, corrected right after it. If there are several accounts, none is guessed. */
  function trustedIn(posted: readonly PostedStatus[]): string | undefined {
    const accounts = new Set(posted.flatMap(({ account: by, mark }) => (mark === undefined ? [] : [by])));
    return account ?? (accounts.size === 1 ? [...accounts][0] : undefined);
  }

  /** GitHub is asked only about the slots that decide: there may be many slots, and few requests in an hour. */
  async function decided(posted: readonly PostedStatus[], mark: StatusMark): Promise<StatusDecision> {
    const [slots, going] = [new Set<string>(), new Set<string>()];
    for (let asked = 0; ; asked += 1) {
      const decision = decideStatus(posted, mark, trustedIn(posted), { slots, going });
      const { cause, state } = decision;
      if (cause.kind !== 'slot' || state === 'success' || asked === mostAsked || isOfThisRun(cause.mark, mark)) return decision;
      if (cause.mark.slot.key !== mark.slot.key && (await ask((access) => isSlotOver(access, cause.mark.slot, run.file))))
        slots.add(cause.speaker);
      else if (state === 'pending' && (await ask((access) => isGoingOver(access, cause.mark)))) going.add(cause.speaker);
      else return decision;
    }
  }

  async function setStatus(first: Said, again?: (said: Said) => Promise<Said>): Promise<Said> {
    let said = first;
    let lastWord: StatusWord | undefined;
    for (let posts = 0; ; posts += 1) {
      const posted = posts === 0 ? await readAll(said) : await readPosted(said);
      lastWord = said.word;
      if (posts > 0 && said.word === 'yes' && again !== undefined) said = await judgedAgain(said, again);
      await refuseShared(posted, said);
      const mark = markOf(said.word);
      const decision = await decided(posted, mark);
      const state = decision.cause.kind === 'own' ? said.state : decision.state;
      const isSet = posts > 0 ? posted[0]?.state === state && said.word === lastWord : isShown(posted, mark, state);
      if (isSet) return said;
      if (posts > mostCorrections) {
        await fail('Others set this status at the same time, again and again: run this job again', said);
        throw restless(context, sha);
      }
      if (posted.length >= roomForAll && (state === 'success' || state === 'pending')) {
        if (isFinished(mark)) throw full(context, sha, posted.length);
        return said;
      }
      await post(state, statusText(decision, { mark, words: said.words }, longestDescription), said);
    }
  }

  /** True also where it is not news. */
  function isShown(posted: readonly PostedStatus[], mark: StatusMark, state: StatusState): boolean {
    const [newest] = posted;
    const isSame = newest?.state === state;
    if (isFinished(mark)) {
      const isOwn = newest?.mark !== undefined && isSameAttempt(newest.mark, mark) && newest.mark.word === mark.word;
      // A guess is good enough to post a status, but not to leave one out.
      return isSame && (isOwn || isOutvoted(posted, mark, account));
    }
    if (!isNews(posted, mark, trustedIn(posted))) return true;
    const isFirst = posted.every((status) => status.mark?.slot.key !== mark.slot.key);
    return isSame && state !== 'pending' && mark.word === 'unapproved' && isFirst;
  }

  async function judgedAgain(said: Said, again: (said: Said) => Promise<Said>): Promise<Said> {
    try {
      return await again(said);
    } catch (error) {
      await fail('The trail could not be read again after this status was set: run this job again', said);
      throw error;
    }
  }

  /** Two flows in one context would speak for each other. */
  async function refuseShared(posted: readonly PostedStatus[], said: Said): Promise<void> {
    const other = posted.find(({ mark }) => mark !== undefined && (mark.slot.org !== run.slot.org || mark.slot.flow !== run.slot.flow));
    if (other?.mark === undefined) return;
    const { slot } = other.mark;
    await fail(sharedContextText(run.slot, slot, longestDescription), said);
    const flow = ({ flow: name, org }: typeof slot): string => `flow ${name} of organization ${org}`;
    throw wrongUse(
      `The status ${context} is that of ${flow(run.slot)} and of ${flow(slot)}: neither can be told from the other`,
      `Give one of them a name of its own, require that too, and push a new commit:\n\n  status-context: compliance/${run.slot.org}/${run.slot.flow}`,
    );
  }

  return {
    begin: async (said) => void (await setStatus(said)),
    end: setStatus,
    async endAtOnce(said) {
      const posted = await ask((access) => readStatuses(access, sha, context)).catch(() => []);
      // A run that was cancelled for a newer one adds nothing to the word of the newer one.
      if (isOutvoted(posted, markOf(said.word), trustedIn(posted))) return;
      await post(
        said.state,
        statusText({ state: 'failure', cause: { kind: 'own' } }, { mark: markOf(said.word), words: said.words }, longestDescription),
        said,
      );
    },
  };
}

/** By a newer run of the slot that has said yes or no. */
function isOutvoted(posted: readonly PostedStatus[], mark: StatusMark, account: string | undefined): boolean {
  const last = slotWords(posted, mark, account)[0]?.last;
  return last !== undefined && !isSameAttempt(last, mark);
}

/** Work in this attempt of a run goes on as long as this job does. */
function isOfThisRun({ by, of }: StatusMark, { by: ownBy, of: own }: StatusMark): boolean {
  const [one, other] = [by ?? of, ownBy ?? own];
  return one.run === other.run && one.attempt === other.attempt;
}

function restless(context: string, sha: string): ResponseError {
  return new ResponseError(
    'conflict',
    `The status ${context} was changed by others each time that it was set (${mostCorrections + 1} times)`,
    {
      status: 409,
      request: `POST statuses/${sha}`,
      fix: 'Run this job again; let one run at a time set it, with `concurrency` and `queue: max` at the job that posts',
    },
  );
}

function full(context: string, sha: string, count: number): ResponseError {
  return new ResponseError(
    'conflict',
    `Commit ${sha.slice(0, 12)} has ${count} statuses named ${context}: GitHub takes 1,000, and from ${roomForAll} on only a no is set`,
    { status: 422, request: `POST statuses/${sha}`, fix: 'Push a new commit' },
  );
}
