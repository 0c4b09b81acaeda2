import type { AttestationRecord, AttestationStatus, Trail } from '../contract/index.ts';
import { given } from '../text/index.ts';
import type { Evidence, OwnEvidence, RecordsAnswer, TrailAnswer, TrailQuestion } from './evidence.ts';
import type { About, NameDemands, Reason } from './verdict.ts';

export interface TrailRow {
  /** As `required-attestations` names it: `name` on the trail, `artifact.name` on an artifact. */
  readonly key: string;
  readonly artifact: string | undefined;
  readonly fingerprint: string | undefined;
  readonly status: AttestationStatus;
  readonly expected: boolean;
}

/** The trail's own rows first, then by artifact. */
export function rowsOf(trail: Pick<Trail, 'compliance_status'>): readonly TrailRow[] {
  const ofTrail = trail.compliance_status.attestations_statuses.map((status) => rowOf(status, undefined, undefined, true));
  const ofArtifacts = Object.entries(trail.compliance_status.artifacts_statuses ?? {}).flatMap(
    ([artifact, { attestations_statuses, artifact_fingerprint, unexpected }]) =>
      attestations_statuses.map((status) => rowOf(status, artifact, artifact_fingerprint ?? undefined, unexpected !== true)),
  );
  return [...ofTrail, ...ofArtifacts];
}

function rowOf(status: AttestationStatus, artifact: string | undefined, fingerprint: string | undefined, mayBeExpected: boolean): TrailRow {
  const name = status.attestation_name;
  return {
    key: artifact === undefined ? name : `${artifact}.${name}`,
    artifact,
    fingerprint,
    status: withoutBlanks(status),
    expected: mayBeExpected && status.unexpected !== true,
  };
}

/** Some services write an empty text where there is none: it is neither an id, nor an override, nor a type. */
function withoutBlanks(status: AttestationStatus): AttestationStatus {
  const blank = (['attestation_id', 'overridden_attestation_id', 'attestation_type'] as const).filter((field) => status[field] === '');
  return blank.length === 0 ? status : { ...status, ...Object.fromEntries(blank.map((field) => [field, null])) };
}

/**
 * The state of a row. An unknown status is `unknown`, whatever else the row claims. A no for want of a test alone is judged with
 * the tests, as the caller asks for them.
 */
export function stateOf({ status }: TrailRow): 'compliant' | 'non-compliant' | 'missing' | 'unknown' {
  if (status.status !== undefined && status.status !== null && status.status !== 'COMPLETE' && status.status !== 'MISSING')
    return 'unknown';
  if (isForWantOfTests(status)) return 'compliant';
  if (status.is_compliant === false && status.status !== 'MISSING') return 'non-compliant';
  if (status.status === 'MISSING') return status.is_compliant === true ? 'unknown' : 'missing';
  if (status.is_compliant === true) return 'compliant';
  if (status.status === 'COMPLETE') return 'unknown';
  return status.attestation_id === undefined || status.attestation_id === null ? 'missing' : 'unknown';
}

/** The service says no only because none of its tests ran. */
export function isForWantOfTests({ is_compliant: isCompliant, no_test_ran: isEmpty, status }: AttestationStatus): boolean {
  return isCompliant === false && isEmpty === true && status === 'COMPLETE';
}

export function isOverridden({ status }: TrailRow): boolean {
  return typeof status.overridden_attestation_id === 'string';
}

export function overrides(row: TrailRow, id: string): boolean {
  return isOverridden(row) && (row.status.overridden_attestation_id === id || row.status.attestation_id === id);
}

/** Records of this trail where they say so, and of the same artifact. */
export function recordsOfRow(row: TrailRow, records: readonly AttestationRecord[], trail: string): readonly AttestationRecord[] {
  return records.filter((record) => {
    if (typeof record.trail_name === 'string' && record.trail_name !== trail) return false;
    const targets = record.target_artifacts ?? [];
    const fingerprint = record.artifact_fingerprint === '' ? undefined : (record.artifact_fingerprint ?? undefined);
    const ofTrail = fingerprint === undefined && targets.length === 0;
    if (row.artifact === undefined) return ofTrail;
    // A row without its fingerprint does not say which records are its own: then the record counts, because it may be a failing
    // one.
    return (
      targets.includes(row.artifact) || (fingerprint !== undefined && (row.fingerprint === undefined || fingerprint === row.fingerprint))
    );
  });
}

