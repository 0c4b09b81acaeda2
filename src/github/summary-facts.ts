import type { Question, TrailQuestion, Verdict } from '../gate/index.ts';
import type { ClaimedBy, LetThrough } from '../presentation/index.ts';
import type { FailingCase, FlakyCase, SuiteTotals, TestTotals } from '../results/index.ts';

/** Totals of one suite, as the summary shows them. */
export type SuiteFacts = Omit<SuiteTotals, 'passed' | 'flaky' | 'timestamp'>;

export type FailedTest = Omit<FailingCase, 'classname' | 'kind' | 'source'>;

/** A test that passed after a failed attempt. */
export type FlakyTest = Omit<FlakyCase, 'classname' | 'source'>;

/** The evidence of the run itself, as the summary shows it. */
export interface EvidenceFacts {
  readonly name: string;
  /** Which leg or artifact it is of, in words; `''` where it is of none. */
  readonly of: string;
  readonly state: string;
  readonly totals: Omit<TestTotals, 'retried'>;
  readonly suites: readonly SuiteFacts[];
  readonly failed: readonly FailedTest[];
  readonly flaky: readonly FlakyTest[];
  readonly attachment: string | undefined;
  /** Whether results were committed, so that no run wrote them. */
  readonly isCommitted?: boolean;
  /** Why the files may be those of another run, a sentence or two each. */
  readonly doubts?: readonly string[];
  /** Page of the commit, where the repository has one. */
  readonly commitUrl?: string | undefined;
  /** Hash of the service's log after the record, for `verify --head`; `undefined` where the service gives none. */
  readonly witness?: string | undefined;
}

/** One piece of evidence that a run without secrets claimed. */
export interface ClaimFacts {
  readonly artifact: string;
  readonly job: string | null;
  readonly leg: string | null;
  readonly matrix: unknown;
  readonly testOutcome: string | null;
  readonly evidence: EvidenceFacts;
}

/** All that was claimed, and by whom. */
export interface ClaimedFacts {
  readonly by: ClaimedBy;
  readonly evidence: readonly ClaimFacts[];
}

/** A run that came to a verdict. */
export interface JudgedFacts {
  readonly kind: 'judged';
  readonly question: Question;
  readonly verdict: Verdict;
  readonly trailUrl: string | undefined;
  readonly letThrough: LetThrough | undefined;
  readonly dryRun: boolean;
  /** `undefined` for a gate without evidence of its own. */
  readonly evidence: EvidenceFacts | undefined;
  readonly claimed?: ClaimedFacts;
}

/** A run that only recorded, or would have. */
export interface RecordedFacts {
  readonly kind: 'recorded';
  readonly question: TrailQuestion;
  /** Why the record says no; absent where it does not. */
  readonly objection?: string | undefined;
  readonly dryRun: boolean;
  readonly evidence: EvidenceFacts;
}

/** All that a job summary shows; plain data, every text possibly foreign. */
export type SummaryFacts = JudgedFacts | RecordedFacts;
