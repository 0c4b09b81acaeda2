import { matches } from '../../contract/limits.ts';
import { UsageError, endings } from '../../errors/index.ts';
import { followedRun, subjectOf, type EventFacts } from '../../git/index.ts';
import { keepComment, openPullRequests, renderPending, type GitHubAccess } from '../../github/index.ts';
import type { DisplaySettings, GivenOptions } from '../../options/index.ts';
import { letThroughWords, pendingWords, stoppedWords, wordsOfVerdict, type PendingFacts } from '../../presentation/index.ts';
import { list } from '../../text/index.ts';
import { askMerges } from '../gate/gate.ts';
import type { Command } from '../run/command.ts';
import { buildUrlOf } from '../run/commit.ts';
import { withGitHub, type AskGitHub } from '../run/connect.ts';
import type { RunContext } from '../run/context.ts';
import type { Judged, Result, Viewed } from '../run/result.ts';
import { readSettings } from '../run/run.ts';
import type { ContextStatus, Said } from './context-status.ts';

/** A judgement has to wait for it; `undefined` where it can be made now. */
export function awaitedRun(event: EventFacts): (PendingFacts & { readonly url: string | undefined }) | undefined {
  const run = followedRun(event);
  if (run === undefined || run.state === 'completed') return undefined;
  return { state: run.state, url: run.url, workflow: run.workflow };
}

/** Only reads the inputs, so that their faults show, and then waits for another run. It sends nothing, and says no yes. */
export function awaiting(command: Command, awaited: PendingFacts): Command<unknown, Viewed> {
  const words = pendingWords(awaited);
  return {
    ...command,
    run: (_, { event }) =>
      Promise.resolve({
        kind: 'viewed',
        command: command.name,
        ending: 'pending',
        fails: false,
        view: { lines: [`${endings.pending.icon} ${words}: nothing is judged yet`], summary: renderPending(words) },
        outputs: { commit: subjectOf(event).sha ?? '' },
      }),
  };
}

type CommentTarget =
  | { readonly kind: 'pull-request'; readonly pullRequest: number }
  /** `isUnusual`: people would expect a comment. */
  | { readonly kind: 'nowhere'; readonly why: string; readonly isUnusual: boolean };

/**
 * On the pull request of the event, or of the run that it follows, as GitHub knows it; else nowhere. If several are possible, none is
 * chosen. @throws the errors of `ask`.
 */
async function commentTarget(event: EventFacts, ask: AskGitHub): Promise<CommentTarget> {
  const { pullRequest } = subjectOf(event);
  if (pullRequest !== undefined) return { kind: 'pull-request', pullRequest: pullRequest.number };
  const run = followedRun(event);
  const trigger = run === undefined ? event.eventName : (run.trigger ?? 'unknown');
  if (!trigger.startsWith('pull_request'))
    return nowhere(`No comment is written: a ${trigger} event is about no pull request`, { isUnusual: false });
  const { head } = run ?? {};
  if (head === undefined) return nowhere('No comment is written: the repository of the pull request is gone, or not told');
  const numbers = await ask((access) => openPullRequests(access, head, 'pull-requests: write'));
  const [only] = numbers;
  if (only !== undefined && numbers.length === 1) return { kind: 'pull-request', pullRequest: only };
  const named = `${head.sha.slice(0, 12)} of ${head.repository}:${head.branch}`;
  return nowhere(
    only === undefined
      ? `No comment is written: no open pull request has the head ${named}; it was closed, or pushed to since`
      : `No comment is written: the pull requests ${list(numbers.map(String))} have the head ${named}, and the event does not say which of them it is about`,
  );
}

function nowhere(why: string, { isUnusual } = { isUnusual: true }): CommentTarget {
  return { kind: 'nowhere', why, isUnusual };
}

/** Shows a verdict on GitHub next to the job. Each step throws GitHub's answer. */
export interface Announcement<Outcome> {
  /**
   * Sets the status to pending, so that an older status does not pass for this verdict. @throws {UsageError} where the status cannot be
   * that of this run: then nothing may be recorded either.
   */
  begin(): Promise<void>;
  /** Returns what was announced: the verdict may have changed until it stood in the status. */
  end(result: Outcome, pageOf: (result: Outcome) => string): Promise<Outcome>;
}

/** For a request to GitHub, with retries; an interrupted run has 7.5 s for everything that is left. */
const patience = 30_000;
const impatience = 3_000;

