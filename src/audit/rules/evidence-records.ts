import { commitsIn } from '../coverage/about.ts';
import type { EvidenceRecord, TrailFact } from '../facts/trail.ts';
import type { AuditedChange } from '../judge/change.ts';
import type { DecidingFlow } from './evidence-rule.ts';

export interface Recorded {
  readonly trail: TrailFact;
  readonly record: EvidenceRecord;
}

/** The records that decide about a change: of the trails behind the flows that decide, those that stood when it landed. */
export function decidingRecords(change: AuditedChange, flows: readonly DecidingFlow[]): readonly Recorded[] {
  const shas = shasOf(change);
  return flows.flatMap(({ coverage: { flow, trail: name } }) => {
    const trail = name === null ? undefined : change.trails.get(`${flow}/${name}`);
    if (trail === undefined) return [];
    const about = trail.records.filter((record) => isOneOf(shas, record, trail));
    return standing(about, change.landing.at).map((record) => ({ trail, record }));
  });
}

/** All records about a change in the flows that it owes, or without a mapping in any, whatever trail they are on. */
export function recordsAbout(change: AuditedChange): readonly Recorded[] {
  const shas = shasOf(change);
  return change.fact.trails
    .filter(({ flow }) => change.owes?.includes(flow) ?? true)
    .flatMap((trail) => trail.records.filter((record) => isOneOf(shas, record, trail)).map((record) => ({ trail, record })));
}

/** `unit-tests on trail v1 of flow unit`. */
export function recordName({ record, trail }: Recorded): string {
  return `${record.name} on trail ${trail.name} of flow ${trail.flow}`;
}

/** The commit that a record is about; null: its trail is about several, and nobody can tell. */
export function commitOf(record: EvidenceRecord, trail: TrailFact): string | null {
  return commitsIn(trail)(record);
}

/** A record whose commit nobody can tell may be about any that its trail is about. */
function isOneOf(shas: ReadonlySet<string>, record: EvidenceRecord, trail: TrailFact): boolean {
  const sha = commitOf(record, trail);
  return sha === null ? trail.commits.some((each) => shas.has(each)) : shas.has(sha);
}

/** The commits that evidence of a change may be about: its own, the head of its merge group, and those of its pull request. */
function shasOf({ commits, landing, pull, tip }: AuditedChange): ReadonlySet<string> {
  const group = landing.kind === 'merge-queue' && landing.after !== null ? [landing.after] : [];
  return new Set([
    tip.sha,
    ...group,
    ...commits.map(({ sha }) => sha),
    ...(pull === undefined ? [] : [pull.head, ...pull.commits.map(({ sha }) => sha)]),
  ]);
}

/** The last record of each name at the landing; of a name that came only after it, and where its moment is not known, the last of all. */
function standing(records: readonly EvidenceRecord[], landedAt: string | null): readonly EvidenceRecord[] {
  const names = Map.groupBy(records, ({ fingerprint, group, name, target }) => JSON.stringify([name, fingerprint, target, group]));
  return [...names.values()].flatMap((same) => {
    // GitHub tells whole seconds: a record within that of the landing may have come before it.
    const before = landedAt === null ? undefined : same.findLast(({ at }) => Date.parse(at) < Date.parse(landedAt) + 1000);
    return before ?? same.at(-1) ?? [];
  });
}
