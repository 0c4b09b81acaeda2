import type {
  AuditTotals,
  Difference,
  FindingDifference,
  FirstPage,
  JudgedFinding,
  NotCompared,
  OpenedPackage,
  ReportedChange,
  RuleResult,
  Series,
} from '../../audit/index.ts';

import type { AuditOutcome } from '../../presentation/index.ts';
import type { Viewed } from '../run/view.ts';

/** The part of an audit that is shown; the reports have all of it. */
export interface Audited {
  readonly kind: 'audited';
  readonly command: string;
  /** By the outcome. `audited`: no open finding of the severity that fails the job, and none of severity high. */
  readonly ending: AuditOutcome['ending'];
  readonly fails: boolean;
  /** How it is shown: the same in every report. */
  readonly outcome: AuditOutcome;
  /** The part that every report of it begins with. */
  readonly page: FirstPage;
  readonly repository: string | null;
  /** Half open, ISO 8601 in UTC; `since` is null where two commits are its ends. It is shown by the clocks of `timeZone`. */
  readonly period: { readonly since: string | null; readonly until: string; readonly timeZone?: string };
  readonly totals: AuditTotals;
  /** The newest changes, and the worst findings that are not fixed: as many as people read. */
  readonly changes: readonly ReportedChange[];
  readonly findings: readonly JudgedFinding[];
  /** Counts of all findings: open ones, open ones that nobody accepted, new ones and fixed ones. */
  readonly counts: FindingCounts;
  readonly rules: readonly RuleResult[];
  /** No hole: nothing of the population is missing. */
  readonly complete: boolean;
  /** All that makes the verdict unknown, and what could not be made because of it. */
  readonly holes: FirstPage['verdict']['missing'];
  /** Where each report was written: the option, and an absolute path. */
  readonly reports: readonly { readonly option: string; readonly path: string }[];
  /** Absent where nobody asked for it. */
  readonly published?: Published;
  /** Markdown for the summary of a job. */
  readonly summary: string;
  /** Lines for the log of a job: on the findings, on rules that were not tested and those that wait for something, and the last one. */
  readonly log: Readonly<Record<'findings' | 'untested' | 'unasked', readonly string[]>> & { readonly end: string };
}

/** An audit that was handed in to the service, or was to be. */
export interface Published {
  readonly flow: string;
  readonly trail: string;
  /** Name of the attestation, which no other audit has. */
  readonly name: string;
  /** Why the record says no; absent where it does not. */
  readonly objection?: string;
  /** The body that was or would be sent; absent where it did not come so far. */
  readonly data?: object;
  readonly outcome:
    | { readonly kind: 'recorded'; readonly id: string | undefined }
    | { readonly kind: 'dry-run' }
    /** `mayBeThere`: it was on its way, and nobody said that it did not arrive. */
    | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly fix: string; readonly mayBeThere: boolean };
}

/** A report about earlier audits. */
export interface SeriesShown extends Viewed {
  readonly ending: Audited['ending'];
  readonly series: Series;
}

export interface FindingCounts {
  readonly open: number;
  /** Open, and somebody accepted it. */
  readonly accepted: number;
  readonly fresh: number;
  readonly fixed: number;
}

/** An audit that was performed again, held against the package of the first one. */
export interface ReperformedFacts {
  /**
   * `non-compliant`: a fact differs that must not. `unknown`: something could not be compared. `incomplete`: only what came later.
   * `audited`: nothing differs.
   */
  readonly ending: 'audited' | 'non-compliant' | 'incomplete' | 'unknown';
  readonly repository: string | null;
  readonly period: { readonly since: string | null; readonly until: string };
  readonly package: { readonly manifest: string; readonly outcome: OpenedPackage['outcome']; readonly readAt: string };
  /** When the facts were collected again. */
  readonly readAt: string;
  /** Commits that the package names, and how many of them the clone did not have. */
  readonly clone: { readonly commits: number; readonly lacking: number };
  readonly differences: readonly Difference[];
  /** The numbers of all differences: of each weight only the first are there. */
  readonly counts: Readonly<Record<Difference['weight'], number>>;
  readonly findings: readonly FindingDifference[];
  readonly notCompared: readonly NotCompared[];
}
