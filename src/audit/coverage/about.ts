import type { EvidenceRecord, ReportedArtifact, TrailFact } from '../facts/trail.ts';
import { holdsNoTest, subjectOf } from './latest.ts';
import { wasThere } from './moment.ts';

/** The records of a trail that are about one commit. */
export interface About {
  readonly records: readonly EvidenceRecord[];
  readonly artifacts: readonly ReportedArtifact[];
  /** Left out where they are about all that a trail holds. */
  readonly sha?: string;
  /** Names on the trail of that commit whose latest record is a yes about another one, and that have none about this. */
  readonly elsewhere: readonly string[];
}

/** All of a trail. */
export function everything({ artifacts, records }: TrailFact): About {
  return { artifacts, records, elsewhere: [] };
}

/**
 * The records of a trail about a commit at a moment. Records of another commit do not count, but on the trail that is named after
 * the commit, as at the gate: there the latest of a name may say no, and one that is neither ours nor test results may be of another
 * commit on purpose. Those that name none count on a trail of that commit alone; on one of several commits nobody can tell whose
 * they are, so that only the last of them counts, if it does not say yes.
 */
export function aboutCommit(trail: TrailFact, sha: string, moment: number): About {
  const commitIn = commitsIn(trail);
  const artifacts = trail.artifacts.filter((artifact) => (artifact.commit ?? ownerOf(trail)) === sha && wasThere(artifact, moment));
  const there = trail.records.filter((record) => wasThere(record, moment));
  const unbound = new Map(there.filter((record) => commitIn(record) === null).map((record) => [subjectOf(record), record]));
  const others = trail.name === sha ? lastElsewhere(trail, there, (record) => commitIn(record) === sha) : [];
  const counting = new Set(others.filter((record) => saysNo(record) || isFree(record)));
  const records = there.filter((record) => {
    const commit = commitIn(record);
    const isLastUnbound = commit === null && record.compliant !== true && unbound.get(subjectOf(record)) === record;
    return commit === sha || isLastUnbound || counting.has(record);
  });
  const known = new Set(records.map(subjectOf));
  const elsewhere = others.filter((record) => !known.has(subjectOf(record)));
  return { artifacts, records, sha, elsewhere: [...new Set(elsewhere.map(({ name }) => name))] };
}

/** The latest record of each name, where it is of another commit; one for an artifact of the template speaks of that one's commit alone. */
function lastElsewhere(
  { artifacts }: TrailFact,
  records: readonly EvidenceRecord[],
  isHere: (record: EvidenceRecord) => boolean,
): readonly EvidenceRecord[] {
  const last = new Map(records.map((record) => [subjectOf(record), record]));
  return [...last.values()].filter((record) => {
    const reported = artifacts.findLast(({ name }) => name === record.target);
    return !isHere(record) && (reported === undefined || reported.commit === record.commit);
  });
}

function saysNo(record: EvidenceRecord): boolean {
  return record.compliant !== true || (record.tests?.failed ?? 0) > 0 || holdsNoTest([record]);
}

/** Whether nobody holds a record to the commit that it names: a ticket may name another one on purpose. */
function isFree({ group, type }: EvidenceRecord): boolean {
  return type !== 'junit' && group === undefined;
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
