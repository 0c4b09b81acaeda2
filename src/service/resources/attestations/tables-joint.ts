import { given } from '../../../text/index.ts';
import { linked, writingWith, type Deciding } from '../../log/chain.ts';
import { insertAll, type Row, type Sql, type Steps, type Value } from '../../sql/sql.ts';
import type { LatestRecord, Rules, ToldRun } from '../../store-rules.ts';
import { flowBy, flowIdOf, flowOf, type Flow } from '../flows/tables.ts';
import { withEmptyNames } from '../gate/tables.ts';
import {
  beginFlow,
  beginTrail,
  decided,
  keepDecision,
  latestOnTrails,
  sizedTrailOf,
  trailsBy,
  withRepo,
  type SizedTrail,
  type TrailState,
} from '../trails/tables.ts';
import {
  answerFields,
  answered,
  answersTo,
  contentOf,
  keepAttestations,
  unknownArtifact,
  writeAttestation,
  type Answer,
  type AttestationOutcome,
  type NewAttestation,
  type Numbered,
} from './tables.ts';

interface Known {
  /** By the user and the key. */
  readonly answers: Map<string, Answer>;
  /** By the name that was asked for. */
  readonly flows: Map<string, Flow>;
  /** By the flow and the name. */
  readonly trails: Map<string, SizedTrail>;
}

const newKnown = (): Known => ({ answers: new Map(), flows: new Map(), trails: new Map() });
const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

interface Question {
  readonly question: Sql;
  readonly keep: (known: Known, rows: readonly Row[]) => void;
}

/** The questions about some evidence, all of one organization: as many as there are flows and users. */
function questionsOf(all: readonly NewAttestation[]): readonly Question[] {
  const orgId = all[0]?.author.orgId ?? '';
  const asked: Question[] = [];
  const keys = all.flatMap((said) => (said.idempotency === undefined ? [] : [[said.author.userName, said.idempotency.key] as const]));
  for (const [user, of] of Map.groupBy(keys, ([name]) => name)) {
    asked.push({
      question: answersTo(orgId, user, [...new Set(of.map(([, key]) => key))]),
      keep: ({ answers }, rows) => {
        for (const row of rows) {
          const answer = answerFields(row);
          answers.set(keyOf(answer.reportedBy, answer.key), answer);
        }
      },
    });
  }
  for (const [name, of] of Map.groupBy(all, ({ flowName }) => flowName)) {
    asked.push({
      question: flowBy(orgId, name),
      keep: ({ flows }, [row]) => void (row !== undefined && flows.set(name, flowOf(row))),
    });
    asked.push({
      question: trailsBy(orgId, flowIdOf(orgId, name), [...new Set(of.map(({ trailName }) => trailName))]),
      keep: ({ trails }, rows) => {
        for (const row of rows) {
          const trail = sizedTrailOf(row);
          trails.set(keyOf(trail.flowId, trail.name), trail);
        }
      },
    });
  }
  return asked;
}

function trailOf({ flows, trails }: Known, { flowName, trailName }: NewAttestation): SizedTrail | undefined {
  const flow = flows.get(flowName);
  return flow === undefined ? undefined : trails.get(keyOf(flow.id, trailName));
}

/** The trails that are decided together have decisions of so many bytes at most, but for a single one: while they are read, others wait. */
const mostBytes = 250_000;

/** The evidence that is recorded together: the flow's template and the latest records alone decide its trail. */
function simpleOf(all: readonly NewAttestation[], known: Known): readonly NewAttestation[] {
  const counted = new Set<string>();
  let bytes = 0;
  return all.filter((said) => {
    const found = trailOf(known, said);
    if (said.fingerprint !== undefined || said.targets.length > 1) return false;
    if (found === undefined) return true;
    if (found.trail.artifactCount > 0 || found.trail.ownTemplate) return false;
    if (counted.has(found.trail.id)) return true;
    if (bytes > 0 && bytes + found.bytes > mostBytes) return false;
    bytes += found.bytes;
    counted.add(found.trail.id);
    return true;
  });
}

/**
 * Records evidence of one organization: any number costs the questions of one, and each trail is decided once. A record with more
 * questions, or on a large trail, has no outcome if others are there: it is recorded alone.
 */
export function* recordAttestations(
  all: readonly NewAttestation[],
  rules: Rules,
  now: number,
): Steps<readonly (AttestationOutcome | undefined)[]> {
  const [first] = all;
  if (first === undefined) return [];
  const asked = questionsOf(all);
  return yield* writingWith(
    first.author,
    now,
    asked.map(({ question }) => question),
    function* (log, rows) {
      const chain = Object.assign(log, { rules });
      const known = newKnown();
      for (const [index, { keep }] of asked.entries()) keep(known, rows[index] ?? []);
      const simple = simpleOf(all, known);
      if (simple.length > 0) return yield* recordSimple(chain, all, new Set(simple), known);
      return all.length === 1 ? [yield* recordAlone(chain, first, known)] : all.map(() => undefined);
    },
  );
}

interface Place {
  readonly flow: Flow;
  readonly before: string | undefined;
  readonly latest: Map<string, LatestRecord>;
  trail: TrailState;
  /** The time of its last record, in Unix seconds. */
  at: number;
}