/** The id of an overridden record is among them. */
export function idsOf({ status }: TrailRow): readonly string[] {
  return [status.attestation_id, status.overridden_attestation_id].filter((id) => typeof id === 'string');
}

export function recordsIn(answer: RecordsAnswer | undefined): readonly AttestationRecord[] {
  return answer?.kind === 'records' ? [...answer.records, ...(answer.byId ?? [])] : [];
}

/**
 * Whether the service shows a record behind a green row: in its search or by its id. For an overridden row either of its
 * two records is enough. For a row that names no record the search must find one.
 */
export function hasRecord(row: TrailRow, answer: RecordsAnswer | undefined, question: TrailQuestion): boolean {
  const ids = idsOf(row);
  const records = recordsIn(answer);
  return ids.length === 0
    ? recordsOfRow(row, records, question.trail).length > 0
    : records.some((record) => ids.includes(record.attestation_id));
}

/** It is of no run, and changes the answer of evidence that a run recorded. */
export function isOverride({ attestation_type: type }: AttestationRecord): boolean {
  return type?.toLowerCase() === 'override';
}

/** A service may write it in another case. */
const junit = 'junit';

/**
 * Whether a row may not pass without a record. A junit row, or one without a type, may hide a failing
 * leg; and on a trail that is not the commit's own the record may be of another commit.
 */
export function needsRecord(row: TrailRow, question: TrailQuestion): boolean {
  const type = row.status.attestation_type ?? junit;
  return idsOf(row).length === 0 || type.toLowerCase() === junit || question.trail !== question.commit;
}

export function hasTests(row: TrailRow, records: readonly AttestationRecord[]): boolean {
  const ids = idsOf(row);
  const carried = records.filter((record) => ids.includes(record.attestation_id));
  const types = [row.status.attestation_type, ...carried.map((record) => record.attestation_type)].filter(
    (type) => typeof type === 'string' && type !== '',
  );
  return types.length === 0
    ? carried.some(({ junit_results: results }) => Array.isArray(results))
    : types.some((type) => type?.toLowerCase() === junit);
}

/** An override needs no test counts. */
export function needsTests(row: TrailRow, records: readonly AttestationRecord[]): boolean {
  return hasTests(row, records) && !isOverridden(row);
}

/** Searches lag: these names are worth asking for again. The wait for the records asks the same. */
export function namesWithoutRecord(
  rows: readonly TrailRow[],
  answers: ReadonlyMap<string, RecordsAnswer>,
  question: TrailQuestion,
): readonly string[] {
  const names = rows
    .filter((row) => {
      const answer = answers.get(row.status.attestation_name);
      return stateOf(row) === 'compliant' && answer?.kind !== 'failed' && !hasRecord(row, answer, question);
    })
    .map((row) => row.status.attestation_name);
  return [...new Set(names)];
}

export function isRequired(row: TrailRow, { required, requiredTypes }: NameDemands): boolean {
  return required.includes(row.key) && isOfType(row, requiredTypes?.get(row.key));
}

/** A row without a type matches no type that is asked for. */
export function isOfType({ status }: TrailRow, type: string | undefined): boolean {
  if (type === undefined || type === '*') return true;
  return typeof status.attestation_type === 'string' && plain(status.attestation_type) === plain(type);
}

/** As `required-attestations` writes them; `meant`: the name that is to take the place of another. */
export function requiredTexts({ required, requiredTypes }: NameDemands, meant: ReadonlyMap<string, string> = new Map()): readonly string[] {
  return required.map((name) => [meant.get(name) ?? name, requiredTypes?.get(name)].filter((part) => part !== undefined).join(':'));
}

