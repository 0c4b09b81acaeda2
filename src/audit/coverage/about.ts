import type { EvidenceRecord, ReportedArtifact, TrailFact } from '../facts/trail.ts';
import { subjectOf } from './latest.ts';
import { wasThere } from './moment.ts';

/** What of a trail speaks for one commit. */
export interface About {
  readonly records: readonly EvidenceRecord[];
  readonly artifacts: readonly ReportedArtifact[];
}

/** All of a trail. */
export function everything({ artifacts, records }: TrailFact): About {
  return { artifacts, records };
}

/**
 * What a trail held about a commit at a moment. Records of another commit never count. Those that name none count on a trail
 * of that commit alone; on one of several commits nobody can tell whose they are, so that only the last of them counts, if
 * it does not say yes.
 */
export function aboutCommit(trail: TrailFact, sha: string, moment: number): About {
  const isOwn = trail.name === sha || trail.commits.every((commit) => commit === sha);
  const isOf = (commit: string | null): boolean => commit === sha || (commit === null && isOwn);
  const artifacts = trail.artifacts.filter((artifact) => isOf(artifact.commit) && wasThere(artifact, moment));
  const there = trail.records.filter((record) => wasThere(record, moment));
  const commitOf = commitsOf(trail);
  const unbound = new Map(there.filter((record) => commitOf(record) === null).map((record) => [subjectOf(record), record]));
  const records = there.filter((record) => {
    const commit = commitOf(record);
    return isOf(commit) || (commit === null && record.compliant !== true && unbound.get(subjectOf(record)) === record);
  });
  return { artifacts, records };
}

/** The commit of a record: its own, else that of the record that it overrides or of the artifact that it is about. */
function commitsOf(trail: TrailFact): (record: EvidenceRecord) => string | null {
  const byId = new Map(trail.records.map((record) => [record.id, record]));
  const byFingerprint = new Map(trail.artifacts.map(({ commit, fingerprint }) => [fingerprint, commit]));
  return ({ commit, fingerprint, override }) => {
    const overridden = override === null ? undefined : byId.get(override.id);
    return commit ?? overridden?.commit ?? byFingerprint.get(fingerprint ?? '') ?? null;
  };
}
