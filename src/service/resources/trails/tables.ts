import type { ComplianceStatus } from '../../../contract/index.ts';
import { aFlag, aNumber, aText, anObject, ifThere, listOf, oneOf, shape, type Check, type Checked } from '../../../text/check.ts';
import { canonical, given } from '../../../text/index.ts';
import { Damage } from '../../faults.ts';
import { append, type Appended, type Author, type Chain, type Deciding } from '../../log/chain.ts';
import { newRecordId } from '../../record/id.ts';
import type { Sent } from '../../record/kind.ts';
import { column, filled, flag, jsonOf, number, readAll, reader, readListed, readOne, text } from '../../sql/row.ts';
import { insert, insertAll, listed, orChange, send, sql, update, type Row, type Sql, type Steps, type Value } from '../../sql/sql.ts';
import type { ArtifactOnTrail, LatestRecord, Rules, TrailFacts } from '../../store-rules.ts';
import type { RecordedAttestation } from '../attestations/record.ts';
import { evaluateRunning } from '../environments/tables-evaluation.ts';
import { applyTemplate, findFlow, recordFlow, storedTemplate, withTemplateFile, type Flow, type StoredTemplate } from '../flows/tables.ts';
import { withEmptyNames, type KeptAnswer } from '../gate/tables.ts';
import type { TrailContent } from './record.ts';
import { addFacets, changeFacets, changeState } from './tables-facets.ts';

const notNull: Check<unknown> = (value) => (value === null ? ' is null' : undefined);

/** Facts about a trail that clients chose, as they sent them; an absent fact was never given. */
const detailChecks = {
  description: ifThere(aText),
  user_data: ifThere(notNull),
  git_commit_info: ifThere(anObject),
  external_urls: ifThere(anObject),
  origin_url: ifThere(aText),
};
const trailDetails = shape(detailChecks);
const decision = shape({
  status: oneOf('COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE'),
  is_compliant: aFlag,
  evaluated_at: aNumber,
  attestations_statuses: listOf(anObject),
  artifacts_statuses: anObject,
});
/** The states within it are not looked at. */
export const aDecision: Check<ComplianceStatus & { readonly is_compliant: boolean }> = (value) => decision(value);

/** A trail as it is kept, without its events: there may be any number of these. */
export const trailFields = reader({
  id: text,
  flowId: text,
  flowName: text,
  /** Counts the trails of its flow from 1, without a gap. */
  number,
  name: text,
  details: jsonOf(trailDetails),
  repoIds: jsonOf(listOf(aText)),
  compliance: jsonOf(aDecision),
  createdAt: number,
  lastModifiedAt: number,
  createdBy: text,
  /** Evidence alone began its flow, and after another one had a template: then it may be a mistyped one. */
  ofDoubtfulFlow: flag,
  /** The place of the last record about the trail in the log. */
  lastSequence: number,
});

export interface TrailRow extends StoredTemplate, ReturnType<typeof trailFields> {
  readonly gate: KeptAnswer;
}

/** The fields of one record in the list of events of a trail. */
export const trailEventFields = reader({ trailId: text, sequence: number, event: jsonOf(anObject) });
export type TrailEvent = ReturnType<typeof trailEventFields>;

/** The state of a trail before a write, and after it; `before` is absent if the trail is new. */
export interface StateChange {
  readonly trailId: string;
  readonly before: string | undefined;
  readonly after: string;
}

export interface NewTrail {
  readonly author: Author;
  readonly flowName: string;
  readonly name: string;
  /** The fields as the client sent them; an absent field leaves the stored value. */
  readonly data: Sent;
  readonly repoId?: string;
  readonly template?: StoredTemplate;
}

/** The facts about the artifacts of a trail that decide it, in the order of their first report. */
const artifactsOnTrail = (orgId: string, trailId: string) =>
  readAll(
    artifactOnTrail,
    sql`select id, fingerprint, name, commit_sha, state from artifacts where org_id = ${orgId} and trail_id = ${trailId} order by number`,
  );

function artifactOnTrail(row: Row): ArtifactOnTrail {
  const commit = filled(row, 'commit_sha');
  return {
    id: text(row, 'id'),
    fingerprint: text(row, 'fingerprint'),
    name: text(row, 'name'),
    state: text(row, 'state'),
    ...given({ commit }),
  };
}

/** Keeps the trail's decision about each artifact; `replaced` has those whose name another one took, by their ids. */
function* setStates(
  orgId: string,
  artifacts: readonly ArtifactOnTrail[],
  status: ComplianceStatus,
  replaced: ReadonlyMap<string, string>,
): Steps<void> {
  for (const { fingerprint, id, name, state } of artifacts) {
    const decided = status.artifacts_statuses?.[name];
    const now = decided?.artifact_fingerprint === fingerprint ? decided.status : replaced.get(id);
    if (now === undefined || now === state) continue;
    yield* send(sql`update artifacts set state = ${now} where org_id = ${orgId} and id = ${id}`);
  }
}

