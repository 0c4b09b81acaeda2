import type { VerdictName } from '../errors/index.ts';
import type { ReasonCode, reasons } from './reasons.ts';
import type { Override } from './trail/override.ts';

/** One cause, with the verdict that it alone would give. */
export type Reason = ReasonFacts &
  { readonly [Code in ReasonCode]: { readonly code: Code; readonly verdict: (typeof reasons)[Code][number] } }[ReasonCode];

/** The subject of a cause, its message, and its fix. */
interface ReasonFacts {
  readonly message: string;
  readonly fix: string;
  /** `name` or `artifact.name`. */
  readonly attestation?: string;
  /** Its name in the template, or its fingerprint. */
  readonly artifact?: string;
  /** The trail, and its flow, where several may be behind what was asked about. */
  readonly trail?: string;
  readonly flow?: string;
  /** File that could not become evidence. */
  readonly file?: string;
  /** Since when, in Unix seconds. */
  readonly since?: number;
  /** Page of the record, or of the trail. */
  readonly url?: string;
  /** Tests that failed or had an error: how many, and the first by name, or else the suites that hold them; or why evidence is unusable. */
  readonly failed?: {
    readonly count: number;
    readonly by: 'test' | 'suite' | 'cause';
    readonly names: readonly string[];
    /** The leg or the artifact that they are of, where the record is of one. */
    readonly of?: string;
    /** The message and place of the first of them, where the record keeps that. */
    readonly said?: readonly FailedTest[];
  };
  /** The run that made the record, `push › ci.yml › test`, its job alone, and its page. */
  readonly run?: { readonly label: string; readonly job?: string; readonly url?: string };
}

/** A failed test as its record describes it: foreign text, without what a log must not hold. */
export interface FailedTest {
  readonly name: string;
  /** Some lines. */
  readonly message: string;
  /** `file:line` */
  readonly place?: string;
}

/** The fields that every reason about one row has. */
export type About = Pick<Reason, 'attestation' | 'since' | 'url'>;

export type RequiredBy = 'template' | 'required-attestations';

/** One line of the trail, for people. */
export interface VerdictRow {
  readonly attestation: string;
  /** The trail, and its flow, where several may be behind what was asked about. */
  readonly trail?: string;
  readonly flow?: string;
  readonly type: string | undefined;
  readonly state: 'compliant' | 'non-compliant' | 'missing' | 'unknown' | 'overridden';
  /** The party that requires it: the template of the flow, the caller, both or nobody. */
  readonly requiredBy: readonly RequiredBy[];
  /** Groups of runs under this name at this commit. */
  readonly groups: number;
  readonly since: number | undefined;
  readonly url: string | undefined;
  /** The run that made the record which decides, where it says so. */
  readonly run?: NonNullable<Reason['run']>;
  /** The override, where there is one: also of a row that does not pass in spite of it. */
  readonly override?: Override;
}

export interface Verdict {
  readonly name: VerdictName;
  readonly reasons: readonly Reason[];
  /** Sentences to read that do not change the verdict. */
  readonly notices: readonly string[];
  /** The one of them without which nobody should believe a yes. */
  readonly foremost?: string;
  readonly rows: readonly VerdictRow[];
  /** Fingerprints of artifacts whose no is for want of tests alone: as many as the caller asks for decide about them. */
  readonly waived?: readonly string[];
}

/**
 * From worst to best: the verdict is the worst that any reason gives. An answer that could not be read takes a yes away, but a
 * known no stays a no, whatever else could be read.
 */
const severity: readonly VerdictName[] = ['unusable', 'non-compliant', 'unknown', 'incomplete'];

/** The verdict that a set of reasons comes to; without a reason it is a yes. */
export function worst(reasons: readonly Reason[]): VerdictName {
  return severity.find((name) => reasons.some((reason) => reason.verdict === name)) ?? 'compliant';
}

/** Codes of what lets evidence be missing: another flow, a job that did not record it, a template that asks for something else. */
const causes: readonly Reason['code'][] = ['flow-without-template', 'job-ended', 'template-changed', 'own-template'];

/** Reasons in the order in which they are read: why evidence is missing stands before the first that is, and a mistyped flow before all. */
export function inOrder(reasons: readonly Reason[]): readonly Reason[] {
  const rank = ({ code }: Reason): number => (code === causes[0] ? 0 : causes.includes(code) ? 1 : 2);
  const first = reasons.findIndex((reason) => reason.verdict === 'incomplete' && rank(reason) !== 1);
  if (first < 0) return reasons;
  const before = reasons.slice(0, first).findLastIndex((reason) => rank(reason) !== 1) + 1;
  const rest = reasons.slice(before).toSorted((one, other) => rank(one) - rank(other));
  return [...reasons.slice(0, before), ...rest];
}

/** The page of something, where the service gives one. */
export function urlOf(url: string | null | undefined): { url?: string } {
  return typeof url === 'string' ? { url } : {};
}