function* recordSimple(
  chain: Deciding,
  all: readonly NewAttestation[],
  simple: ReadonlySet<NewAttestation>,
  known: Known,
): Steps<readonly (AttestationOutcome | undefined)[]> {
  const { orgId } = chain.author;
  const trails = new Map([...simple].flatMap((said) => trailOf(known, said) ?? []).map((found) => [found.trail.id, found]));
  const latest = yield* latestOnTrails(orgId, [...trails.keys()]);
  const places = new Map<string, Place>();
  const rows: Readonly<Record<string, Value>>[] = [];
  const recorded: (Numbered & { readonly place: Place; readonly head: string })[] = [];
  const outcomes: (AttestationOutcome | (() => AttestationOutcome) | undefined)[] = [];
  for (const said of all) {
    chain.author = said.author;
    const earlier = said.idempotency && answered(said, known.answers.get(keyOf(said.author.userName, said.idempotency.key)));
    if (earlier !== undefined || !simple.has(said)) {
      outcomes.push(earlier);
      continue;
    }
    const place = yield* placeOf(chain, said, known, places, latest);
    const { appended, row } = linked(chain, contentOf(said, place.flow, place.trail), said.id);
    const { hash: head, record, sequence } = appended;
    chain.attestations += 1;
    rows.push(row);
    const told = chain.rules.runOf(record);
    recorded.push({ record, sequence, number: chain.attestations, told, place, head });
    const of = latestOf(said, sequence, told);
    place.latest.set(subjectOf(of), of);
    place.trail = { ...place.trail, repoIds: withRepo(place.trail.repoIds, said.repoId) };
    place.at = chain.latest;
    if (said.idempotency !== undefined) {
      const { key, requestHash } = said.idempotency;
      known.answers.set(keyOf(said.author.userName, key), { reportedBy: said.author.userName, key, requestHash, id: said.id, head });
    }
    outcomes.push(() => ({
      outcome: 'recorded',
      id: said.id,
      head,
      change: { trailId: place.trail.id, before: place.before, after: place.trail.state },
    }));
  }
  yield* insertAll('records', rows);
  yield* keepAttestations(recorded);
  for (const place of places.values()) yield* decidePlace(chain, place);
  return outcomes.map((outcome) => (typeof outcome === 'function' ? outcome() : outcome));
}

function* placeOf(
  chain: Deciding,
  said: NewAttestation,
  known: Known,
  places: Map<string, Place>,
  latest: ReadonlyMap<string, readonly LatestRecord[]>,
): Steps<Place> {
  const flow = known.flows.get(said.flowName) ?? (yield* beginFlow(chain, said.flowName));
  known.flows.set(said.flowName, flow);
  const name = keyOf(flow.id, said.trailName);
  const begun = places.get(name);
  if (begun !== undefined) return begun;
  const found = known.trails.get(name);
  const { repoId, trail: data, trailName } = said;
  const trail = found?.trail ?? (yield* beginTrail(chain, flow, { name: trailName, data, ...given({ repoId }) }));
  const of = latest.get(trail.id) ?? [];
  const place: Place = {
    flow,
    before: trail.state === '' ? undefined : trail.state,
    latest: new Map(of.map((record) => [subjectOf(record), record])),
    trail,
    at: chain.latest,
  };
  places.set(name, place);
  return place;
}

/** The same that a later reader finds in the tables. */
function latestOf({ commit, compliant, id, name, targets, type }: NewAttestation, sequence: number, { testsRan }: ToldRun): LatestRecord {
  const [target] = targets;
  return {
    id,
    name,
    type,
    compliant,
    sequence,
    ...given({ testsRan: testsRan ?? undefined }),
    ...(target === undefined ? {} : { target, ...given({ commit }) }),
  };
}

function subjectOf({ commit, fingerprint, name, target }: LatestRecord): string {
  return JSON.stringify([fingerprint, target, commit, name]);
}

function* decidePlace({ author: { orgId }, rules }: Deciding, place: Place): Steps<void> {
  const { at, flow, latest, trail } = place;
  const attestations = yield* withEmptyNames(orgId, trail.id, [...latest.values()], [], rules);
  const facts = { template: flow.template, templateId: flow.templateId, now: at, attestations, artifacts: [] };
  const status = decided(facts, rules);
  yield* keepDecision(orgId, trail, facts, status);
  place.trail = { ...trail, state: status.status };
}

function* recordAlone(chain: Deciding, said: NewAttestation, known: Known): Steps<AttestationOutcome> {
  const earlier = said.idempotency && answered(said, known.answers.get(keyOf(said.author.userName, said.idempotency.key)));
  const refusal = earlier ?? (yield* unknownArtifact(said));
  if (refusal !== undefined) return refusal;
  const flow = known.flows.get(said.flowName) ?? (yield* beginFlow(chain, said.flowName));
  const { repoId, trail: data, trailName } = said;
  const trail = trailOf(known, said)?.trail ?? (yield* beginTrail(chain, flow, { name: trailName, data, ...given({ repoId }) }));
  return yield* writeAttestation(chain, said, {}, flow, trail);
}