const columns = sql`select latest.trail_id, latest.subject, latest.commit_sha, latest.name, attestations.id, attestations.type,
    attestations.is_compliant, attestations.overridden_id, attestations.overridden_type, attestations.tests_ran, attestations.sequence
  from latest join attestations on attestations.org_id = latest.org_id and attestations.id = latest.attestation_id`;

/** The latest record of each name on each subject of a trail, in order of first report. */
const latestRecords = (orgId: string, trailId: string) =>
  readAll(
    latestRecord,
    sql`${columns} where latest.org_id = ${orgId} and latest.trail_id = ${trailId} order by latest.first_sequence, latest.subject`,
  );

/** The same of several trails, by their ids. */
export function* latestOnTrails(orgId: string, trailIds: readonly string[]): Steps<ReadonlyMap<string, readonly LatestRecord[]>> {
  const rows = yield* readListed(
    (row) => [text(row, 'trail_id'), latestRecord(row)] as const,
    trailIds,
    (list) => sql`${columns} where latest.org_id = ${orgId} and latest.trail_id in ${list} order by latest.first_sequence, latest.subject`,
  );
  const found = new Map<string, LatestRecord[]>(trailIds.map((id) => [id, []]));
  for (const [trailId, record] of rows) found.get(trailId)?.push(record);
  return found;
}

function latestRecord(row: Row): LatestRecord {
  const overridden = row.overridden_id === null ? undefined : { id: text(row, 'overridden_id'), type: text(row, 'overridden_type') };
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    type: text(row, 'type'),
    compliant: flag(row, 'is_compliant'),
    sequence: number(row, 'sequence'),
    ...given({ overridden, testsRan: row.tests_ran === null ? undefined : number(row, 'tests_ran') }),
    ...subjectOf(row),
  };
}

/** The ids of the latest records of one name on a trail, and the subject of each. */
export const latestNamed = (orgId: string, trailId: string, name: string) =>
  readAll(
    (row) => ({ id: text(row, 'attestation_id'), ...subjectOf(row) }),
    sql`select subject, commit_sha, attestation_id from latest where org_id = ${orgId} and trail_id = ${trailId} and name = ${name}`,
  );

/** A record is about an artifact by its fingerprint, about one by its name at a commit, or about the trail itself. */
type Subject = Pick<LatestRecord, 'fingerprint' | 'target' | 'commit'>;
export type LatestNamed = Subject & Pick<LatestRecord, 'id'>;

/** The most names on one trail, counted per artifact. Every write decides it again and reads all names: about 50 ms for this many. */
export const mostNames = 10_000;

/** The trail already has the most names that it may have. */
export class TrailFull extends Error {
  override readonly name = 'TrailFull';
}

function subjectOf(row: Row): Subject {
  const subject = text(row, 'subject');
  const commit = given({ commit: filled(row, 'commit_sha') });
  if (subject.startsWith('artifact:')) return { ...commit, fingerprint: subject.slice('artifact:'.length) };
  if (subject.startsWith('target:')) return { ...commit, target: subject.slice('target:'.length) };
  return commit;
}

/** Makes each record the latest one of its name, in their order. */
export function* keepLatest(all: readonly { readonly record: RecordedAttestation; readonly sequence: number }[]): Steps<void> {
  const rows = new Map<string, Readonly<Record<string, Value>>>();
  for (const { record, sequence } of all) {
    for (const key of latestKeys(record)) {
      const name = JSON.stringify(Object.values(key));
      // One statement may not write a row twice.
      rows.set(name, { ...key, attestation_id: record.id, first_sequence: rows.get(name)?.['first_sequence'] ?? sequence });
    }
  }
  yield* insertAll('latest', [...rows.values()], orChange(['org_id', 'trail_id', 'subject', 'commit_sha', 'name'], ['attestation_id']));
}

/** The keys of the rows that a record is the latest one of: one for each subject. */
function latestKeys(record: RecordedAttestation) {
  const early = record.fingerprint === undefined && record.targets.length > 0;
  const subjects = early
    ? record.targets.map((target) => `target:${target}`)
    : [record.fingerprint === undefined ? '' : `artifact:${record.fingerprint}`];
  return subjects.map((subject) => ({
    org_id: record.org_id,
    trail_id: record.trail_id,
    subject,
    // Only records for an artifact not yet reported bind by commit.
    commit_sha: early ? (record.commit ?? '') : '',
    name: record.attestation_name,
  }));
}