/** None in a dry run. `chosenCommit`: that of an artifact. `clean` takes secrets out of a text. */
export function openAnnouncement<Outcome extends Result>(
  settings: DisplaySettings & { readonly chosenCommit: string | undefined },
  command: Pick<Command, 'name' | 'options' | 'read' | 'judging'>,
  given: GivenOptions,
  context: RunContext,
  clean: (text: string) => string,
): Announcement<Outcome | Judged> {
  const { event, interrupt, report } = context;
  const awaited = awaitedRun(event);
  const page = buildUrlOf(event);
  const option = (name: string): string => given.raw[name]?.trim() ?? '';
  const [org, flow] = [option('org'), option('flow')];
  // Names that nothing can have are refused as inputs; they must not reach GitHub before that.
  const asks = option('dry-run').toLowerCase() !== 'true' && matches('orgName', org) && (flow === '' || matches('flowName', flow));
  /** Once for the whole run. */
  let opened: Promise<ContextStatus | undefined> | undefined;

  function ask<Answer>(work: (access: GitHubAccess) => Promise<Answer>): Promise<Answer> {
    const { githubToken: token } = settings;
    if (token === undefined || event.repository === undefined)
      throw new UsageError('missing-input', 'The verdict cannot be reported: the repository of this run is not known', {
        fix: 'Let `report` to runs of GitHub Actions',
      });
    return withGitHub(token, event.repository, context, (access) =>
      work({ ...access, timeLimit: interrupt.aborted ? impatience : patience }),
    );
  }

  /** `undefined` where no status is asked for, or the subject is not known. */
  async function openedStatus(): Promise<ContextStatus | undefined> {
    if (!asks || !settings.status) return undefined;
    const name = settings.statusContext ?? (flow === '' ? undefined : `compliance/${flow}`);
    if (name === undefined) {
      throw new UsageError('missing-input', 'The status has no name: no flow is given', {
        fix: 'Give flow, or a name of your own:\n\n  status-context: compliance',
      });
    }
    const about = { org, flow, isClaimed: command.name === 'fork post', matrix: settings.matrix, leg: settings.leg };
    const hasTrail = command.options.some(({ use }) => use.name === 'trail');
    const trail = (hasTrail && option('trail')) || undefined;
    // Most runs have no status.
    const { openStatus } = await import('./open.ts');
    const of = { context: name, commit: await subjectCommit(), about, trail, runPage: page };
    return openStatus(event, of, ask, askMerges(settings.githubToken, context), clean);
  }

  async function subjectCommit(): Promise<string | undefined> {
    const chosen = settings.chosenCommit ?? (option('commit').toLowerCase() || undefined);
    const read = await readable();
    return (read === undefined ? undefined : await command.judging?.commit?.(read.settings, chosen, context)) ?? chosen;
  }

  /** `undefined` where inputs are wrong: the command reports that, and its end shows it. */
  async function readable(): Promise<{ readonly settings: unknown } | undefined> {
    try {
      return { settings: await readSettings(command, given, context) };
    } catch (error) {
      if (error instanceof UsageError) return undefined;
      throw error;
    }
  }

  async function judgedAgain({ question }: Judged): Promise<Judged> {
    const { judging } = command;
    if (judging === undefined) throw new RangeError(`the command ${command.name} does not judge`);
    return judging.again(await readSettings(command, given, context), question, context);
  }

  async function setVerdict<Verdict extends Outcome | Judged>(result: Verdict): Promise<Verdict | Judged> {
    if (result.kind !== 'judged' && result.kind !== 'stopped') return result;
    const set = await (opened ??= openedStatus());
    if (set === undefined) return result;
    if (result.kind === 'stopped') {
      const said = { word: 'no', state: 'error', words: stoppedWords(result, 'inputs'), page } as const;
      await (interrupt.aborted ? set.endAtOnce(said) : set.end(said, () => Promise.resolve(said)));
      return result;
    }
    let latest: Judged = result;
    await set.end(judgedSaid(result), async () => {
      const { basis, fails, letThrough, verdict } = await judgedAgain(result);
      // This judgement sees only the trail, without the facts that this run has about its own evidence. So it may take a yes away, but
      // never gives one.
      if (fails || (latest.verdict.name === 'compliant' && verdict.name !== 'compliant'))
        latest = { ...result, basis, fails, letThrough, verdict };
      return judgedSaid(latest);
    });
    return latest;
  }

  async function comment(body: string): Promise<void> {
    if (!asks || !settings.comment || flow === '') return;
    const target = await commentTarget(event, ask);
    if (target.kind === 'nowhere') return report({ kind: target.isUnusual ? 'notice' : 'info', message: target.why });
    await ask((access) => keepComment(access, { pullRequest: target.pullRequest, key: flow, body }));
  }

  return {
    async begin() {
      if ((await readable()) === undefined) return;
      const set = await (opened ??= openedStatus());
      if (set === undefined) return;
      const word = awaited === undefined ? 'running' : awaited.state === 'waiting' ? 'unapproved' : 'awaiting';
      const words = awaited === undefined ? `Flow ${flow} is being checked` : pendingWords(awaited);
      await set.begin({ word, state: 'pending', words, page: awaited?.url });
    },
    async end(result, pageOf) {
      if (result.kind !== 'judged' && result.kind !== 'stopped') return result;
      // Both, whatever the outcome of the first.
      const [set] = await Promise.allSettled([setVerdict(result)]);
      const latest = set.status === 'fulfilled' ? set.value : result;
      await comment(pageOf(latest));
      if (set.status === 'rejected') throw set.reason;
      return latest;
    },
  };
}

/** As the job: green where it does not fail, in the words of the verdict. */
function judgedSaid({ fails, letThrough, trailUrl, verdict }: Judged): Said {
  const { word } = wordsOfVerdict(verdict);
  const [first] = verdict.reasons;
  const words = letThrough === undefined ? (first === undefined ? word : `${word}: ${first.message}`) : letThroughWords(letThrough);
  if (!fails) return { word: 'yes', state: 'success', words, page: trailUrl };
  return { word: 'no', state: verdict.name === 'unknown' ? 'error' : 'failure', words, page: trailUrl };
}
