/** Where the commit of an event was read. */
export type SubjectSource =
  | 'pull_request.head'
  | 'merge_group.head'
  | 'workflow_run.head'
  | 'push.after'
  | 'release'
  | 'deployment'
  | 'check'
  | 'GITHUB_SHA'
  | 'none';

/** The facts of a commit that an event knows without asking git. */
export interface CommitFacts {
  readonly message?: string;
  /** `Name <mail>` */
  readonly author?: string;
  readonly authorUsername?: string;
  /** The author's time in Unix seconds */
  readonly timestamp?: number;
  readonly parents?: readonly string[];
}

/** The commit that an event is about, and what the event itself knows of it. */
export interface Head extends CommitFacts {
  /** `undefined` where the event does not tell: an environment without GitHub, or a pull request without its payload. */
  readonly sha: string | undefined;
  readonly source: SubjectSource;
  /** Why the event is about no commit, although it is there and whole, and what to do. May hold foreign text. */
  readonly unknown?: { readonly message: string; readonly fix: string };
  readonly branch?: string;
  /** Set on tags and releases: such a commit is on no branch as far as the event knows. */
  readonly tag?: string;
  /** The pull request that the event is about, where it is about one; `base` is the branch that it is to be merged into. */
  readonly pullRequest?: { readonly number: number; readonly base?: string };
  /** The commit comes from another repository than the one that runs the workflow. */
  readonly isFork: boolean;
}
