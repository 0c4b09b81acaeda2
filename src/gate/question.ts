/** A trail is asked about, for a commit. */
export interface TrailQuestion {
  readonly subject: 'trail';
  readonly org: string;
  readonly flow: string;
  readonly trail: string;
  /** 40 lower-case hexadecimal digits; `undefined` when no commit is known. */
  readonly commit: string | undefined;
  /** Number of the pull request that asks: runs of other pull requests with the same head do not count for it. */
  readonly pullRequest?: string | undefined;
}

/** An artifact is asked about, on every trail of a flow that it was reported on. */
export interface ArtifactQuestion {
  readonly subject: 'artifact';
  readonly org: string;
  readonly flow: string;
  /** SHA-256, 64 lower-case hexadecimal digits. */
  readonly fingerprint: string;
  /** The tree of the directory that it was taken of; `null` of a file, which has none; `undefined` where it is not at hand. */
  readonly tree?: string | null | undefined;
  /** Whether it must be approved: for an environment, or (`null`) everywhere; `undefined` where it need not. */
  readonly approvedFor: string | null | undefined;
}

/** A commit is asked about, on every trail that has evidence or an artifact of it. */
export interface CommitQuestion {
  readonly subject: 'commit';
  readonly org: string;
  /** `undefined`: all flows. */
  readonly flow: string | undefined;
  /** 40 lower-case hexadecimal digits. */
  readonly commit: string;
}

export type Question = TrailQuestion | ArtifactQuestion | CommitQuestion;
