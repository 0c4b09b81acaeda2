import type { Audit, FirstPage, JudgedFinding, ReportedChange } from '../../audit/index.ts';
import type { JunitAttestation } from '../../contract/index.ts';
import { endings, type Ending, type EvidenceProblem } from '../../errors/index.ts';
import type { JobsBefore, Policy, Question, Reason, Sending, TrailQuestion, Verdict } from '../../gate/index.ts';
import type { GitFacts } from '../../git/index.ts';
import type { ClaimedFacts } from '../../github/index.ts';
import type { AttestSettings } from '../../options/index.ts';
import type { AuditOutcome, LetThrough, ReportedFacts, Sent, StoppedFacts } from '../../presentation/index.ts';
import type { TestResults } from '../../results/index.ts';

/** The command itself gives the words for people and programs: a shell only prints it. */
export interface Viewed {
  readonly kind: 'viewed';
  readonly command: string;
  readonly ending: Ending;
  readonly fails: boolean;
  readonly view: View;
  /** Besides those that every run has; findings and what is missing become `reasons`. */
  readonly outputs?: Readonly<
    Partial<Record<'shards' | 'plan-digest' | 'previous-run' | 'previous-plan-digest' | 'findings' | 'audit-report' | 'commit', string>>
  >;
  /** The service gave it: JSON of any shape. */
  readonly answer?: unknown;
  /** For programs; absent where it is the file of `json-file`, which may be larger than the memory. */
  readonly json?: Readonly<Record<string, unknown>>;
}

/** In the order in which a shell prints them. The log of a job has its own lines in place of the tables. */
export interface View {
  readonly holes?: readonly { readonly what: string; readonly why: string; readonly fix: string }[];
  /** For the terminal alone. Blank lines stand between the parts of a view that has tables. */
  readonly tables?: readonly ViewTable[];
  readonly findings?: readonly ViewFinding[];
  readonly groups?: readonly { readonly title: string; readonly lines: readonly string[] }[];
  readonly lines?: readonly string[];
  /** For the log of a job, where its lines are others. */
  readonly log?: readonly string[];
  /** Absolute paths. */
  readonly reports?: readonly { readonly option: string; readonly path: string }[];
  readonly end?: { readonly outcome: AuditOutcome; readonly words: string };
  /** Markdown for the summary of a job; empty where there is none. */
  readonly summary: string;
}

interface ViewTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Columns of numbers. */
  readonly numeric?: readonly number[];
  /** Columns that a narrow terminal does not cut: people copy their values. */
  readonly whole?: readonly number[];
  /** Columns of times as `localTime` writes them. */
  readonly times?: readonly number[];
  readonly note?: string | undefined;
}

/** Made by a command that the command line alone has. */
export interface Shown {
  readonly kind: 'shown';
  /** Left out where all is well. */
  readonly ending?: 'unusable' | undefined;
  /** In the order in which they are printed. */
  readonly parts: readonly ShownPart[];
  /** For programs. */
  readonly json: object;
  /** A list in the form that its reader chose; its JSON is that of the result. `rows` are for CSV, the names of the columns first. */
  readonly listed?: {
    readonly form: 'table' | 'json' | 'jsonl' | 'csv' | 'yaml';
    readonly items: readonly unknown[];
    readonly rows: () => readonly (readonly string[])[];
  };
  /** The address of a page, opened in place of printing the parts. */
  readonly page?: string | undefined;
}

/** Foreign text as it came. */
export type ShownPart =
  | string
  | ViewTable
  | { readonly facts: readonly (readonly [head: string, text: string])[] }
  /** Sentences, for the width of the terminal. */
  | { readonly sentences: string }
  /** `mark` is of our own words; a remark is no part of the output. */
  | { readonly mark?: ShownMark; readonly text: string; readonly isRemark?: true };

type ShownMark = readonly [style: 'bold' | 'red' | 'green' | 'yellow' | 'cyan', text: string];

export interface ViewFinding {
  readonly severity: 'low' | 'medium' | 'high' | 'critical';
  readonly rule: string;
  readonly message: string;
  readonly fix: string;
}

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

interface Ran {
  readonly command: string;
  readonly sent: Sent;
}

export interface RecordedEvidence {
  readonly name: string;
  /** In words; `''` without a leg or artifact. */
  readonly of: string;
  readonly sending: Sending;
  /** The `data_json` that was or would be posted. */
  readonly data: JunitAttestation;
  readonly results: TestResults;
  readonly git: GitFacts | undefined;
  readonly problems: readonly EvidenceProblem[];
  readonly attachment: { readonly name: string; readonly bytes: number } | undefined;
  /** For their statement; absent where others claim them. */
  readonly testNames?: AttestSettings['testNames'];
}

