import type { EvidenceRecord, ReportedArtifact, TrailFact } from '../facts/trail.ts';
import { subjectOf } from './latest.ts';
import { wasThere } from './moment.ts';

/** The records of a trail that are about one commit. */
export interface About {
  readonly records: readonly EvidenceRecord[];
  readonly artifacts: readonly ReportedArtifact[];
}

/** All of a trail. */
export function everything({ artifacts, records }: TrailFact): About {
  return { artifacts, records };
}

/**
 * The records of a trail about a commit at a moment. Records of another commit never count. Those that name none count on a trail
 * of that commit alone; on one of several commits nobody can tell whose they are, so that only the last of them counts, if
 * it does not say yes.
 */
export function aboutCommit(trail: TrailFact, sha: string, moment: number): About {
  const commitIn = commitsIn(trail);
  const artifacts = trail.artifacts.filter((artifact) => (artifact.commit ?? ownerOf(trail)) === sha && wasThere(artifact, moment));
  const there = trail.records.filter((record) => wasThere(record, moment));
  const unbound = new Map(there.filter((record) => commitIn(record) === null).map((record) => [subjectOf(record), record]));
  const records = there.filter((record) => {
    const commit = commitIn(record);
    return commit === sha || (commit === null && record.compliant !== true && unbound.get(subjectOf(record)) === record);
  });
  return { artifacts, records };
}

/** The commit of each record: its own, else that of what it overrides or of its artifact, else that of the trail; null where nobody can tell. */
export function commitsIn(trail: TrailFact): (record: EvidenceRecord) => string | null {
  const byId = new Map(trail.records.map((record) => [record.id, record]));
  const byFingerprint = new Map(trail.artifacts.map(({ commit, fingerprint }) => [fingerprint, commit]));
  const owner = ownerOf(trail);
  return ({ commit, fingerprint, override }) => {
    const overridden = override === null ? undefined : byId.get(override.id);
    return commit ?? overridden?.commit ?? byFingerprint.get(fingerprint ?? '') ?? owner;
  };
}

/** The one commit that a trail is about: the one that it is named after, whatever else was recorded on it, or the only one. */
function ownerOf({ commits, name }: TrailFact): string | null {
  if (commits.length === 0 || commits.includes(name)) return name;
  return new Set(commits).size === 1 ? (commits[0] ?? null) : null;
}