/** Begins a trail or changes it; `no-flow` if the flow does not exist. */
export function* putTrail(chain: Deciding, trail: NewTrail): Steps<'created' | 'updated' | 'no-flow'> {
  const { orgId } = chain.author;
  const flow = yield* findFlow(orgId, trail.flowName);
  if (flow === undefined) return 'no-flow';
  const known = yield* findTrailState(orgId, flow.id, trail.name);
  const state = yield* applyTrail(yield* appendTrail(chain, flow, known, trail), chain, flow, known);
  yield* decideTrail(chain, flow, state);
  return known === undefined ? 'created' : 'updated';
}

const trailState = reader({
  id: text,
  details: jsonOf(trailDetails),
  repoIds: jsonOf(listOf(aText)),
  templateId: text,
  /** The trail was given a template of its own, and no longer follows the template of its flow. */
  ownTemplate: flag,
  /** The last decision; '' before the first. */
  state: text,
  artifactCount: number,
});
export type TrailState = ReturnType<typeof trailState>;

const stateColumns = sql`id, details, repo_ids, template_id, own_template, state, artifact_count`;

export const findTrailState = (orgId: string, flowId: string, name: string) =>
  readOne(trailState, sql`select ${stateColumns} from trails where org_id = ${orgId} and flow_id = ${flowId} and name = ${name}`);

const sized = reader({ flowId: text, name: text, bytes: number });

/** The facts about a trail, and how many bytes its last decision has: that grows with the number of names on it. */
export interface SizedTrail extends ReturnType<typeof sized> {
  readonly trail: TrailState;
}

export function sizedTrailOf(row: Row): SizedTrail {
  return { ...sized(row), trail: trailState(row) };
}

/** The question for trails of a flow by their names; `flowId` may be the question for it. */
export function trailsBy(orgId: string, flowId: string | Sql, names: readonly string[]): Sql {
  return sql`select ${stateColumns}, flow_id, name, octet_length(compliance) as bytes from trails
    where org_id = ${orgId} and flow_id = ${flowId} and name in ${listed(names)}`;
}

/** The flow with that name, created without a template if it does not exist. */
export function* ensureFlow(chain: Chain, name: string): Steps<Flow> {
  return (yield* findFlow(chain.author.orgId, name)) ?? (yield* beginFlow(chain, name));
}

/** A flow without a template. */
export const beginFlow = (chain: Chain, name: string) => recordFlow(chain, { name, data: {} }, undefined);

export function* ensureTrail(chain: Chain, flow: Flow, trail: Pick<NewTrail, 'name' | 'data' | 'repoId'>): Steps<TrailState> {
  return (yield* findTrailState(chain.author.orgId, flow.id, trail.name)) ?? (yield* beginTrail(chain, flow, trail));
}

export function* beginTrail(chain: Chain, flow: Flow, trail: Pick<NewTrail, 'name' | 'data' | 'repoId'>): Steps<TrailState> {
  return yield* applyTrail(yield* appendTrail(chain, flow, undefined, trail), chain, flow, undefined);
}

const appendTrail = (
  chain: Chain,
  flow: Flow,
  known: TrailState | undefined,
  { name, data, repoId, template }: Pick<NewTrail, 'name' | 'data' | 'repoId' | 'template'>,
) =>
  append<TrailContent>(chain, {
    kind: known === undefined ? 'trail_reported' : 'trail_updated',
    flow: flow.name,
    flow_id: flow.id,
    trail: name,
    trail_id: known?.id ?? newRecordId(),
    ...given({ repo_id: repoId }),
    ...(template === undefined ? {} : { template_id: newRecordId(), template: template.template }),
    data: withTemplateFile(data, template),
  });

