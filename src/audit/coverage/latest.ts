import { testsMustRun, type ArtifactFact, type AttestationFact } from '../../compliance/index.ts';
import { standingAttempts } from '../../gate/index.ts';
import type { EvidenceRecord, ReportedArtifact } from '../facts/trail.ts';

/** The place of a record: its name on the trail, on an artifact, or on one that is not reported yet. The service keeps the latest of each. */
export function subjectOf({ commit, fingerprint, name, target }: EvidenceRecord): string {
  if (fingerprint !== null) return JSON.stringify(['artifact', fingerprint, name]);
  return JSON.stringify(target === null ? ['trail', name] : ['target', target, commit, name]);
}

/** A decision reads the latest of each name; `compliant` is null where the service does not say. */
export type Latest = Omit<AttestationFact, 'compliant'> & { readonly compliant: boolean | null };

/**
 * The records that count, in the order of the first report of each name. The service lets the latest record of a name
 * decide, so that a green leg of a matrix hides a red one: as at the gate, every kind of run at the commit keeps its own here.
 * Without a commit the latest decides, as for the service.
 */
export function latestOf(records: readonly EvidenceRecord[], sha?: string): readonly Latest[] {
  const order = new Map(records.map((record, index) => [record, index]));
  return [...Map.groupBy(records, subjectOf).values()].flatMap((same) => {
    const last = same.at(-1);
    if (last === undefined) return [];
    const { commit, fingerprint, id, name, override, target, type } = last;
    const before = same.findLast((record) => !isOverride(record));
    // A service may not tell what an override is about: then it is the record before it.
    const told = override === null || override.type === '' ? null : override;
    const overridden = told ?? (isOverride(last) && before !== undefined ? before : null);
    const { newest, standing } = standingOf(same, last, sha ?? commit);
    const others = (sha === undefined ? [] : [...newest, ...standing]).filter(
      (record) => record !== last && record.id !== overridden?.id && !isOverride(record),
    );
    return [
      {
        id,
        name,
        type,
        compliant: together([last, ...others].map(saidBy)),
        ...(!isOverride(last) && holdsNoTest(newest.filter((record) => !isOverride(record))) ? { noTestRan: true } : {}),
        sequence: order.get(last) ?? 0,
        ...(fingerprint === null ? {} : { fingerprint }),
        ...(target === null ? {} : { target }),
        ...(commit === null ? {} : { commit }),
        ...(overridden === null ? {} : { overridden: { id: overridden.id, type: overridden.type } }),
      },
    ];
  });
}

interface Standing {
  /** The records of the newest attempt of the newest run, of each kind of run. */
  readonly newest: readonly EvidenceRecord[];
  /** Those of older attempts that no later one replaced as a whole. */
  readonly standing: readonly EvidenceRecord[];
}

/**
 * The records of a name that count, by the rule of the gate. It finds records by their commit: one that names none, or another one,
 * is seen as the last alone.
 */
function standingOf(same: readonly EvidenceRecord[], last: EvidenceRecord, sha: string | null): Standing {
  const named = same.filter((record) => record.commit === sha && (isOverride(last) || !isOverride(record)));
  const kinds = [...Map.groupBy(named.length === 0 ? [last] : named, ({ group = '' }) => group).values()];
  const found = kinds.map((members) => {
    const byId = new Map(members.map((record) => [record.id, record]));
    const made = members.map(({ attempt, compliant, id, name }, index) => ({
      record: { attestation_id: id, attestation_name: name, is_compliant: compliant, created_at: index },
      madeBy: attempt ?? {},
    }));
    const { newest, standing } = standingAttempts(made);
    const recordsOf = (some: typeof newest) => some.flatMap(({ attestation_id: id }) => byId.get(id) ?? []);
    return { newest: recordsOf(newest), standing: standing.flatMap(({ records }) => recordsOf(records)) };
  });
  return { newest: found.flatMap(({ newest }) => newest), standing: found.flatMap(({ standing }) => standing) };
}

/** The artifacts, in the order of their first reports: a report again changes the name and the commit. */
export function artifactsOf(reported: readonly ReportedArtifact[]): readonly ArtifactFact[] {
  const last = new Map(reported.map((artifact) => [artifact.fingerprint, artifact]));
  return [...last.values()].map(({ commit, fingerprint, id, name }) => ({
    id,
    fingerprint,
    name,
    ...(commit === null ? {} : { commit }),
  }));
}

/**
 * Whether records of one name, the newest of each run, hold no test that ran. Those of the first rules are judged as then, and one
 * whose tests are not known may hold one.
 */
export function holdsNoTest(legs: readonly EvidenceRecord[]): boolean {
  return legs.every(
    ({ rule = 1, tests, type }) => rule >= testsMustRun && type === 'junit' && tests !== null && tests.skipped >= tests.total,
  );
}

export function isOverride({ override, type }: EvidenceRecord): boolean {
  return override !== null || type === 'override';
}

/** Failing tests are a no, whatever their record says of itself, as they are at the gate; only an override speaks against them. */
function saidBy(record: EvidenceRecord): boolean | null {
  return !isOverride(record) && (record.tests?.failed ?? 0) > 0 ? false : record.compliant;
}

/** One no is a no; else one that is not known makes the whole not known. */
function together(said: readonly (boolean | null)[]): boolean | null {
  if (said.includes(false)) return false;
  return said.includes(null) ? null : true;
}