/** Services write the types that everybody has in either case; the name of a custom one is as it is. */
function plain(type: string): string {
  return type.startsWith('custom:') ? type : type.toLowerCase().replace(/^system:/, '');
}

/** Unusable evidence, a record that was not accepted, or one that was not seen evaluated. */
export function ownReasons(own: OwnEvidence, question: TrailQuestion): readonly Reason[] {
  const unusable = unusableReasons(own);
  const { sending } = own;
  if (sending.kind === 'failed') {
    return [
      ...unusable,
      {
        code: 'not-recorded',
        verdict: 'unknown',
        message:
          sending.unconfirmed === true
            ? `Nothing confirms that the evidence ${own.name} was recorded: ${sending.fault.message}`
            : `The evidence ${own.name} was not recorded: ${sending.fault.message}`,
        fix: sending.fault.fix ?? 'Run the job again: the latest record of a name decides',
        attestation: own.name,
      },
    ];
  }
  if (sending.kind === 'accepted' && !sending.evaluated) {
    return [
      ...unusable,
      {
        code: 'not-evaluated',
        verdict: 'unknown',
        message: `The service accepted ${own.name}${sending.id === undefined ? '' : ` as ${sending.id}`}, but trail ${question.trail} did not show it evaluated in time; what the trail said before is not used`,
        fix: 'Run the job again, or raise evaluation-timeout if the service is slow',
        attestation: own.name,
      },
    ];
  }
  return unusable;
}

export function unusableReasons({ name, problems }: Pick<OwnEvidence, 'name' | 'problems'>): readonly Reason[] {
  return problems.map((problem): Reason => ({
    code: 'evidence-unusable',
    verdict: 'unusable',
    message: problem.message,
    fix: problem.fix ?? 'Fix the step that writes the file, or junit-paths',
    attestation: name,
    ...given({ file: problem.file }),
  }));
}

/** The trail calls them compliant: only an override of that record may do so. */
export function sentReason(row: TrailRow, { own }: Pick<Evidence, 'own'>, about: About): readonly Reason[] {
  if (own === undefined || own.name !== row.status.attestation_name || own.failed === 0 || own.problems.length > 0) return [];
  if (own.sending.kind === 'accepted' && own.sending.id !== undefined && overrides(row, own.sending.id)) return [];
  return [sentFailing(own, row.key, 'no override names it, although the trail calls it compliant', about)];
}

/** For evidence whose name is not on the trail: on a dry run nothing else says that its tests failed. */
export function unlistedReason({ own }: Pick<Evidence, 'own'>, reasons: readonly Reason[]): readonly Reason[] {
  if (own === undefined || own.failed === 0 || own.problems.length > 0) return [];
  const known = reasons.some(
    ({ attestation = '', verdict }) => verdict === 'non-compliant' && (attestation === own.name || attestation.endsWith(`.${own.name}`)),
  );
  return known || own.sending.kind === 'accepted' ? [] : [sentFailing(own, own.name, 'the trail has no record of it', {})];
}

/** Both, for one of several pieces of evidence that were sent before the trail was judged without them. */
export function sentReasons(own: OwnEvidence, answer: TrailAnswer, reasons: readonly Reason[]): readonly Reason[] {
  const isSaid = reasons.some(({ attestation, verdict }) => verdict === 'non-compliant' && attestation === own.name);
  const green = answer.kind === 'trail' && !isSaid ? rowsOf(answer.trail).filter((row) => stateOf(row) === 'compliant') : [];
  return [...green.flatMap((row) => sentReason(row, { own }, {})), ...unlistedReason({ own }, reasons)];
}

function sentFailing({ failed, sending }: OwnEvidence, key: string, but: string, about: About): Reason {
  const tests = `${failed} failed ${failed === 1 ? 'test' : 'tests'}`;
  return {
    ...about,
    attestation: key,
    code: 'sent-failing',
    verdict: 'non-compliant',
    message: `${key} ${sending.kind === 'accepted' ? 'was just sent' : 'would be sent'} with ${tests}, and ${but}`,
    fix: 'Fix the tests and push again',
  };
}