/** Updates the tables with a trail, and adds its row if it is new; the decision that follows writes the rest. */
export function* applyTrail(
  { record }: Appended<TrailContent>,
  chain: Chain,
  flow: Flow,
  known: TrailState | undefined,
): Steps<TrailState> {
  yield* applyTemplate(record, 0);
  const state: TrailState = {
    id: record.trail_id,
    details: { ...known?.details, ...trailDetailsOf(record.data) },
    repoIds: withRepo(known?.repoIds ?? [], record.repo_id),
    templateId: record.template_id ?? known?.templateId ?? flow.templateId,
    ownTemplate: record.template_id !== undefined || (known?.ownTemplate ?? false),
    state: known?.state ?? '',
    artifactCount: known?.artifactCount ?? 0,
  };
  if (known !== undefined) {
    yield* send(sql`update trails set details = ${canonical(state.details)} where org_id = ${record.org_id} and id = ${state.id}`);
    yield* changeFacets(record.org_id, state.id, record.trail, known.details, state.details);
    return state;
  }
  chain.trails += 1;
  yield* send(
    insert('trails', {
      org_id: record.org_id,
      id: state.id,
      org_number: chain.trails,
      flow_id: flow.id,
      number: sql`(select trail_count + 1 from flows where org_id = ${record.org_id} and id = ${flow.id})`,
      name: record.trail,
      details: canonical(state.details),
      repo_ids: JSON.stringify(state.repoIds),
      template_id: state.templateId,
      own_template: state.ownTemplate,
      state: '',
      compliance: '',
      artifact_count: 0,
      created_at: record.created_at,
      last_modified_at: record.created_at,
      created_by: record.reported_by,
    }),
  );
  const about = { org_id: record.org_id, trail_id: state.id, flow_id: flow.id, org_number: chain.trails, created_at: record.created_at };
  yield* addFacets(about, record.trail, state.details);
  yield* send(sql`update flows set trail_count = trail_count + 1 where org_id = ${record.org_id} and id = ${flow.id}`);
  return state;
}

export function withRepo(known: readonly string[], repoId: string | undefined): readonly string[] {
  return repoId === undefined || known.includes(repoId) ? known : [...known, repoId];
}

/**
 * Decides the trail again and keeps the result, in the transaction of the write that asked: only here both decisions are known. Without a
 * template of its own, its flow's current one decides: an edited template counts from the next record on, and changes no earlier decision.
 */
export function* decideTrail(chain: Deciding, flow: Flow, trail: TrailState): Steps<StateChange> {
  const { orgId } = chain.author;
  const facts = yield* factsOf(chain, flow, trail);
  const { artifacts } = facts;
  const status = decided(facts, chain.rules);
  yield* keepDecision(orgId, trail, facts, status);
  yield* setStates(orgId, artifacts, status, chain.rules.evaluateReplaced(facts));
  yield* evaluateRunning(
    chain,
    artifacts.map(({ fingerprint }) => fingerprint),
  );
  return { trailId: trail.id, before: trail.state === '' ? undefined : trail.state, after: status.status };
}

/** The decision about a trail. Throws if it has more names than it may have. */
export function decided(facts: TrailFacts, rules: Rules): ReturnType<Rules['evaluate']> {
  if (facts.attestations.length > mostNames) throw new TrailFull(`A trail holds at most ${mostNames} names.`);
  return rules.evaluate(facts);
}

export function* keepDecision(
  orgId: string,
  trail: Pick<TrailState, 'id' | 'repoIds' | 'ownTemplate' | 'state' | 'artifactCount'>,
  { now, templateId }: Pick<TrailFacts, 'now' | 'templateId'>,
  status: ReturnType<Rules['evaluate']>,
): Steps<void> {
  const row = {
    repo_ids: JSON.stringify(trail.repoIds),
    template_id: templateId,
    own_template: trail.ownTemplate,
    state: status.status,
    compliance: JSON.stringify(status),
    last_modified_at: now,
    artifact_count: trail.artifactCount,
  };
  yield* send(update('trails', { org_id: orgId, id: trail.id }, row));
  yield* changeState(orgId, trail.id, trail.state, status.status);
}

export function* factsOf(chain: Deciding, flow: Flow, trail: TrailState): Steps<TrailFacts> {
  const { orgId } = chain.author;
  const templateId = trail.ownTemplate ? trail.templateId : flow.templateId;
  const { template } = trail.ownTemplate ? yield* findTemplate(orgId, templateId) : flow;
  return yield* recordedOn(orgId, trail, { template, templateId, now: chain.latest }, chain.rules);
}

export function* recordedOn(
  orgId: string,
  { artifactCount, id }: Pick<TrailState, 'id' | 'artifactCount'>,
  asked: Pick<TrailFacts, 'template' | 'templateId' | 'now'>,
  rules: Rules,
): Steps<TrailFacts> {
  const latest = yield* latestRecords(orgId, id);
  const artifacts = artifactCount === 0 ? [] : yield* artifactsOnTrail(orgId, id);
  const attestations = yield* withEmptyNames(orgId, id, latest, artifacts, rules);
  return { ...asked, attestations, artifacts };
}

function* findTemplate(orgId: string, id: string): Steps<StoredTemplate> {
  const found = yield* readOne(
    column('template', storedTemplate),
    sql`select template from templates where org_id = ${orgId} and id = ${id}`,
  );
  if (found === undefined) throw new Damage(`The template ${id} is gone.`);
  return found;
}

function trailDetailsOf(data: Sent): Checked<typeof trailDetails> {
  return Object.fromEntries(Object.entries(data).filter(([name]) => Object.hasOwn(detailChecks, name)));
}
