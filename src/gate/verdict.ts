import type { AttestationRecord, AttestationStatus } from '../contract/index.ts';
import type { VerdictName } from '../errors/index.ts';
import { given, isBlank, stringAt } from '../text/index.ts';
import type { FaultFacts, TrailQuestion } from './evidence.ts';

/**
 * Why a verdict is not a yes: one code for each kind of cause, with the verdicts that it alone can give. A reason with another
 * verdict is refused by the compiler, and `docs/troubleshooting.md` says of each code what to do.
 */
export const reasons = {
  'job-ended': ['incomplete', 'unknown'],
  'evidence-unusable': ['unusable'],
  'claim-refused': ['unusable'],
  'not-recorded': ['unknown'],
  'not-evaluated': ['unknown'],
  'service-failed': ['unknown'],
  'records-failed': ['unknown'],
  'contradictory-answer': ['unknown'],
  'unknown-state': ['unknown'],
  'unknown-flow': ['unknown'],
  failing: ['non-compliant'],
  'failing-elsewhere': ['non-compliant'],
  'record-failing': ['non-compliant'],
  'record-unseen': ['unknown'],
  'sent-failing': ['non-compliant'],
  'tests-untold': ['unknown'],
  'too-few-tests': ['non-compliant'],
  'tests-not-required': ['incomplete'],
  'trail-non-compliant': ['non-compliant'],
  'override-unclear': ['unknown'],
  missing: ['incomplete'],
  'missing-artifact': ['incomplete'],
  'other-commit': ['incomplete', 'unknown'],
  'commit-untold': ['unknown'],
  'other-pull-request': ['incomplete'],
  'trail-missing': ['incomplete'],
  'trail-incomplete': ['incomplete'],
  'flow-without-template': ['incomplete'],
  'nothing-required': ['incomplete'],
  'trail-untold': ['unknown'],
  'artifact-missing': ['incomplete'],
  'artifact-non-compliant': ['non-compliant'],
  'artifact-incomplete': ['incomplete'],
  'other-tree': ['unknown'],
  'approval-missing': ['incomplete'],
  'approval-pending': ['incomplete'],
  'approval-refused': ['non-compliant'],
  'approval-unclear': ['unknown'],
  'commit-missing': ['incomplete'],
  'template-changed': ['incomplete', 'non-compliant'],
  'own-template': ['incomplete', 'non-compliant', 'unknown'],
} as const satisfies Readonly<Record<string, readonly VerdictName[]>>;

export type ReasonCode = keyof typeof reasons;

/** Evidence that a caller demands by name: `name` on the trail or `artifact.name`; they must be there and compliant. */
export interface NameDemands {
  readonly required: readonly string[];
  /** As a template writes them. */
  readonly requiredTypes?: ReadonlyMap<string, string>;
}

export interface Override {
  /** `name`, or `artifact.name`. */
  readonly attestation: string;
  readonly is_compliant: boolean | null | undefined;
  /** The row's where the override's own is not seen. */
  readonly attestation_id: string | undefined;
  /** The record that it overrides; the same one where there was none. */
  readonly overridden_attestation_id: string;
  readonly original_attestation_type: string | undefined;
  readonly reported_by: string | undefined;
  /** Unix seconds. */
  readonly created_at: number | undefined;
  readonly reason: string | undefined;
}

export function overrideOf(key: string, status: AttestationStatus, records: readonly AttestationRecord[]): Override | undefined {
  const other = status.overridden_attestation_id || undefined;
  if (other === undefined) return undefined;
  const shown = status.attestation_id || undefined;
  // Services differ in which of the two ids is that of the override: its record says.
  const record = records.find(
    ({ attestation_id: id, attestation_type: type }) => (id === shown || id === other) && type?.toLowerCase() === 'override',
  );
  const id = record?.attestation_id ?? shown;
  return {
    attestation: key,
    is_compliant: status.is_compliant,
    attestation_id: id,
    overridden_attestation_id: id === other ? (shown ?? other) : other,
    original_attestation_type: stringAt(record, 'original_attestation_type') ?? status.attestation_type ?? undefined,
    reported_by: stringAt(record, 'reported_by'),
    created_at: record?.created_at,
    reason: stringAt(record, 'reason'),
  };
}

/** Its record has a reason that shows nothing: then the override counts for nothing. */
export function isUnreasoned({ reason }: Pick<Override, 'reason'>): boolean {
  return reason !== undefined && isBlank(reason);
}

