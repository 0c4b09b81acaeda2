import type { Account } from '../facts/account.ts';
import type { BranchRules, CommitChecks } from '../facts/check.ts';
import type { Landing, PullRequest } from '../facts/landing.ts';
import type { Query } from '../facts/line.ts';
import type { Deployment, Release, Tag } from '../facts/shipped.ts';

export type Listed<Item> =
  | { readonly kind: 'whole'; readonly items: readonly Item[] }
  /** Some items are missing: the population is unknown. */
  | { readonly kind: 'cut'; readonly items: readonly Item[]; readonly why: string; readonly fix: string }
  /** A permission is missing, or the server lacks the feature: what needs it is not tested. */
  | { readonly kind: 'refused'; readonly why: string; readonly fix: string };

export interface RefUpdate extends Pick<Landing, 'id' | 'kind' | 'actor' | 'before' | 'after'> {
  readonly name: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

export interface TagUpdates {
  readonly updates: readonly RefUpdate[];
  /** True: a tag without an update did not move. False: that is not known. */
  readonly told: boolean;
}

export interface PullsOfCommits {
  /** Only merged ones; `mergeAlone` and `suggestionAlone` of their commits are not known yet (null, false). */
  readonly pulls: readonly PullRequest[];
  /** Numbers by SHA. */
  readonly of: ReadonlyMap<string, readonly number[]>;
  /** By number: the part of a pull request that could not be read; `commitsCut` tells that it has too many commits. */
  readonly cut: ReadonlyMap<number, string>;
  /** Commits that GitHub made and signed itself; left out where it was not asked. */
  readonly signedByGitHub?: ReadonlySet<string>;
}

export interface CommitAccounts {
  readonly sha: string;
  readonly author: Account | null;
  readonly committer: Account | null;
}

/** The texts of a pull request, as they were when it was merged. */
export interface PullTexts {
  readonly number: number;
  readonly branch: string;
  readonly title: string;
  /** Null where it was changed after the merge: what it said then is not known. */
  readonly body: string | null;
  readonly messages: readonly string[];
  /** Not all messages could be listed. */
  readonly cut: boolean;
}

export interface RulesPeriod {
  /** Null: it begins with a commit, whenever that landed. */
  readonly since: string | null;
  /** When the audit began. */
  readonly now: string;
}

/** All that the audit asks GitHub. Each method throws only where GitHub did not answer, or the time is over. */
export interface GitHubPort {
  defaultBranch(): Promise<string>;
  repositoryId(): Promise<number>;
  /** Updates of a branch within a time, half open, the newest first, and one older than `since`, if GitHub keeps one. */
  branchUpdates(branch: string, since: string, until: string): Promise<Listed<RefUpdate>>;
  /** The oldest updates of all refs that GitHub keeps, the oldest first, by their full names: a page of them. */
  firstUpdates(): Promise<Listed<RefUpdate>>;
  /** Updates of all tags since a moment, in a few requests however many tags there are. */
  tagUpdates(since: string): Promise<Listed<TagUpdates>>;
  /** Asks by 50 to 100 commits; commits that GitHub does not know are in no pull request. */
  pullRequestsOf(shas: readonly string[]): Promise<Listed<PullsOfCommits>>;
  /** Those of merged pull requests. One that GitHub does not tell is left out. */
  textsOf(numbers: readonly number[]): Promise<Listed<PullTexts>>;
  /** Those that succeeded within a time, with the one before it in each environment; the newest first. */
  deployments(since: string, until: string): Promise<Listed<Omit<Deployment, 'branch' | 'brought'>>>;
  releases(since: string, until: string): Promise<Listed<Omit<Release, 'branch' | 'brought'>>>;
  tags(): Promise<Listed<Pick<Tag, 'name' | 'sha' | 'url'>>>;
  /** How many pull requests GitHub says were merged into a branch within a time, to hold the population against. */
  mergedCount(branch: string, since: string, until: string): Promise<number | null>;
  /** For commits outside pull requests: `PullRequest` has the accounts of its own. One that GitHub does not know is left out. */
  accountsOf(shas: readonly string[]): Promise<Listed<CommitAccounts>>;
  /**
   * Checks and statuses of commits, with all attempts. A commit that GitHub does not know is left out. The newest status of a
   * context is enough where it ended before the moment that is asked about, by SHA: only later ones hide others.
   */
  checksOf(shas: readonly string[], moments?: ReadonlyMap<string, string>): Promise<Listed<CommitChecks>>;
  /** The rules that hold for a branch now: one item, with the history of rulesets within a time, and the landings that bypassed them. */
  rulesOf(branch: string, within: RulesPeriod): Promise<Listed<BranchRules>>;
  queries(): readonly Query[];
}
