import type { Landing } from '../facts/landing.ts';
import type { Header } from '../facts/line.ts';

/** A landing before git was asked what it brought. */
export interface PlannedLanding extends Pick<Landing, 'id' | 'branch' | 'kind' | 'at' | 'committedAt' | 'actor' | 'before' | 'after'> {
  /**
   * The commits that were there already: the one before, and for a branch that was created, where the default branch and the other
   * audited ones were.
   */
  readonly without: readonly string[];
  /** More about a branch that was created. */
  readonly creation?: PlannedCreation;
}

export interface PlannedCreation {
  /** The deletion of the branch that came before; undefined: GitHub keeps none. */
  readonly deleted: Landing['deleted'];
  /** Where branches were before; undefined: this is not the first update of the default branch, or nobody can tell. */
  readonly earlier: readonly string[] | undefined;
}

/** An audited branch, and the commit that it is at. */
export type AuditedBranch = Header['branches'][number];

/** The landings of an audit, and the period that they are those of. */
export interface Plan extends Pick<Header, 'basis' | 'branches'>, Period {
  /** The newest first. */
  readonly landings: readonly PlannedLanding[];
}

type Period = Header['period'];
