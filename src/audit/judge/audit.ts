import type { Compared, Severity } from '../facts/finding.ts';
import type { Coverage } from '../population/change.ts';
import type { World } from '../population/world.ts';
import type { Approved } from '../reviews/approval.ts';
import type { Ticket } from '../rules/tickets.ts';
import type { Lack } from '../rules/rule.ts';
import type { TestedBefore } from './tested.ts';

export interface RuleResult {
  readonly rule: string;
  readonly result: 'tested' | 'not applicable' | 'not tested';
  readonly tested: number;
  readonly found: number;
  /** Why it was not tested, or not everywhere; null where there is no reason to give. */
  readonly why: string | null;
  readonly lack: Lack | null;
  /** One sentence on what must be so. */
  readonly text: string;
  readonly severity: Severity;
  readonly controls: readonly string[];
  readonly fix: string;
}

export interface Week {
  readonly from: string;
  readonly states: Readonly<Record<string, number>>;
}

export interface AuditTotals {
  readonly changes: number;
  readonly landings: number;
  readonly commits: number;
  readonly states: Readonly<Record<string, number>>;
  readonly weeks: readonly Week[];
  /** By the people who made them, as the report may name them. */
  readonly overrides: readonly { readonly by: string; readonly count: number }[];
  /** Changes with an emergency's label: numbers of their pull requests. */
  readonly emergencies: readonly number[];
}

/** In plain words, without facts to judge. */
export interface ReportedChange {
  readonly sha: string;
  readonly url: string | null;
  readonly pull: {
    readonly number: number;
    readonly url: string;
    /** The branch that it was merged into, and when: it may have landed by way of another one. */
    readonly base?: string;
    readonly mergedAt?: string;
  } | null;
  readonly branch: string;
  /** ISO 8601 in UTC; null where it is not known. */
  readonly landedAt: string | null;
  /** Where git alone was asked: the date that its committer wrote, and whether that is before the period. */
  readonly committed?: { readonly at: string; readonly isBefore: boolean };
  readonly landing: string;
  readonly landingKind: string;
  readonly title: string;
  readonly commits: number;
  readonly shas: readonly string[];
  readonly authors: readonly string[];
  readonly reviewers: readonly string[];
  readonly approvedAt: string | null;
  /** Whether an approval counts: by a person who wrote nothing of it, and of what was merged. */
  readonly approved: Approved;
  /** The reason; null for a plain yes. */
  readonly approvedWhy: string | null;
  readonly mergedBy: string | null;
  readonly state: string;
  readonly excluded: { readonly reason: string; readonly owner: string } | null;
  /** The label of an emergency, with who set it and when, and the end of the days for its review; left out where it has none. */
  readonly emergency?: { readonly label: string; readonly by: string | null; readonly at: string; readonly deadline: string };
  readonly coverage: readonly Coverage[];
  /** `12 passed, 1 skipped`; null where no test results are known. */
  readonly tests: string | null;
  readonly run: string | null;
  /** Whether results of tests were there before it landed, with the reason. */
  readonly tested: TestedBefore;
  /** Left out where the audit's file asks for no ticket of it. */
  readonly ticket?: Ticket;
  readonly overrides: readonly ReportedOverride[];
  readonly deployments: readonly { readonly environment: string; readonly at: string; readonly url: string | null }[];
  /** Keys of the findings about it. */
  readonly findings: readonly string[];
}

export interface ReportedOverride {
  /** The service's id of the record, with its flow and trail: two trails may have the same. */
  readonly id: string;
  readonly flow: string;
  readonly trail: string;
  /** Name of the evidence, and the artifact that it is about; null: it is about none. */
  readonly name: string;
  readonly fingerprint: string | null;
  /** Null where the service does not say. */
  readonly by: string | null;
  readonly at: string;
  readonly compliant: boolean | null;
  readonly reason: string | null;
  readonly url: string | null;
}

/**
 * A finished audit, ready to be shown. The changes can be read any number of times, each time from a file, so that their
 * number costs no memory.
 */
export interface Audit {
  readonly world: World;
  readonly totals: AuditTotals;
  readonly rules: readonly RuleResult[];
  /** The worst first, then by rule, the newest first. Fixed and accepted ones are among them. */
  readonly findings: readonly JudgedFinding[];
  /** No hole: nothing of the population is missing. */
  readonly complete: boolean;
  /** The severity that the run that shows it fails on; absent: that of the run that collected. */
  readonly failOn?: Severity | 'none';
  changes(): AsyncIterable<ReportedChange>;
}

export interface JudgedFinding extends Compared {
  /** The acceptance, with its end; null where there is none that counts. `by` is left out where git cannot tell. */
  readonly accepted: { readonly reason: string; readonly owner: string; readonly until: string; readonly by?: AcceptedBy } | null;
}

export interface AcceptedBy {
  /** The one in which its key, its owner and its days first stood as they do now. */
  readonly commit: string;
  /** By its account or the name in it; left out where it is unknown. */
  readonly author?: string;
  /** The pull request that brought it to the default branch; null where none did, or it is unknown. */
  readonly pull: { readonly number: number; readonly url: string } | null;
  readonly merged: string | null;
  /** ISO 8601 in UTC; left out where there is no pull request. */
  readonly mergedAt?: string;
  /** Those whose approval stood at the merge; null where it is not known. */
  readonly approved: readonly string[] | null;
  /** The commit that changed its reason since, and its author; left out where none did. */
  readonly reworded?: { readonly commit: string; readonly author: string };
}

/** Parts of text, in the order in which they are written. */
export type Report = (audit: Audit) => AsyncIterable<string>;
