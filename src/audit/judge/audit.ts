import type { Compared, Severity } from '../facts/finding.ts';
import type { Coverage } from '../population/change.ts';
import type { World } from '../population/world.ts';
import type { Approved } from '../reviews/approval.ts';
import type { Lack } from '../rules/rule.ts';
import type { TestedBefore } from './tested.ts';

/** How a rule ended. Only `tested` with no finding is good news. */
export interface RuleResult {
  readonly rule: string;
  readonly result: 'tested' | 'not applicable' | 'not tested';
  /** Subjects that it judged. */
  readonly tested: number;
  /** Subjects that it found something about. */
  readonly found: number;
  /** Why it was not tested, or not everywhere; null where there is nothing to say. */
  readonly why: string | null;
  /** The thing that it lacked; null where `why` is null. */
  readonly lack: Lack | null;
  /** One sentence that says what must be so, and with the others all that a report tells of the rule itself. */
  readonly text: string;
  readonly severity: Severity;
  readonly controls: readonly string[];
  readonly fix: string;
}

export interface Week {
  /** Monday, `2026-11-16`. */
  readonly from: string;
  /** Number of changes by state. */
  readonly states: Readonly<Record<string, number>>;
}

/** Numbers of a whole audit. */
export interface AuditTotals {
  readonly changes: number;
  readonly landings: number;
  readonly commits: number;
  /** Number of changes by state. */
  readonly states: Readonly<Record<string, number>>;
  readonly weeks: readonly Week[];
  /** Overrides by who made them, as the report may name them. */
  readonly overrides: readonly { readonly by: string; readonly count: number }[];
  /** Changes that an emergency's label was set for: numbers of their pull requests. */
  readonly emergencies: readonly number[];
}

/** A change as a report shows it: plain words, no facts to judge. */
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
  /** SHAs of all its commits. */
  readonly shas: readonly string[];
  readonly authors: readonly string[];
  readonly reviewers: readonly string[];
  readonly approvedAt: string | null;
  /** Whether an approval counts: by somebody who wrote nothing of it, and of what was merged. */
  readonly approved: Approved;
  /** The reason of that; null where there is nothing to say about a yes. */
  readonly approvedWhy: string | null;
  readonly mergedBy: string | null;
  readonly state: string;
  /** Why the audit's file leaves it out, and who answers for that; null where it does not. */
  readonly excluded: { readonly reason: string; readonly owner: string } | null;
  readonly coverage: readonly Coverage[];
  /** `12 passed, 1 skipped`; null where no test results are known. */
  readonly tests: string | null;
  readonly run: string | null;
  /** Whether results of tests were there before it landed, and what says so. */
  readonly tested: TestedBefore;
  /** Those on its trails, each once. */
  readonly overrides: readonly ReportedOverride[];
  readonly deployments: readonly { readonly environment: string; readonly at: string; readonly url: string | null }[];
  /** Keys of the findings about it. */
  readonly findings: readonly string[];
}

/** A verdict that somebody set in place of evidence. */
export interface ReportedOverride {
  /** The service's id of the record, with the flow and the trail that it is on: two trails may have the same. */
  readonly id: string;
  readonly flow: string;
  readonly trail: string;
  /** Name of the evidence, and the artifact that it is about; null: it is about none. */
  readonly name: string;
  readonly fingerprint: string | null;
  /** Null where the service does not say. */
  readonly by: string | null;
  readonly at: string;
  /** The verdict that it sets. */
  readonly compliant: boolean | null;
  readonly reason: string | null;
  /** Page of the trail. */
  readonly url: string | null;
}

/**
 * A finished audit, ready to be shown. The changes can be read as often as a report likes, each time from a file, so that
 * their number costs no memory.
 */
export interface Audit {
  readonly world: World;
  readonly totals: AuditTotals;
  readonly rules: readonly RuleResult[];
  /** The worst first, then by rule, the newest first. Those that are fixed, and those that are accepted, are among them. */
  readonly findings: readonly JudgedFinding[];
  /** No hole: nothing of the population is missing. */
  readonly complete: boolean;
  /** The severity that the run that shows it fails on; absent: that of the run that collected. */
  readonly failOn?: Severity | 'none';
  changes(): AsyncIterable<ReportedChange>;
}

/** A finding with what became of it. */
export interface JudgedFinding extends Compared {
  /** The acceptance, with its end; null where there is none, or none that counts. `by` is left out where git cannot tell. */
  readonly accepted: { readonly reason: string; readonly owner: string; readonly until: string; readonly by?: AcceptedBy } | null;
}

/** The people who let an entry of `accepted` into the audit's file. */
export interface AcceptedBy {
  /** The one in which its key, its owner and its days first stood as they do now. */
  readonly commit: string;
  /** Who wrote that commit, by its account or the name in it; left out where nobody told. */
  readonly author?: string;
  /** The pull request that brought it to the default branch; null where no pull request did, or nobody told. */
  readonly pull: { readonly number: number; readonly url: string } | null;
  /** Null where it is not known. */
  readonly merged: string | null;
  /** Those whose approval stood at the merge; null where it is not known. */
  readonly approved: readonly string[] | null;
  /** The commit that changed its reason since, and who wrote that; left out where none did. */
  readonly reworded?: { readonly commit: string; readonly author: string };
}

/** A report: parts of text, in the order in which they are written. */
export type Report = (audit: Audit) => AsyncIterable<string>;
