import type { RecordedAttestation } from '../kinds/attestations.ts';
import type { LatestRecord } from '../model/attestations.ts';
import { query, send, type Steps } from '../sql/statement.ts';
import { sql } from '../sql/sql.ts';
import { text, number, flag } from '../sql/row.ts';
import { upsert } from '../sql/write.ts';

/** The latest record of each name on each subject of a trail, in order of first report. */
export function* latestRecords(orgId: string, trailId: string): Steps<readonly LatestRecord[]> {
  const rows = yield* query(
    sql`select latest.subject, latest.commit_sha, latest.name, attestations.id, attestations.type, attestations.is_compliant,
             attestations.overridden_id, attestations.overridden_type, attestations.sequence
      from latest join attestations on attestations.org_id = latest.org_id and attestations.id = latest.attestation_id
      where latest.org_id = ${orgId} and latest.trail_id = ${trailId} order by latest.first_sequence, latest.subject`,
  );
  return rows.map((row) => {
    const commit = text(row, 'commit_sha');
    return {
      id: text(row, 'id'),
      name: text(row, 'name'),
      type: text(row, 'type'),
      compliant: flag(row, 'is_compliant'),
      sequence: number(row, 'sequence'),
      ...(commit === '' ? {} : { commit }),
      ...(row.overridden_id === null ? {} : { overridden: { id: text(row, 'overridden_id'), type: text(row, 'overridden_type') } }),
      ...subjectOf(text(row, 'subject')),
    };
  });
}

/** The ids of the latest records of one name on a trail, and the subject of each. */
export function* latestNamed(orgId: string, trailId: string, name: string): Steps<readonly LatestNamed[]> {
  const rows = yield* query(
    sql`select subject, commit_sha, attestation_id from latest where org_id = ${orgId} and trail_id = ${trailId} and name = ${name}`,
  );
  return rows.map((row) => {
    const commit = text(row, 'commit_sha');
    return { id: text(row, 'attestation_id'), ...(commit === '' ? {} : { commit }), ...subjectOf(text(row, 'subject')) };
  });
}

/** A record is about an artifact by its fingerprint, about one by its name at a commit, or about the trail itself. */
export interface LatestNamed {
  readonly id: string;
  readonly fingerprint?: string;
  readonly target?: string;
  readonly commit?: string;
}

/**
 * The most names on one trail, each counted once for every artifact that it is about. Every write to a trail decides it again and
 * reads all names, which takes about 50 ms for this many.
 */
export const mostNames = 10_000;

/** The trail already has the most names that it may have. */
export class TrailFull extends Error {
  override readonly name = 'TrailFull';
}

function subjectOf(subject: string): { readonly fingerprint?: string; readonly target?: string } {
  if (subject.startsWith('artifact:')) return { fingerprint: subject.slice('artifact:'.length) };
  if (subject.startsWith('target:')) return { target: subject.slice('target:'.length) };
  return {};
}

/** Makes a record the latest one of its name. */
export function* setLatest(record: RecordedAttestation, sequence: number): Steps<void> {
  const early = record.fingerprint === undefined && record.targets.length > 0;
  const subjects = early
    ? record.targets.map((target) => `target:${target}`)
    : [record.fingerprint === undefined ? '' : `artifact:${record.fingerprint}`];
  for (const subject of subjects) {
    yield* send(
      upsert(
        'latest',
        {
          org_id: record.org_id,
          trail_id: record.trail_id,
          subject,
          // Only records for an artifact not yet reported bind by commit.
          commit_sha: early ? (record.commit ?? '') : '',
          name: record.attestation_name,
        },
        { attestation_id: record.id },
        { first_sequence: sequence },
      ),
    );
  }
}
