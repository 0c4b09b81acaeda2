import { testsMustRun, type ArtifactFact, type AttestationFact } from '../../compliance/index.ts';
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
 * decide, so that a green leg of a matrix hides a red one: as at the gate, every kind of run keeps its own here. An override
 * speaks for all that came before it.
 */
export function latestOf(records: readonly EvidenceRecord[]): readonly Latest[] {
  const order = new Map(records.map((record, index) => [record, index]));
  return [...Map.groupBy(records, subjectOf).values()].flatMap((same) => {
    const last = same.at(-1);
    if (last === undefined) return [];
    const since = same.slice(same.findLastIndex(isOverride) + 1);
    const legs = isOverride(last) ? [last] : [...new Map(since.map((record) => [record.group ?? '', record])).values()];
    const { commit, fingerprint, id, name, override, target, type } = last;
    const before = same.findLast((record) => !isOverride(record));
    // A service may not tell what an override is about: then it is the record before it.
    const told = override === null || override.type === '' ? null : override;
    const overridden = told ?? (isOverride(last) && before !== undefined ? before : null);
    return [
      {
        id,
        name,
        type,
        compliant: together(legs.map(saidBy)),
        ...(holdsNoTest(legs) ? { noTestRan: true } : {}),
        sequence: order.get(last) ?? 0,
        ...(fingerprint === null ? {} : { fingerprint }),
        ...(target === null ? {} : { target }),
        ...(commit === null ? {} : { commit }),
        ...(overridden === null ? {} : { overridden: { id: overridden.id, type: overridden.type } }),
      },
    ];
  });
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
