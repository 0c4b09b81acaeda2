import type { Landing } from '../facts/landing.ts';

/** A landing before git was asked what it brought. */
export interface PlannedLanding extends Pick<Landing, 'id' | 'branch' | 'kind' | 'at' | 'actor' | 'before' | 'after'> {
  /** The commits that were there already: the one before, and for a branch that was created, where the other audited ones were. */
  readonly without: readonly string[];
}

/** An audited branch, and the commit that it is at. */
export interface AuditedBranch {
  readonly name: string;
  readonly tip: string;
}

/** The landings of an audit, and the period that they are those of. */
export interface Plan {
  readonly basis: 'github' | 'git';
  readonly since: string | null;
  readonly until: string;
  readonly sinceSha: string | null;
  readonly by: 'landing' | 'committer-date' | 'commits';
  readonly branches: readonly AuditedBranch[];
  /** The newest first. */
  readonly landings: readonly PlannedLanding[];
}
