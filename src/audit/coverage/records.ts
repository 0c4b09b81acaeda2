import { testsMustRun, together, type ArtifactFact, type AttestationFact } from '../../compliance/index.ts';
import type { Template } from '../../contract/index.ts';
import { standingAttempts } from '../../gate/index.ts';
import type { FlowFact } from '../facts/line.ts';
import type { EvidenceRecord, ReportedArtifact, TrailFact } from '../facts/trail.ts';

/**
 * The place of a record: its name on the trail, on an artifact, or on one that is not reported yet. The service keeps the
 * latest of each.
 */
export function subjectOf({ commit, fingerprint, name, target }: EvidenceRecord): string {
  if (fingerprint !== null) return JSON.stringify(['artifact', fingerprint, name]);
  return JSON.stringify(target === null ? ['trail', name] : ['target', target, commit, name]);
}

/** `compliant` is null where the service does not say. */
type Latest = Omit<AttestationFact, 'compliant'> & { readonly compliant: boolean | null };

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
    // A service may not say what an override is about: then it is the record before it.
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
        compliant: combineVerdicts([last, ...others].map(saidBy)),
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
 * The records of a name that count, by the rule of the gate. It finds records by their commit: of those without one, or
 * with another, only the last counts.
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

/** In the order of their first reports: a report again changes the name and the commit. */
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
 * Whether records of one name, the newest of each run, hold no test that ran. Records of the first rules are judged as
 * then; one whose tests are unknown may hold one.
 */
export function holdsNoTest(legs: readonly EvidenceRecord[]): boolean {
  return legs.every(
    ({ rule = 1, tests, type }) => rule >= testsMustRun && type === 'junit' && tests !== null && tests.skipped >= tests.total,
  );
}

export function isOverride({ override, type }: EvidenceRecord): boolean {
  return override !== null || type === 'override';
}

/** Failing tests are a no, whatever their record says of itself, as at the gate; only an override can outweigh them. */
function saidBy(record: EvidenceRecord): boolean | null {
  return !isOverride(record) && (record.tests?.failed ?? 0) > 0 ? false : record.compliant;
}

/** One no is a no; else one unknown makes the whole unknown. */
function combineVerdicts(said: readonly (boolean | null)[]): boolean | null {
  if (said.includes(false)) return false;
  return said.includes(null) ? null : true;
}

/**
 * The last millisecond that still belongs to a moment; null where it is unknown. GitHub gives whole seconds, with the
 * fraction cut off, and the service gives fractions: a record of 10:00:00.400 and a merge of 10:00:00 may have come in
 * either order. It counts as before: a gate that let the change in recorded first, and recording afterwards on purpose
 * takes longer than that second.
 */
export function endOf(at: string | null): number | null {
  const exact = at === null ? Number.NaN : Date.parse(at);
  if (Number.isNaN(exact)) return null;
  return exact % 1000 === 0 ? exact + 999 : exact;
}

/** The moment for all that was ever recorded. */
export const ever = Number.POSITIVE_INFINITY;

/** Without a time of its own, it was not there. */
export function wasThere({ at }: { readonly at: string }, moment: number): boolean {
  return Date.parse(at) <= moment || moment === ever;
}

export interface About {
  readonly records: readonly EvidenceRecord[];
  readonly artifacts: readonly ReportedArtifact[];
  /** Left out where they are about all that a trail holds. */
  readonly sha?: string;
  /** Names on the trail of that commit whose latest record is a yes about another one, and that have none about this. */
  readonly elsewhere: readonly string[];
}

export function everything({ artifacts, records }: TrailFact): About {
  return { artifacts, records, elsewhere: [] };
}

/**
 * The records of a trail about a commit at a moment. Records of another commit do not count, except on the trail that is
 * named after the commit, as at the gate: there the latest of a name may say no, and one that is neither ours nor test
 * results may be of another commit on purpose. Those that name none count on a trail of that commit alone; on one of
 * several commits they could be of any, so only the last of them counts, if it does not say yes.
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

/**
 * The latest record of each name, where it is of another commit; one for an artifact of the template speaks of that
 * artifact's commit alone.
 */
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

/** Whether a record may name another commit: a ticket may do so on purpose. */
function isFree({ group, type }: EvidenceRecord): boolean {
  return type !== 'junit' && group === undefined;
}

/**
 * The commit of each record: its own, else that of what it overrides or of its artifact, else that of the trail; null
 * where it is unknown.
 */
export function commitsIn(trail: TrailFact): (record: EvidenceRecord) => string | null {
  const byId = new Map(trail.records.map((record) => [record.id, record]));
  const byFingerprint = new Map(trail.artifacts.map(({ commit, fingerprint }) => [fingerprint, commit]));
  const owner = ownerOf(trail);
  return ({ commit, fingerprint, override }) => {
    const overridden = override === null ? undefined : byId.get(override.id);
    return commit ?? overridden?.commit ?? byFingerprint.get(fingerprint ?? '') ?? owner;
  };
}

/** The commit that the trail is named after, whatever else was recorded on it, or its only one. */
function ownerOf({ commits, name }: TrailFact): string | null {
  if (commits.length === 0 || commits.includes(name)) return name;
  return new Set(commits).size === 1 ? (commits[0] ?? null) : null;
}

/**
 * The template that was in force for a trail at a moment: its own, or the one that decided the last of its events, where
 * that came before. Where it was decided again afterwards, other trails of the flow show the template; where they show
 * nothing of that time, the one that decided it.
 */
export function templateAt(trail: TrailFact, flow: FlowFact | undefined, moment: number): Template | null {
  if (trail.ownTemplate || isSettled(trail, moment)) return trail.template;
  const known = flow?.templates ?? [];
  // Before the oldest that is known, that one is nearer than any later one.
  const then = known.findLast(({ from }) => wasThere({ at: from }, moment)) ?? known[0];
  return then?.template ?? trail.template;
}

/** The flow's demands today, together with those of a trail's own template. */
export function templateToday({ ownTemplate, template }: TrailFact, flow: FlowFact | undefined): Template | null {
  const today = flow?.template ?? null;
  if (!ownTemplate || today === null) return today;
  return template === null ? null : together(today, template);
}

export function isSettled({ artifacts, records }: TrailFact, moment: number): boolean {
  return [...records, ...artifacts].every((event) => wasThere(event, moment));
}

/**
 * Trails by their names, each with its records by their moments. A service may list them in another order next time, and
 * the verdict on a change must not depend on that.
 */
export function orderTrails(trails: readonly TrailFact[]): readonly TrailFact[] {
  return trails
    .toSorted((one, other) => byText(one.flow, other.flow) || byText(one.name, other.name))
    .map((trail) => ({ ...trail, records: byMoment(trail.records), artifacts: byMoment(trail.artifacts) }));
}

/** Records of the same moment stay in their order. */
function byMoment<Event extends { readonly at: string }>(events: readonly Event[]): readonly Event[] {
  return events.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

export function byText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