export type Reason = ReasonFacts &
  { readonly [Code in ReasonCode]: { readonly code: Code; readonly verdict: (typeof reasons)[Code][number] } }[ReasonCode];

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
  readonly file?: string;
  /** Since when, in Unix seconds. */
  readonly since?: number;
  /** Page of the record, or of the trail. */
  readonly url?: string;
  /** They failed or had an error: how many, and the first by name, or else the suites that hold them; or why evidence is unusable. */
  readonly failed?: {
    readonly count: number;
    readonly by: 'test' | 'suite' | 'cause';
    readonly names: readonly string[];
    /** Where the record is of a leg or an artifact. */
    readonly of?: string;
    /** The first tests, where the record keeps what they said. */
    readonly said?: readonly FailedTest[];
  };
  /** `label` is `push › ci.yml › test`. */
  readonly run?: { readonly label: string; readonly job?: string; readonly url?: string };
}

/** Foreign text, without what a log must not hold. */
export interface FailedTest {
  readonly name: string;
  readonly message: string;
  /** `file:line` */
  readonly place?: string;
}

export type About = Pick<Reason, 'attestation' | 'since' | 'url'>;

type RequiredBy = 'template' | 'required-attestations';

export interface VerdictRow {
  readonly attestation: string;
  readonly trail?: string;
  readonly flow?: string;
  readonly type: string | undefined;
  readonly state: 'compliant' | 'non-compliant' | 'missing' | 'unknown' | 'overridden';
  /** The template of the flow, the caller, both or neither. */
  readonly requiredBy: readonly RequiredBy[];
  /** Groups of runs under this name at this commit. */
  readonly groups: number;
  readonly since: number | undefined;
  readonly url: string | undefined;
  /** The run of the record that decides. */
  readonly run?: NonNullable<Reason['run']>;
  /** Also of a row that does not pass in spite of it. */
  readonly override?: Override;
}

export interface Verdict {
  readonly name: VerdictName;
  readonly reasons: readonly Reason[];
  readonly notices: readonly string[];
  /** The notice without which a yes must not be believed. */
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

export function worst(reasons: readonly Reason[]): VerdictName {
  return severity.find((name) => reasons.some((reason) => reason.verdict === name)) ?? 'compliant';
}

/** Codes of what lets evidence be missing: another flow, a job that did not record it, a template that asks for something else. */
const causes: readonly Reason['code'][] = ['flow-without-template', 'job-ended', 'template-changed', 'own-template'];

/** In the order in which they are read: why evidence is missing stands before the first that is, and a mistyped flow before all. */
export function inOrder(reasons: readonly Reason[]): readonly Reason[] {
  const rank = ({ code }: Reason): number => (code === causes[0] ? 0 : causes.includes(code) ? 1 : 2);
  const first = reasons.findIndex((reason) => reason.verdict === 'incomplete' && rank(reason) !== 1);
  if (first < 0) return reasons;
  const before = reasons.slice(0, first).findLastIndex((reason) => rank(reason) !== 1) + 1;
  const rest = reasons.slice(before).toSorted((one, other) => rank(one) - rank(other));
  return [...reasons.slice(0, before), ...rest];
}

/** `artifact`: the fingerprint of the one that was asked about. */
export function unread(what: string, { fix, message }: FaultFacts, artifact?: string): Reason {
  return {
    code: 'service-failed',
    verdict: 'unknown',
    ...given({ artifact }),
    message: `${what} could not be read: ${message}`,
    fix: fix ?? 'Run the job again; if it happens again, look at the service',
  };
}

/** Nothing where the service gives none. */
export function urlOf(url: string | null | undefined): { url?: string } {
  return typeof url === 'string' ? { url } : {};
}

export interface TrailVerdict {
  readonly question: TrailQuestion;
  readonly verdict: Verdict;
}

/** Each reason of a trail names the trail: there may be several. */
export function verdictOn(ofSubject: readonly Reason[], trails: readonly TrailVerdict[], notices: readonly string[]): Verdict {
  const reasons = [...ofSubject, ...trails.flatMap(reasonsOf)];
  const doubted = trails.find(({ verdict }) => verdict.foremost !== undefined);
  return {
    name: worst(reasons),
    reasons: inOrder(reasons),
    notices: [...notices, ...trails.flatMap(({ question, verdict }) => verdict.notices.map((notice) => naming(question, notice)))],
    rows: trails.flatMap(({ question: { flow, trail }, verdict }) => verdict.rows.map((row) => ({ ...row, trail, flow }))),
    ...given({ foremost: doubted?.verdict.foremost && naming(doubted.question, doubted.verdict.foremost) }),
  };
}

function reasonsOf({ question, verdict }: TrailVerdict): readonly Reason[] {
  const { flow, trail } = question;
  return verdict.reasons.map((reason) => ({ ...reason, trail, flow, message: naming(question, reason.message) }));
}

function naming({ flow, trail }: TrailQuestion, sentence: string): string {
  const name = `rail ${trail} of flow ${flow}`;
  return sentence.includes(name) ? sentence : `T${name}: ${sentence}`;
}
