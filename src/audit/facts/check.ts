import { aMoment, aSha, aText, aWhole, ifThere, listOf, orNull, shape, type Checked } from '../../text/check.ts';
import { account } from './account.ts';

/**
 * One attempt of a check. Its creator sends its times and its conclusion, so that they are a claim
 * (https://docs.github.com/en/rest/checks/runs); of GitHub Actions the run of the workflow has times of its own.
 */
const checkRun = shape({
  /** GitHub's number of it. */
  id: aText,
  name: aText,
  /** In small letters, as REST has it: `success`, `failure`, `skipped`, …; null while it goes on. */
  conclusion: orNull(aText),
  startedAt: orNull(aMoment),
  endedAt: orNull(aMoment),
  url: orNull(aText),
});
export type CheckRun = Checked<typeof checkRun>;

const workflowRun = shape({
  id: aText,
  /** `.github/workflows/ci.yml`; null where GitHub does not tell it, as of a required workflow that the token may not see. */
  path: orNull(aText),
  event: aText,
  /** By GitHub's clock: when its first attempt began, and when it changed last. */
  at: aMoment,
  changedAt: aMoment,
  url: aText,
});
export type WorkflowRun = Checked<typeof workflowRun>;

const checkSuite = shape({
  id: aText,
  /** Null where the app is gone. */
  app: orNull(shape({ id: aWhole, slug: aText })),
  /** By GitHub's clock. */
  at: aMoment,
  /** Null: no run of GitHub Actions, or one that the token may not see. */
  workflow: orNull(workflowRun),
  /** All attempts, in the order of GitHub. */
  runs: listOf(checkRun),
});
export type CheckSuite = Checked<typeof checkSuite>;

const commitStatus = shape({
  context: aText,
  /** In small letters: `success`, `failure`, `error`, `pending`, `expected`. */
  state: aText,
  /** By GitHub's clock. */
  at: aMoment,
  /** Null where the account is gone. */
  by: orNull(account),
  url: orNull(aText),
});
export type CommitStatus = Checked<typeof commitStatus>;

/** All that GitHub keeps about a commit: it lets checks go with the logs, and a deleted run takes its checks along. */
export const commitChecks = shape({
  sha: aSha,
  suites: listOf(checkSuite),
  /** All of each context, in the order of their times. */
  statuses: listOf(commitStatus),
  /** Why not all could be read; left out: all were. */
  cut: ifThere(aText),
});
export type CommitChecks = Checked<typeof commitChecks>;
