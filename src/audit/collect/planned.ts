import type { Landing } from '../facts/landing.ts';
import type { Header } from '../facts/line.ts';

/** A landing before git was asked what it brought. */
export interface PlannedLanding extends Pick<Landing, 'id' | 'branch' | 'kind' | 'at' | 'actor' | 'before' | 'after'> {
  /** The commits that were there already: the one before, and for a branch that was created, where the other audited ones were. */
  readonly without: readonly string[];
}

/** An audited branch, and the commit that it is at. */
export type AuditedBranch = Header['branches'][number];

/** The landings of an audit, and the period that they are those of. */
export interface Plan extends Pick<Header, 'basis' | 'branches'>, Period {
  /** The newest first. */
  readonly landings: readonly PlannedLanding[];
}

type Period = Header['period'];
