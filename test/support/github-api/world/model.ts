/** An account of the world. Everything else names it by its login. Null is an account that is gone (a ghost). */
export interface WorldAccount {
  readonly id: number;
  readonly login: string;
  /** `person` if left out. The login of a bot is written without `[bot]`. */
  readonly kind?: 'person' | 'bot' | 'mannequin' | 'organization';
  /** Addresses by which GitHub knows it in commits. */
  readonly emails?: readonly string[];
}

export type ActivityType = 'push' | 'force_push' | 'branch_creation' | 'branch_deletion' | 'pr_merge' | 'merge_queue_merge';

/** An update of a ref. */
export interface WorldUpdate {
  readonly id: number;
  /** `refs/heads/main` */
  readonly ref: string;
  readonly type: ActivityType;
  /** ISO 8601, as all moments here. */
  readonly at: string;
  readonly by: string | null;
  /** Null: the ref was not there. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface WorldReview {
  readonly id: number;
  readonly by: string | null;
  /** The state when the review was given. A review that was dismissed is shown as dismissed, and has its event. */
  readonly state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'PENDING';
  /** The commit that GitHub binds it to now. */
  readonly commit: string | null;
  readonly at: string;
  readonly dismissed?: { readonly at: string; readonly by: string | null };
}

/** The events in the timeline of a pull request, without dismissals and the merge, which come by themselves. */
export type WorldEvent =
  | { readonly kind: 'labeled' | 'unlabeled'; readonly at: string; readonly by: string | null; readonly name: string }
  | {
      readonly kind: 'force-pushed';
      readonly at: string;
      readonly by: string | null;
      readonly before: string | null;
      readonly after: string | null;
    }
  | { readonly kind: 'queued' | 'unqueued' | 'reopened' | 'closed'; readonly at: string; readonly by: string | null }
  | {
      /** `retargeted`: GitHub did it because the base was merged and deleted. */
      readonly kind: 'base-changed' | 'retargeted';
      readonly at: string;
      readonly by: string | null;
      readonly from: string;
      readonly to: string;
    }
  | { readonly kind: 'renamed'; readonly at: string; readonly by: string | null; readonly from: string; readonly to: string }
  | { readonly kind: 'assigned'; readonly at: string; readonly by: string | null; readonly to: string };

export interface WorldPull {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  /** When the body was edited last. Left out: never. */
  readonly editedAt?: string;
  readonly state: 'open' | 'closed' | 'merged';
  /** Branch that it is for. */
  readonly base: string;
  readonly headBranch: string;
  /** SHA of its head. If it was merged, it is the SHA of the merged head. */
  readonly head: string;
  /** The repository of the head as `owner/name`. It is null if it is gone. */
  readonly from: string | null;
  readonly openedBy: string | null;
  readonly openedAt: string;
  readonly mergedAt: string | null;
  readonly mergedBy: string | null;
  /** The commit that the merge left on the base. */
  readonly mergeCommit: string | null;
  /** SHAs of its branch, the oldest first. */
  readonly commits: readonly string[];
  /** SHAs that its merge brought to the base, next to `mergeCommit`: those of a rebase. */
  readonly landed: readonly string[];
  readonly reviews: readonly WorldReview[];
  readonly events: readonly WorldEvent[];
  readonly assignees: readonly string[];
}

export interface WorldDeployment {
  readonly id: number;
  readonly environment: string;
  readonly sha: string;
  readonly ref: string;
  readonly by: string | null;
  readonly at: string;
  readonly production: boolean;
  readonly transient: boolean;
  /** The run of the job that made it, which its statuses name, with who let it begin; `sha` where the run is of another commit. */
  readonly run?: {
    readonly id: number;
    readonly sha?: string;
    readonly reviews: readonly {
      readonly by: string;
      readonly state: 'approved' | 'rejected' | 'pending';
      readonly environment?: string;
    }[];
  };
  /** The statuses in any order. GitHub lists the newest first. */
  readonly statuses: readonly { readonly id: number; readonly state: DeploymentState; readonly at: string; readonly by: string | null }[];
}

export type DeploymentState = 'error' | 'failure' | 'inactive' | 'pending' | 'success' | 'queued' | 'in_progress';

export interface WorldRelease {
  readonly id: number;
  readonly tag: string;
  readonly by: string | null;
  readonly createdAt: string;
  /** Null: a draft. */
  readonly publishedAt: string | null;
  readonly prerelease: boolean;
}

/** A check suite: the checks that an app made at a commit. GitHub Actions has one for each run of a workflow. */
export interface WorldSuite {
  readonly id: number;
  readonly sha: string;
  /** Null: the app is gone. */
  readonly app: { readonly id: number; readonly slug: string } | null;
  readonly at: string;
  /** Null: it is not of GitHub Actions, or the run was deleted. */
  readonly workflow: WorldWorkflow | null;
  /** All attempts, the oldest first: those of one name are attempts of one check. */
  readonly checks: readonly WorldCheck[];
}

