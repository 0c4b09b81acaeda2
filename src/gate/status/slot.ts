import type { RunAttempt } from '../runs/run-order.ts';

/** One speaker in a commit status: the runs of one job, of one workflow, for one pull request or ref, that judge one flow. */
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

/** The slot that a status belongs to: the status itself says so. */
export interface StatusMark {
  readonly slot: StatusSlot;
  /** The run that is judged. */
  readonly of: RunAttempt;
  /** The run that judges, where it follows the one that is judged. */
  readonly by: RunAttempt | undefined;
  readonly word: StatusWord;
}

/** The state that GitHub shows. */
export type StatusState = 'success' | 'failure' | 'error' | 'pending';

/** A status of the commit, in one context, as GitHub lists it. */
export interface PostedStatus {
  readonly state: StatusState;
  /** As it was written: contexts that differ by case alone are one. */
  readonly context: string;
  /** Account that set it; `undefined` where GitHub does not say. */
  readonly account: string | undefined;
  /** `undefined` where another program set it. */
  readonly mark: StatusMark | undefined;
}
