import { wrongUse } from '../../errors/index.ts';
import { urlOf, type Reason } from '../../gate/index.ts';
import { followedRun, subjectOf, type EventFacts } from '../../git/index.ts';
import { openPullRequests } from '../../github/index.ts';
import type { ClaimedBy } from '../../presentation/index.ts';
import { countAt, stringAt } from '../../text/index.ts';
import type { TestRun } from '../run/commit.ts';
import { withGitHub } from '../run/connect.ts';
import type { RunContext } from '../run/context.ts';
import type { Claims, Refusal } from './artifacts.ts';

/** The pull request's run before this one, as GitHub describes it: nothing of it comes from an artifact. */
export interface TestedRun {
  /** Head of the pull request. */
  readonly sha: string;
  readonly claimedBy: ClaimedBy;
  readonly conclusion: string;
  readonly url: string | undefined;
  /** Open pull requests of its branch with this head. If there are several, it is not known which one the run was for. */
  readonly pullRequests: readonly number[];
  of(claims: Claims, artifact: string): TestRun;
}

/** Asks GitHub too, because the event of a fork names no pull request. Throws a `UsageError` where no run of a pull request has ended. */
export async function testedRun(githubToken: string, context: RunContext): Promise<TestedRun> {
  const { event } = context;
  const { head, trigger, url, workflow, workflowPath } = followed(event);
  const run = (name: string): string | undefined => countAt(event.payload, 'workflow_run', name)?.toString();
  const [runId, runAttempt] = [run('id'), run('run_attempt')];
  const { isFork, sha } = subjectOf(event);
  const { repository } = event;
  if (sha === undefined || repository === undefined || runId === undefined || runAttempt === undefined) {
    throw wrongUse(
      'The event does not say which run of which commit it is about',
      'Leave the event file (GITHUB_EVENT_PATH) as GitHub wrote it, and hand it into the container where the step runs in one',
    );
  }
  const pullRequests =
    head === undefined
      ? []
      : await withGitHub(githubToken, repository, context, (access) => openPullRequests(access, head, 'pull-requests: read'));
  const claimedBy = isFork ? 'fork' : 'pull request';
  const [first, ...others] = pullRequests;
  const pullRequest = first === undefined || others.length > 0 ? undefined : { number: first };
  return {
    sha,
    claimedBy,
    conclusion: stringAt(event.payload, 'workflow_run', 'conclusion') ?? 'unknown',
    url,
    pullRequests,
    of: ({ job }, artifact) => ({
      event: trigger,
      workflow,
      workflowFile: workflowPath === undefined ? undefined : `${repository}/${workflowPath}`,
      job: job ?? undefined,
      runId,
      runAttempt,
      pullRequest,
      url,
      more: {
        claimed_by: claimedBy,
        artifact,
        head_repository: head?.repository ?? null,
        ...(others.length > 0 ? { pull_requests: pullRequests } : {}),
      },
    }),
  };
}

/** Only runs for a pull request are read: other runs have the secrets, and can record themselves. */
function followed(event: EventFacts): NonNullable<ReturnType<typeof followedRun>> {
  const run = followedRun(event);
  if (run === undefined) {
    throw wrongUse(
      `fork-post is for workflow_run events, and this one is ${event.eventName || 'none of GitHub'}`,
      'Call it in a workflow of its own:\non:\n  workflow_run:\n    workflows: [Tests]\n    types: [requested, in_progress, completed]',
    );
  }
  if (run.trigger !== 'pull_request') {
    throw wrongUse(
      `fork-post is for runs of pull requests, and this run was for ${run.trigger ?? 'no known event'}`,
      "Leave other runs out, at the job:\n  if: ${{ github.event.workflow_run.event == 'pull_request' }}\nThey have the secrets and record themselves",
    );
  }
  if (run.state !== 'completed') {
    throw wrongUse(
      'The run has not come to its end, so there is nothing to record yet',
      "Record when it has, at the job:\n  if: ${{ github.event.action == 'completed' }}",
    );
  }
  return run;
}

export function nothingCollected({ conclusion, url }: TestedRun): Reason {
  return {
    code: 'evidence-unusable',
    verdict: 'unusable',
    message: `No evidence was collected: the run ended in ${JSON.stringify(conclusion)}, and left no artifact of fork-collect`,
    fix: 'Look at the run: its tests, or the job of fork-collect, may have failed; the names of its artifacts must match those that are downloaded',
    ...urlOf(url),
  };
}

export function refusalReason({ artifact, fix, why }: Refusal): Reason {
  return {
    code: 'claim-refused',
    verdict: 'unusable',
    message: `What the artifact ${JSON.stringify(artifact)} claims is refused: ${why}`,
    fix,
  };
}

/** A run that did not end well may have lost evidence that says no. If some evidence says no, that explains how the run ended. */
export function endReasons({ conclusion, url }: TestedRun, said: readonly Reason[]): readonly Reason[] {
  if (conclusion === 'success' || said.some(({ verdict }) => verdict === 'non-compliant' || verdict === 'unusable')) return [];
  return [
    {
      code: 'job-ended',
      verdict: 'incomplete',
      message: `The run ended in ${JSON.stringify(conclusion)}: evidence that says no may be missing`,
      fix: 'Look at the jobs of the run, fix those that did not end well, and re-run them',
      ...urlOf(url),
    },
  ];
}

export function noticesOf({ pullRequests, sha }: TestedRun): readonly string[] {
  const commit = sha.slice(0, 12);
  if (pullRequests.length === 0) return [`No open pull request has ${commit} as its head now: what is recorded names none`];
  if (pullRequests.length === 1) return [];
  const numbers = pullRequests.map((number) => `#${number}`).join(' and ');
  return [
    `The pull requests ${numbers} have one head, ${commit}: which of them the run was for is not known, and what is recorded names both`,
  ];
}
