import { given } from '../../../text/index.ts';
import type { RecordedAttestation } from '../kinds/attestations.ts';
import type { LatestRecord } from '../model/rules.ts';
import { filled, flag, number, readAll, readListed, text } from '../sql/row.ts';
import { insertAll, orChange, sql, type Row, type Steps, type Value } from '../sql/sql.ts';

const columns = sql`select latest.trail_id, latest.subject, latest.commit_sha, latest.name, attestations.id, attestations.type,
    attestations.is_compliant, attestations.overridden_id, attestations.overridden_type, attestations.tests_ran, attestations.sequence
  from latest join attestations on attestations.org_id = latest.org_id and attestations.id = latest.attestation_id`;

/** The latest record of each name on each subject of a trail, in order of first report. */
export function* latestRecords(orgId: string, trailId: string): Steps<readonly LatestRecord[]> {
  return yield* readAll(
    latestRecord,
    sql`${columns} where latest.org_id = ${orgId} and latest.trail_id = ${trailId} order by latest.first_sequence, latest.subject`,
  );
}

/** The same of several trails, by their ids. */
export function* latestOnTrails(orgId: string, trailIds: readonly string[]): Steps<ReadonlyMap<string, readonly LatestRecord[]>> {
  const rows = yield* readListed(
    (row) => [text(row, 'trail_id'), latestRecord(row)] as const,
    trailIds,
    (list) => sql`${columns} where latest.org_id = ${orgId} and latest.trail_id in ${list} order by latest.first_sequence, latest.subject`,
  );
  const found = new Map<string, LatestRecord[]>(trailIds.map((id) => [id, []]));
  for (const [trailId, record] of rows) found.get(trailId)?.push(record);
  return found;
}

function latestRecord(row: Row): LatestRecord {
  const overridden = row.overridden_id === null ? undefined : { id: text(row, 'overridden_id'), type: text(row, 'overridden_type') };
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    type: text(row, 'type'),
    compliant: flag(row, 'is_compliant'),
    sequence: number(row, 'sequence'),
    ...given({ overridden, testsRan: row.tests_ran === null ? undefined : number(row, 'tests_ran') }),
    ...subjectOf(row),
  };
}

/** The ids of the latest records of one name on a trail, and the subject of each. */
export function* latestNamed(orgId: string, trailId: string, name: string): Steps<readonly LatestNamed[]> {
  return yield* readAll(
    (row) => ({ id: text(row, 'attestation_id'), ...subjectOf(row) }),
    sql`select subject, commit_sha, attestation_id from latest where org_id = ${orgId} and trail_id = ${trailId} and name = ${name}`,
  );
}

/** A record is about an artifact by its fingerprint, about one by its name at a commit, or about the trail itself. */
type Subject = Pick<LatestRecord, 'fingerprint' | 'target' | 'commit'>;
export type LatestNamed = Subject & Pick<LatestRecord, 'id'>;

/**
 * The most names on one trail, each counted once for every artifact that it is about. Every write to a trail decides it again and
 * reads all names, which takes about 50 ms for this many.
 */
export const mostNames = 10_000;

/** The trail already has the most names that it may have. */
export class TrailFull extends Error {
  override readonly name = 'TrailFull';
}

function subjectOf(row: Row): Subject {
  const subject = text(row, 'subject');
  const commit = given({ commit: filled(row, 'commit_sha') });
  if (subject.startsWith('artifact:')) return { ...commit, fingerprint: subject.slice('artifact:'.length) };
  if (subject.startsWith('target:')) return { ...commit, target: subject.slice('target:'.length) };
  return commit;
}

/** Makes each record the latest one of its name, in their order. */
export function* keepLatest(all: readonly { readonly record: RecordedAttestation; readonly sequence: number }[]): Steps<void> {
  const rows = new Map<string, Readonly<Record<string, Value>>>();
  for (const { record, sequence } of all) {
    for (const key of latestKeys(record)) {
      const name = JSON.stringify(Object.values(key));
      // One statement may not write a row twice.
      rows.set(name, { ...key, attestation_id: record.id, first_sequence: rows.get(name)?.['first_sequence'] ?? sequence });
    }
  }
  yield* insertAll('latest', [...rows.values()], orChange(['org_id', 'trail_id', 'subject', 'commit_sha', 'name'], ['attestation_id']));
}

/** The keys of the rows that a record is the latest one of: one for each subject. */
function latestKeys(record: RecordedAttestation) {
  const early = record.fingerprint === undefined && record.targets.length > 0;
  const subjects = early
    ? record.targets.map((target) => `target:${target}`)
    : [record.fingerprint === undefined ? '' : `artifact:${record.fingerprint}`];
  return subjects.map((subject) => ({
    org_id: record.org_id,
    trail_id: record.trail_id,
    subject,
    // Only records for an artifact not yet reported bind by commit.
    commit_sha: early ? (record.commit ?? '') : '',
    name: record.attestation_name,
  }));
}
