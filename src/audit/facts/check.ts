import { aDigest, aFlag, aMoment, aSha, aText, aWhole, ifThere, listOf, oneOf, orNull, shape, type Checked } from '../../text/check.ts';
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
  /** `.github/workflows/ci.yml`, and of another repository `acme/gates/.github/workflows/ci.yml`; null where GitHub does not tell it, as of a required workflow that the token may not see. */
  path: orNull(aText),
  event: aText,
  /** By GitHub's clock: when its first attempt began, and when it changed last. */
  at: aMoment,
  changedAt: aMoment,
  url: aText,
});

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

/** A rule that holds for a branch, as `rules/branches/{branch}` tells it to everybody who reads the repository. */
const branchRule = shape({
  /** As GitHub names it: `required_status_checks`, `workflows`, `merge_queue`, … */
  type: aText,
  /** GitHub's number of the ruleset that it is in. */
  ruleset: aText,
  /** For `required_status_checks` the name of each check, and the number of the app that must tell it; null: any. */
  checks: listOf(shape({ name: aText, app: orNull(aWhole) })),
  /** For `workflows` the path of each workflow file that must have run. */
  workflows: listOf(aText),
  /** For `required_status_checks` whether the head must be up to date with the branch. */
  strict: aFlag,
  /** For `pull_request` how many must approve; left out of the others, and by earlier programs. */
  approvals: ifThere(aWhole),
});
export type BranchRule = Checked<typeof branchRule>;

/** A ruleset as it was from a moment on. */
const rulesetVersion = shape({
  /** By GitHub's clock. */
  at: aMoment,
  /** Whether it held for the branch; null where it had other conditions then, so that nobody tells. */
  inForce: orNull(aFlag),
  rules: listOf(branchRule),
  bypass: orNull(listOf(aText)),
});
export type RulesetVersion = Checked<typeof rulesetVersion>;

const ruleset = shape({
  id: aText,
  name: aText,
  /** `acme/shop`, or the organization that it is of. */
  source: aText,
  /** By GitHub's clock; null where the token may not see the ruleset. */
  changedAt: orNull(aMoment),
  /** Who may bypass it: `Team 7 always`. Null where the token may not see that, which is not nobody. */
  bypass: orNull(listOf(aText)),
  /**
   * Its versions, the newest first, down to the one that was in force when the period began. Left out where it was not changed since,
   * and where the token may not see them.
   */
  history: ifThere(listOf(rulesetVersion)),
});
export type Ruleset = Checked<typeof ruleset>;

/** A landing that got past the rules of the branch, because somebody may bypass them. */
const bypass = shape({
  /** GitHub's number of the suite of rules that it was held against. */
  id: aText,
  /** By GitHub's clock. */
  at: aMoment,
  /** Null where GitHub does not say. */
  by: orNull(account),
  /** The commit that the branch was set to. */
  after: aSha,
  /** The rules that it did not keep: `required_status_checks of main`. */
  rules: listOf(aText),
});
export type Bypass = Checked<typeof bypass>;

const bypasses = shape({
  /** From when on all of them are told; null: none are, and `why` says why. */
  since: orNull(aMoment),
  why: ifThere(aText),
  found: listOf(bypass),
});
export type Bypasses = Checked<typeof bypasses>;

/** Who may bypass rulesets by an export of them that somebody handed in: that person's word, for what the token does not see. */
export const rulesetExport = shape({
  kind: oneOf('ruleset-export'),
  /** Its name, without the folder. */
  file: aText,
  sha256: aDigest,
  rulesets: listOf(ruleset),
});
export type RulesetExport = Checked<typeof rulesetExport>;

/** The rules of a branch when the audit asked for them. */
export const branchRules = shape({
  kind: oneOf('branch-rules'),
  branch: aText,
  rules: listOf(branchRule),
  rulesets: listOf(ruleset),
  /** Checks that classic protection of the branch requires. It tells neither since when, nor from which app; empty: none. */
  classic: listOf(aText),
  /** Left out by earlier programs. */
  bypasses: ifThere(bypasses),
});
export type BranchRules = Checked<typeof branchRules>;