export interface WorldWorkflow {
  readonly id: number;
  /** `.github/workflows/ci.yml`; null: GitHub does not tell the file. */
  readonly path: string | null;
  /** Where the file is, if not in the repository that it runs for. */
  readonly repository?: string;
  readonly event: string;
  readonly at: string;
  readonly changedAt: string;
}

export interface WorldCheck {
  readonly id: number;
  readonly name: string;
  readonly status: 'completed' | 'in_progress' | 'queued' | 'waiting';
  /** Null: it has not ended. */
  readonly conclusion:
    | 'action_required'
    | 'cancelled'
    | 'failure'
    | 'neutral'
    | 'skipped'
    | 'stale'
    | 'startup_failure'
    | 'success'
    | 'timed_out'
    | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}

/** A status of a commit. GitHub keeps all of them, and the newest of each context counts. */
export interface WorldStatus {
  readonly id: number;
  readonly sha: string;
  readonly context: string;
  readonly state: 'error' | 'failure' | 'pending' | 'success';
  readonly at: string;
  readonly by: string | null;
  readonly url: string | null;
}

/** A ruleset that holds for branches, with its rules. */
export interface WorldRuleset {
  readonly id: number;
  readonly name: string;
  /** `acme/app`; an organization's own name where it is of the organization. */
  readonly source: string;
  readonly branches: readonly string[];
  readonly changedAt: string;
  /** Null: the token may not see who may bypass it. */
  readonly bypass:
    | readonly { readonly kind: string; readonly id: number | null; readonly mode: 'always' | 'pull_request' | 'exempt' }[]
    | null;
  readonly rules: readonly { readonly type: string; readonly parameters?: object }[];
  /** The token may not read it, but for the rules that it has for a branch. */
  readonly hidden?: true;
  /** As it was before, the newest first; the newest version of all is the ruleset itself. */
  readonly earlier?: readonly WorldVersion[];
}

/** A ruleset as it was from a moment on; left out: as it is now. */
export interface WorldVersion extends Partial<Pick<WorldRuleset, 'bypass' | 'rules'>> {
  readonly at: string;
  readonly enforcement?: 'active' | 'disabled' | 'evaluate';
  /** `refs/heads/main` */
  readonly include?: string;
}

/** A push or a merge that GitHub held against the rules. */
export interface WorldRuleSuite {
  readonly id: number;
  readonly ref: string;
  readonly at: string;
  readonly by: string | null;
  readonly before: string;
  readonly after: string;
  readonly result: 'pass' | 'fail' | 'bypass';
  /** Types of the rules that it did not keep, each with the ruleset; without: classic protection. */
  readonly failed: readonly { readonly type: string; readonly ruleset?: string }[];
}

export interface WorldIssue {
  readonly number: number;
  title: string;
  body: string;
  state: 'open' | 'closed';
  labels: readonly string[];
  assignees: readonly string[];
  readonly by: string;
  readonly comments: { readonly id: number; readonly by: string; body: string }[];
}

export interface WorldRun {
  readonly id: number;
  /** `.github/workflows/audit.yml` */
  readonly workflow: string;
  readonly branch: string;
  readonly sha: string;
  readonly event: string;
  readonly status: 'completed' | 'in_progress' | 'queued';
  readonly conclusion: string | null;
  readonly at: string;
  readonly attempt: number;
  /** The repository that its head is in, as `owner/name`. For a fork's pull request it is the fork. */
  readonly from: string;
  readonly artifacts: readonly WorldArtifact[];
}

export interface WorldArtifact {
  readonly id: number;
  readonly name: string;
  /** The file to download. */
  readonly zip: Uint8Array;
  readonly expired?: boolean;
}

/** A repository of GitHub and everything that happened to it. A test may change it between two requests. */
export interface GitHubWorld {
  /** `owner/name` */
  readonly repository: string;
  readonly defaultBranch: string;
  readonly private: boolean;
  readonly createdAt: string;
  /** GitHub's clock: "the past year" counts back from it. */
  now: string;
  /** A real repository of git: commits, trees, parents, messages, branches and tags come from it. */
  readonly gitDirectory: string;
  /** Commits that look as if GitHub had made them, and that it did not sign. */
  readonly unsigned: string[];
  /** When GitHub began to check a commit: suites without a run, next to those of `suites`. */
  readonly checkedAt: Map<string, string | readonly string[]>;
  readonly suites: WorldSuite[];
  readonly statuses: WorldStatus[];
  readonly rulesets: WorldRuleset[];
  readonly ruleSuites: WorldRuleSuite[];
  /** The token's permission of that name: `read` sees suites of rules, `write` the history of rulesets too. */
  readonly administration: 'none' | 'read' | 'write';
  /** Names of checks that classic protection of a branch requires. */
  readonly protection: Map<string, readonly string[]>;
  readonly accounts: WorldAccount[];
  readonly activity: WorldUpdate[];
  readonly pulls: WorldPull[];
  readonly deployments: WorldDeployment[];
  readonly releases: WorldRelease[];
  readonly issues: WorldIssue[];
  readonly runs: WorldRun[];
  /** How many commits of a pull request are listed. */
  readonly mostCommits: number;
  /** The account of the token. */
  readonly asker: string;
}
