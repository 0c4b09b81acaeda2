import { given } from '../../../text/index.ts';
import { linked, writingWith, type Deciding } from '../../log/chain.ts';
import { insertAll, type Row, type Sql, type Steps, type Value } from '../../sql/sql.ts';
import type { LatestRecord, Rules, ToldRun } from '../../store-rules.ts';
import { flowBy, flowIdOf, flowOf, type Flow } from '../flows/tables.ts';
import { withEmptyNames } from '../gate/tables.ts';
import { beginFlow, beginTrail, decided, keepDecision, latestOnTrails, sizedTrailOf, trailsBy, withRepo } from '../trails/tables.ts';
import type { SizedTrail, TrailState } from '../trails/tables.ts';
import type { RecordedAttestation } from './record.ts';
import { answerFields, answered, answersTo, contentOf, keepAttestations, unknownArtifact, writeAttestation } from './tables.ts';
import type { Answer, AttestationOutcome, NewAttestation, Numbered } from './tables.ts';

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
  const keys = all.flatMap(({ author, said: { request } }) => (request === undefined ? [] : [[author.userName, request.key] as const]));
  for (const [user, of] of Map.groupBy(keys, ([name]) => name)) {
    asked.push({
      question: answersTo(orgId, user, [...new Set(of.map(([, key]) => key))]),
      keep: ({ answers }, rows) => {
        for (const answer of rows.map(answerFields)) answers.set(keyOf(answer.reportedBy, answer.key), answer);
      },
    });
  }
  for (const [name, of] of Map.groupBy(all, ({ flowName }) => flowName)) {
    asked.push({
      question: flowBy(orgId, name),
      keep: ({ flows }, [row]) => void (row !== undefined && flows.set(name, flowOf(row))),
    });
    asked.push({
      question: trailsBy(orgId, flowIdOf(orgId, name), [...new Set(of.map(({ said }) => said.trail))]),
      keep: ({ trails }, rows) => {
        for (const trail of rows.map(sizedTrailOf)) trails.set(keyOf(trail.flowId, trail.name), trail);
      },
    });
  }
  return asked;
}

function trailOf({ flows, trails }: Known, { flowName, said }: NewAttestation): SizedTrail | undefined {
  const flow = flows.get(flowName);
  return flow === undefined ? undefined : trails.get(keyOf(flow.id, said.trail));
}

/** The trails that are decided together have decisions of so many bytes at most, but for a single one: while they are read, others wait. */
const mostBytes = 250_000;

/** The evidence that is recorded together: the flow's template and the latest records alone decide its trail. */
function simpleOf(all: readonly NewAttestation[], known: Known): readonly NewAttestation[] {
  const counted = new Set<string>();
  let bytes = 0;
  return all.filter((attestation) => {
    const { said } = attestation;
    const found = trailOf(known, attestation);
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
  for (const attestation of all) {
    const { author, id, said } = attestation;
    chain.author = author;
    const earlier = earlierAnswer(attestation, known);
    if (earlier !== undefined || !simple.has(attestation)) {
      outcomes.push(earlier);
      continue;
    }
    const place = yield* placeOf(chain, attestation, known, places, latest);
    const { appended, row } = linked(chain, contentOf(attestation, place.flow, place.trail), id);
    const { hash: head, record, sequence } = appended;
    chain.attestations += 1;
    rows.push(row);
    const told = chain.rules.runOf(record);
    recorded.push({ record, sequence, number: chain.attestations, told, place, head });
    const of = latestOf(record, sequence, told);
    place.latest.set(subjectOf(of), of);
    place.trail = { ...place.trail, repoIds: withRepo(place.trail.repoIds, said.repo_id) };
    place.at = chain.latest;
    if (said.request !== undefined) {
      const { hash: requestHash, key } = said.request;
      known.answers.set(keyOf(author.userName, key), { reportedBy: author.userName, key, requestHash, id, head });
    }
    outcomes.push(() => ({
      outcome: 'recorded',
      id,
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
  attestation: NewAttestation,
  known: Known,
  places: Map<string, Place>,
  latest: ReadonlyMap<string, readonly LatestRecord[]>,
): Steps<Place> {
  const { flowName, said } = attestation;
  const flow = known.flows.get(flowName) ?? (yield* beginFlow(chain, flowName));
  known.flows.set(flowName, flow);
  const name = keyOf(flow.id, said.trail);
  const begun = places.get(name);
  if (begun !== undefined) return begun;
  const found = known.trails.get(name);
  const trail = found?.trail ?? (yield* beginTrail(chain, flow, trailBegunBy(attestation)));
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

/** The trail that evidence begins where there is none of the name. */
function trailBegunBy({ begins, said }: NewAttestation): Parameters<typeof beginTrail>[2] {
  return { name: said.trail, data: begins, ...given({ repoId: said.repo_id }) };
}

function earlierAnswer(attestation: NewAttestation, { answers }: Known): AttestationOutcome | undefined {
  const { author, said } = attestation;
  return said.request && answered(attestation, answers.get(keyOf(author.userName, said.request.key)));
}

/** The same that a later reader finds in the tables. */
function latestOf(record: RecordedAttestation, sequence: number, { testsRan }: ToldRun): LatestRecord {
  const [target] = record.targets;
  return {
    id: record.id,
    name: record.attestation_name,
    type: record.attestation_type,
    compliant: record.is_compliant,
    sequence,
    ...given({ testsRan: testsRan ?? undefined }),
    ...(target === undefined ? {} : { target, ...given({ commit: record.commit }) }),
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

function* recordAlone(chain: Deciding, attestation: NewAttestation, known: Known): Steps<AttestationOutcome> {
  const refusal = earlierAnswer(attestation, known) ?? (yield* unknownArtifact(attestation));
  if (refusal !== undefined) return refusal;
  const flow = known.flows.get(attestation.flowName) ?? (yield* beginFlow(chain, attestation.flowName));
  const trail = trailOf(known, attestation)?.trail ?? (yield* beginTrail(chain, flow, trailBegunBy(attestation)));
  return yield* writeAttestation(chain, attestation, {}, flow, trail);
}
