import { overriddenFields, type OverriddenName } from '../model/artifacts.ts';
import { sql, listed } from '../sql/sql.ts';
import { query, type Row, type Steps } from '../sql/statement.ts';
import { text, number } from '../sql/row.ts';

/**
 * The names of some artifacts that an override decides: names of the artifact itself, names that were recorded for its name and
 * commit before it was reported, and names of its trail.
 */
export function* overriddenOf(orgId: string, artifacts: readonly Row[]): Steps<(artifact: Row) => readonly OverriddenName[]> {
  if (artifacts.length === 0) return () => [];
  const trails = listed([...new Set(artifacts.map((row) => text(row, 'trail_id')))]);
  const subjects = listed(['', ...new Set(artifacts.flatMap(subjectsOf))]);
  const rows = yield* query(
    sql`select latest.trail_id, latest.subject, latest.commit_sha, latest.name, attestations.id, attestations.is_compliant,
             attestations.overridden_id, attestations.overridden_type, attestations.sequence
      from latest join attestations on attestations.org_id = latest.org_id and attestations.id = latest.attestation_id
      where latest.org_id = ${orgId} and latest.trail_id in ${trails} and latest.subject in ${subjects}
        and (latest.subject <> '' or attestations.overridden_id is not null)`,
  );
  const latestFirst = rows.toSorted((one, other) => number(other, 'sequence') - number(one, 'sequence'));
  const byTrail = Map.groupBy(latestFirst, (row) => text(row, 'trail_id'));
  return (artifact) => {
    const [own, early] = subjectsOf(artifact);
    const about = (byTrail.get(text(artifact, 'trail_id')) ?? []).filter((row) => {
      const subject = text(row, 'subject');
      const commit = text(row, 'commit_sha');
      return subject === '' || subject === own || (subject === early && commit !== '' && commit === text(artifact, 'commit_sha'));
    });
    // The latest record of a name decides, whether it was made for the artifact or before its report; a trail's own names stand
    // apart.
    const decisive = Map.groupBy(about, (row) => `${text(row, 'subject') === '' ? 'trail' : 'artifact'} ${text(row, 'name')}`);
    return [...decisive.values()]
      .flatMap(([row]) => (row === undefined || row.overridden_id === null ? [] : [overriddenFields(row)]))
      .toReversed();
  };
}

function subjectsOf(artifact: Row): readonly [own: string, early: string] {
  return [`artifact:${text(artifact, 'fingerprint')}`, `target:${text(artifact, 'name')}`];
}
