import type {
  Audit,
  Difference,
  FindingDifference,
  FirstPage,
  JudgedFinding,
  NotCompared,
  OpenedPackage,
  ReportedChange,
  Series,
} from '../../audit/index.ts';

import type { AuditOutcome } from '../../presentation/index.ts';
import type { Viewed } from '../run/view.ts';

/** The part of an audit that is shown; the reports have all of it. */
export interface Audited extends Pick<Audit, 'complete' | 'rules' | 'totals'> {
  readonly kind: 'audited';
  readonly command: string;
  /** By the outcome. `audited`: no open finding of the severity that fails the job, and none of severity high. */
  readonly ending: AuditOutcome['ending'];
  readonly fails: boolean;
  readonly outcome: AuditOutcome;
  /** The part that every report of it begins with. */
  readonly page: FirstPage;
  readonly repository: string | null;
  /** Half open, ISO 8601 in UTC; `since` is null where two commits are its ends. It is shown by the clocks of `timeZone`. */
  readonly period: { readonly since: string | null; readonly until: string; readonly timeZone?: string };
  /** The newest changes, and the worst findings that are not fixed: as many as people read. */
  readonly changes: readonly ReportedChange[];
  readonly findings: readonly JudgedFinding[];
  readonly counts: FirstPage['verdict']['counts'];
  /** All that makes the verdict unknown, and what could not be made because of it. */
  readonly holes: FirstPage['verdict']['missing'];
  /** The option, and an absolute path. */
  readonly reports: readonly { readonly option: string; readonly path: string }[];
  /** Absent where it was not asked for. */
  readonly published?: Published;
  /** Markdown for the summary of a job. */
  readonly summary: string;
  /** On the findings, on rules that were not tested and those that wait for something, and the last line. */
  readonly log: Readonly<Record<'findings' | 'untested' | 'unasked', readonly string[]>> & { readonly end: string };
}

export interface Published {
  readonly flow: string;
  readonly trail: string;
  /** Unique to this audit. */
  readonly name: string;
  /** Why the record says no; absent where it does not. */
  readonly objection?: string;
  /** The body that was or would be sent; absent where it did not come so far. */
  readonly data?: object;
  readonly outcome:
    | { readonly kind: 'recorded'; readonly id: string | undefined }
    | { readonly kind: 'dry-run' }
    /** `mayBeThere`: it was sent, and its arrival is unknown. */
    | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly fix: string; readonly mayBeThere: boolean };
}

export interface SeriesShown extends Viewed {
  readonly ending: Audited['ending'];
  readonly series: Series;
}

/** A repeated audit, held against the package of the first one. */
export interface ReperformedFacts {
  /**
   * `non-compliant`: a fact differs that must not. `unknown`: something could not be compared. `incomplete`: only what came later.
   * `audited`: nothing differs.
   */
  readonly ending: 'audited' | 'non-compliant' | 'incomplete' | 'unknown';
  readonly repository: string | null;
  readonly period: { readonly since: string | null; readonly until: string };
  readonly package: { readonly manifest: string; readonly outcome: OpenedPackage['outcome']; readonly readAt: string };
  readonly readAt: string;
  /** Commits that the package names, and how many of them the clone did not have. */
  readonly clone: { readonly commits: number; readonly lacking: number };
  readonly differences: readonly Difference[];
  /** Counts all differences; `differences` has only the first of each weight. */
  readonly counts: Readonly<Record<Difference['weight'], number>>;
  readonly findings: readonly FindingDifference[];
  readonly notCompared: readonly NotCompared[];
}