/** By what it was judged, and when. */
interface Basis {
  /** Unix seconds. */
  readonly at: number;
  /** As the service gives them, where the verdict is about one trail: that of its flow, and that of the trail. */
  readonly templates: unknown;
  readonly policy: Policy;
  readonly jobs: Pick<JobsBefore, 'allowedSkips'> | undefined;
}

/** Also where evidence could not be recorded as it should. */
export interface Judged extends Ran {
  readonly kind: 'judged';
  readonly question: Question;
  readonly verdict: Verdict;
  /** Absent for `attest`, which asks no trail. */
  readonly basis?: Basis | undefined;
  readonly fails: boolean;
  readonly letThrough: LetThrough | undefined;
  readonly evidence: RecordedEvidence | undefined;
  readonly claimed?: ClaimedFacts<RecordedEvidence>;
  readonly trailUrl: string | undefined;
  readonly dryRun: boolean;
}

/** For people who ask why: nothing fails, and nothing was sent. */
export interface Explained extends Ran {
  readonly kind: 'explained';
  readonly question: Question;
  readonly verdict: Verdict;
  readonly trailUrl: string | undefined;
}

/** No trail was asked. In a dry run it would have been recorded. */
export interface Recorded extends Ran {
  readonly kind: 'recorded';
  readonly question: TrailQuestion;
  readonly evidence: RecordedEvidence;
  /** Why the record says no; absent where it does not. */
  readonly objection?: string | undefined;
  readonly dryRun: boolean;
}

/** Not our own test evidence, but a trail, an artifact, an approval. In a dry run it would have been recorded. */
export interface Reported extends Ran, Omit<ReportedFacts, 'change'> {
  readonly kind: 'reported';
  readonly change: 'begun' | 'updated' | 'reported' | 'recorded' | 'requested';
  readonly fingerprint?: string;
  readonly id?: string;
  /** The body that was or would be sent. */
  readonly data: object;
}

/** For a run that may record them; nothing was sent. */
export interface CollectedResults extends Ran {
  readonly kind: 'collected';
  readonly name: string;
  /** In words; `''` without a leg. */
  readonly of: string;
  /** A name for the artifact that no other leg has. */
  readonly artifact: string;
  /** Absolute. */
  readonly folder: string;
  readonly results: TestResults;
  /** Why it cannot be evidence: the run that records it will find the same. */
  readonly reasons: readonly Reason[];
}

/** Wrong inputs, an interruption, or a fault of ours. */
export interface Stopped extends StoppedFacts {
  readonly kind: 'stopped';
  /** `internal` for a fault of ours. */
  readonly code: string;
  /** To find the place of a fault of ours. */
  readonly stack: string | undefined;
}

export type ActionResult = Stopped | Judged | Explained | Recorded | Reported | CollectedResults | Audited | Viewed;

/** Plain data for the shells to print. */
export type Result = ActionResult | Shown;

export function endingOf(result: ActionResult): Ending {
  switch (result.kind) {
    case 'judged':
    case 'explained':
      return result.verdict.name;
    case 'recorded':
    case 'reported':
      return result.dryRun ? 'would-record' : 'recorded';
    case 'collected':
      return result.reasons.length > 0 ? 'unusable' : 'collected';
    case 'audited':
    case 'stopped':
    case 'viewed':
      return result.ending;
  }
}

/** With a verdict it is 0 when the job does not fail; a passing verdict that `fail-on` names is 1. */
export function exitCodeOf(result: Result): number {
  switch (result.kind) {
    case 'audited':
      if (result.published?.outcome.kind === 'failed') return endings.unknown.exitCode;
      return result.fails ? endings[endingOf(result)].exitCode || 1 : 0;
    case 'judged':
    case 'viewed':
      return result.fails ? endings[endingOf(result)].exitCode || 1 : 0;
    case 'explained':
      // Every verdict can be explained, but `unknown` means that the question could not be answered.
      return result.verdict.name === 'unknown' ? endings.unknown.exitCode : 0;
    case 'shown':
      return result.ending === undefined ? 0 : endings[result.ending].exitCode;
    case 'collected':
    case 'recorded':
    case 'reported':
    case 'stopped':
      return endings[endingOf(result)].exitCode;
  }
}
