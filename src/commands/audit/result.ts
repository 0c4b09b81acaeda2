import type { AuditHole, AuditTotals, JudgedFinding, ReportedChange, RuleResult } from '../../audit/index.ts';

/** An audit, as far as it is shown: the reports that were asked for have all of it. */
export interface Audited {
  readonly kind: 'audited';
  /** Name of the command. */
  readonly command: string;
  /** `audited`: no open finding of the severity that fails the job, and none of severity high. */
  readonly ending: 'audited' | 'non-compliant' | 'unknown' | 'not-applicable';
  readonly fails: boolean;
  readonly repository: string | null;
  /** Half open, ISO 8601 in UTC; `since` is null where two commits are its ends. */
  readonly period: { readonly since: string | null; readonly until: string };
  readonly totals: AuditTotals;
  /** The newest changes, and the worst findings that are not fixed: so many as people read. */
  readonly changes: readonly ReportedChange[];
  readonly findings: readonly JudgedFinding[];
  /** Of all findings: how many are open, and how many of these nobody accepted; how many are new, and fixed. */
  readonly counts: FindingCounts;
  readonly rules: readonly RuleResult[];
  /** The holes of the population: with one the whole is unknown. */
  readonly holes: readonly AuditHole[];
  /** Where each report was written: the option, and an absolute path. */
  readonly reports: readonly { readonly option: string; readonly path: string }[];
  /** Markdown for the summary of a job. */
  readonly summary: string;
  /** Lines for the log of a job: on the findings, on what was not tested, and the last one. */
  readonly log: { readonly findings: readonly string[]; readonly untested: readonly string[]; readonly end: string };
}

export interface FindingCounts {
  readonly open: number;
  /** Open, and somebody accepted it. */
  readonly accepted: number;
  readonly fresh: number;
  readonly fixed: number;
}

/** The questions that an audit would ask; nobody was asked. */
export interface Planned {
  readonly kind: 'planned';
  /** Name of the command. */
  readonly command: string;
  readonly steps: readonly PlannedStep[];
}

/** Whom an audit would ask for what, and how often at most. */
export interface PlannedStep {
  /** `GitHub`, `git`, `service`. */
  readonly of: string;
  readonly asked: string;
  /** In words: `1 for 50 commits`. */
  readonly times: string;
}

/** The issues about the findings of an audit are as they should be. */
export interface IssuesKept {
  readonly kind: 'issues';
  /** Name of the command. */
  readonly command: string;
  readonly opened: number;
  readonly updated: number;
  readonly closed: number;
  readonly unchanged: number;
}
