import type { Finding, Severity } from '../facts/finding.ts';
import type { RuleResult } from '../judge/audit.ts';
import type { LogPlace, PackedLog } from '../package/manifest.ts';
import type { PackageOutcome } from '../package/outcome.ts';

export interface SeenFinding extends Pick<Finding, 'key' | 'rule' | 'severity' | 'subject' | 'message'> {
  readonly status: 'new' | 'open' | 'fixed';
  /** When the first audit found it, as this one says: ISO 8601 in UTC. */
  readonly firstSeen: string;
  readonly accepted: { readonly owner: string; readonly until: string } | null;
}

export interface NamedBefore {
  /** SHA-256 of its JSON report, and of the manifest of its package where the audit had that. */
  readonly report: string;
  readonly manifest: string | null;
  readonly since: string | null;
  readonly until: string;
}

export interface AuditReport {
  readonly complete: boolean;
  readonly repository: string | null;
  /** GitHub's id of it, which belongs to one server; null in reports of earlier versions, and where GitHub was not asked. */
  readonly repositoryId: number | null;
  readonly serverUrl: string | null;
  /** Null where no evidence service was asked. */
  readonly org: string | null;
  /** `none`: neither a service nor GitHub's checks were asked. */
  readonly evidence: 'service' | 'github' | 'none';
  readonly branches: readonly string[];
  /** Flows that it was narrowed to; empty: all. */
  readonly flows: readonly string[];
  /** Null where it began at a commit. */
  readonly since: string | null;
  readonly until: string;
  readonly at: string;
  readonly changes: number;
  readonly states: Readonly<Record<string, number>>;
  /** Changes with the label of an emergency, and overrides; null in a report that does not say them. */
  readonly emergencies: number | null;
  readonly overrides: number | null;
  readonly holes: number;
  readonly rules: readonly Pick<RuleResult, 'rule' | 'result' | 'tested' | 'why' | 'lack'>[];
  readonly run: string | null;
  readonly previous: NamedBefore | null;
  readonly findings: readonly SeenFinding[];
}

/** A package can be checked; a report alone cannot. */
export interface SeriesPackage {
  /** SHA-256 of its manifest. */
  readonly digest: string;
  readonly outcome: PackageOutcome;
  /** Null where the service has no chain. */
  readonly log: PackedLog | null;
  /** Links of its log at the places where another package of the series ends, by their sequence. */
  readonly links: ReadonlyMap<number, string>;
  /** Kept heads that are in its log, each with its place. */
  readonly heads: readonly LogPlace[];
}

export interface SeriesAudit extends AuditReport {
  /** As the reports name it. */
  readonly file: string;
  /** SHA-256 of its JSON report. */
  readonly digest: string;
  readonly packed: SeriesPackage | null;
}

/** A file of the series that no audit wrote: it counts as no audit at all. */
export interface BrokenFile {
  readonly file: string;
  /** A sentence each. */
  readonly why: readonly string[];
  /** SHA-256 of the JSON report of a package: a copy of it next to the package counts no more than the package. */
  readonly report?: string;
}

export interface SeriesFinding {
  readonly rule: SeriesRule;
  readonly severity: Severity;
  /** The file that it is about; null where it is about the time between files. */
  readonly file: string | null;
  readonly message: string;
  readonly fix: string;
}

type SeriesRule =
  | 'series-file-broken'
  | 'series-hole'
  | 'series-link'
  | 'series-link-passed-over'
  | 'series-log'
  | 'series-other'
  | 'series-overlap'
  | 'series-scope';

/** Half open, ISO 8601 in UTC. */
export interface Span {
  readonly since: string;
  readonly until: string;
}

/**
 * The final state of a finding. `lost`: the newest audit lacks it, and none says that it was fixed. `covered`: it is about
 * time that an audit did not know to be covered, and the series covers it.
 */
type EpisodeState = 'open' | 'accepted' | 'closed' | 'covered' | 'lost';

/** A finding from the first audit that had it to the one that said that it is fixed. One that comes back is another episode. */
export interface Episode extends Pick<SeenFinding, 'key' | 'rule' | 'severity' | 'subject' | 'message'> {
  readonly state: EpisodeState;
  /** ISO 8601 in UTC. */
  readonly opened: string;
  /** File of the first audit of the series that had it; `isBefore`: it was open before the series began. */
  readonly openedIn: string;
  readonly isBefore: boolean;
  readonly closed: string | null;
  readonly closedIn: string | null;
  /** Whole days from opening to closing; null where it is not closed. */
  readonly days: number | null;
  /** The acceptance, and its first audit; null where there is none, or none any more. */
  readonly accepted: { readonly by: string; readonly at: string; readonly file: string } | null;
}

export interface SeriesWeek {
  /** Monday, `2026-11-16`, and the number by ISO 8601, `2026-W47`. */
  readonly from: string;
  readonly number: string;
  /** Audits that looked at any of it. */
  readonly ran: number;
  /** How much of it complete audits cover, as far as it is in the period. */
  readonly complete: 'whole' | 'part' | 'none';
  readonly opened: number;
  readonly closed: number;
  /** The median of days to fix the closed ones; null where none was. */
  readonly days: number | null;
  /** The people who fixed or accepted, by the facts. */
  readonly by: readonly string[];
}

/** The audits of a repository, or of a team, that ended in one week, added up. */
export interface TrendRow extends Pick<SeriesWeek, 'from' | 'complete'> {
  readonly of: 'repository' | 'team';
  readonly name: string;
  readonly week: string;
  /** Audits that count in it; 0: the week is a gap. */
  readonly audits: number;
  /** Repositories of which a part of the week is in no complete audit. */
  readonly missing: readonly string[];
  readonly evidence: readonly SeriesAudit['evidence'][];
  /** Null in a gap: nothing is filled in. */
  readonly numbers: {
    readonly changes: number;
    readonly owing: number;
    readonly covered: number;
    /** Nobody can tell whether these are covered. */
    readonly unknown: number;
    readonly emergencies: number | null;
    readonly leftOut: number;
    readonly accepted: number;
    readonly overrides: number | null;
    /** As of a week. */
    readonly daysToFix: number | null;
  } | null;
  /** Sentences, such as where the kind of evidence changed. */
  readonly notes: readonly string[];
}

/** `none`: a report without a package, or a service without a chain. */
export type WitnessState =
  | { readonly kind: 'none'; readonly why: string }
  | { readonly kind: 'not-witnessed' | 'witnessed' }
  | { readonly kind: 'partly'; readonly upTo: number; readonly of: number };

export interface Series {
  readonly repository: string | null;
  /** GitHub's id of it; null where no audit has one. */
  readonly repositoryId: number | null;
  readonly org: string | null;
  /** Null where no audit counts and no period was given. */
  readonly period: Span | null;
  /** Those that count, in the order in which they were made. */
  readonly audits: readonly (SeriesAudit & { readonly witness: WitnessState })[];
  readonly others: readonly SeriesAudit[];
  readonly broken: readonly BrokenFile[];
  /** The worst first. */
  readonly findings: readonly SeriesFinding[];
  readonly episodes: readonly Episode[];
  readonly weeks: readonly SeriesWeek[];
  /** It has all repositories of the set, also those that do not count in the series. */
  readonly trend: readonly TrendRow[];
  readonly holes: readonly Span[];
  /** Every moment of the period is within a complete audit. */
  readonly complete: boolean;
  readonly changes: number;
}
