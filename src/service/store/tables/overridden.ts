import { overriddenFields, type ArtifactRow, type OverriddenName } from '../model/artifacts.ts';
import { column, filled, nullable, number, readAll, reader, text } from '../sql/row.ts';
import { listed, sql, type Steps } from '../sql/sql.ts';

/**
 * The names of some artifacts that an override decides: names of the artifact itself, names that were recorded for its name and
 * commit before it was reported, and names of its trail.
 */
export function* overriddenOf(orgId: string, artifacts: readonly Artifact[]): Steps<(artifact: Artifact) => readonly OverriddenName[]> {
  const trails = listed([...new Set(artifacts.map(({ trailId }) => trailId))]);
  const subjects = listed(['', ...new Set(artifacts.flatMap(subjectsOf))]);
  const records = yield* readAll(
    latest,
    sql`select latest.trail_id, latest.subject, latest.commit_sha, latest.name, attestations.id, attestations.is_compliant,
             attestations.overridden_id, attestations.overridden_type, attestations.sequence
      from latest join attestations on attestations.org_id = latest.org_id and attestations.id = latest.attestation_id
      where latest.org_id = ${orgId} and latest.trail_id in ${trails} and latest.subject in ${subjects}
        and (latest.subject <> '' or attestations.overridden_id is not null)`,
  );
  const latestFirst = records.toSorted((one, other) => other.sequence - one.sequence);
  const byTrail = Map.groupBy(latestFirst, ({ trailId }) => trailId);
  return (artifact) => {
    const [reported, early] = subjectsOf(artifact);
    const about = (byTrail.get(artifact.trailId) ?? []).filter(({ commit, subject }) => {
      if (subject === early) return commit !== undefined && commit === artifact.commit;
      return subject === '' || subject === reported;
    });
    // The latest record of a name decides, whether it was made for the artifact or before its report; the names of the trail
    // itself stand apart.
    const decisive = Map.groupBy(about, ({ name, subject }) => `${subject === '' ? 'trail' : 'artifact'} ${name}`);
    return [...decisive.values()].flatMap(([record]) => record?.overridden ?? []).toReversed();
  };
}

type Artifact = Pick<ArtifactRow, 'trailId' | 'fingerprint' | 'name' | 'commit'>;

/** The latest record of a name on a subject; `overridden` if it is an override. */
const latest = reader({
  trailId: text,
  subject: text,
  commit: column('commit_sha', filled),
  name: text,
  sequence: number,
  overridden: column('overridden_id', nullable(overriddenFields)),
});

function subjectsOf({ fingerprint, name }: Artifact): readonly [reported: string, early: string] {
  return [`artifact:${fingerprint}`, `target:${name}`];
}
