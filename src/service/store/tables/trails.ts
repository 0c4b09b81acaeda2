import { aText, listOf } from '../../../text/check.ts';
import { given, canonical } from '../../../text/index.ts';
import { Damage } from '../faults.ts';
import type { TrailContent } from '../kinds/trails.ts';
import { append, type Appended, type Chain } from '../log/chain.ts';
import type { Sent } from '../log/header.ts';
import { storedTemplate, type Flow, type StoredTemplate } from '../model/flows.ts';
import type { Rules, TrailFacts } from '../model/rules.ts';
import { trailDetails, type NewTrail, type StateChange, type TrailDetails } from '../model/trails.ts';
import { newRecordId } from '../record-id.ts';
import { flag, jsonOf, number, readOne, reader, text } from '../sql/row.ts';
import { insert, listed, queryOne, send, sql, update, type Row, type Sql, type Steps } from '../sql/sql.ts';
import { artifactsOnTrail, setStates } from './artifact-states.ts';
import { evaluateRunning } from './evaluate-environment.ts';
import { applyTemplate, findFlow, recordFlow, withTemplateFile } from './flows.ts';
import { TrailFull, latestRecords, mostNames } from './latest.ts';
import { withEmptyNames } from './named-records.ts';

/** Begins a trail or changes it; `no-flow` if the flow does not exist. */
export function* putTrail(chain: Chain, trail: NewTrail, rules: Rules): Steps<'created' | 'updated' | 'no-flow'> {
  const { orgId } = chain.author;
  const flow = yield* findFlow(orgId, trail.flowName);
  if (flow === undefined) return 'no-flow';
  const known = yield* findTrailState(orgId, flow.id, trail.name);
  const state = yield* applyTrail(chain, yield* appendTrail(chain, flow, known, trail), flow, known);
  yield* decideTrail(chain, flow, state, rules);
  return known === undefined ? 'created' : 'updated';
}

/** The facts about a trail that a write needs. */
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

export function* findTrailState(orgId: string, flowId: string, name: string): Steps<TrailState | undefined> {
  return yield* readOne(
    trailState,
    sql`select ${stateColumns} from trails where org_id = ${orgId} and flow_id = ${flowId} and name = ${name}`,
  );
}

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
export function* beginFlow(chain: Chain, name: string): Steps<Flow> {
  return yield* recordFlow(chain, { name, data: {} }, undefined);
}

/** The trail with that name, begun if it does not exist. */
export function* ensureTrail(chain: Chain, flow: Flow, trail: Pick<NewTrail, 'name' | 'data' | 'repoId'>): Steps<TrailState> {
  return (yield* findTrailState(chain.author.orgId, flow.id, trail.name)) ?? (yield* beginTrail(chain, flow, trail));
}

/** A trail that does not exist yet. */
export function* beginTrail(chain: Chain, flow: Flow, trail: Pick<NewTrail, 'name' | 'data' | 'repoId'>): Steps<TrailState> {
  return yield* applyTrail(chain, yield* appendTrail(chain, flow, undefined, trail), flow, undefined);
}

function* appendTrail(
  chain: Chain,
  flow: Flow,
  known: TrailState | undefined,
  { name, data, repoId, template }: Pick<NewTrail, 'name' | 'data' | 'repoId' | 'template'>,
): Steps<Appended<TrailContent>> {
  return yield* append<TrailContent>(chain, {
    kind: known === undefined ? 'trail_reported' : 'trail_updated',
    flow: flow.name,
    flow_id: flow.id,
    trail: name,
    trail_id: known?.id ?? newRecordId(),
    ...given({ repo_id: repoId }),
    ...(template === undefined ? {} : { template_id: newRecordId(), template: template.template }),
    data: withTemplateFile(data, template),
  });
}

/** Updates the tables with a trail, and adds its row if it is new; the decision that follows writes the rest. */
export function* applyTrail(
  chain: Chain,
  { record }: Appended<TrailContent>,
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
  yield* send(sql`update flows set trail_count = trail_count + 1 where org_id = ${record.org_id} and id = ${flow.id}`);
  return state;
}

export function withRepo(known: readonly string[], repoId: string | undefined): readonly string[] {
  return repoId === undefined || known.includes(repoId) ? known : [...known, repoId];
}

/**
 * Decides the trail again and keeps the result on its row, in the transaction of the write that asked. Only here are the decision
 * before and the new one both known. A trail without a template of its own is decided by the current template of its flow: an
 * edited template counts from the next record on, and changes no earlier decision.
 */
export function* decideTrail(chain: Chain, flow: Flow, trail: TrailState, rules: Rules): Steps<StateChange> {
  const { orgId } = chain.author;
  const facts = yield* factsOf(chain, flow, trail, rules);
  const { artifacts } = facts;
  const status = decided(facts, rules);
  yield* keepDecision(orgId, trail, facts, status);
  yield* setStates(orgId, artifacts, status, rules.evaluateReplaced(facts));
  yield* evaluateRunning(
    chain,
    artifacts.map(({ fingerprint }) => fingerprint),
    rules,
  );
  return { trailId: trail.id, before: trail.state === '' ? undefined : trail.state, after: status.status };
}

/** The decision about a trail. Throws if it has more names than it may have. */
export function decided(facts: TrailFacts, rules: Rules): ReturnType<Rules['evaluate']> {
  if (facts.attestations.length > mostNames) throw new TrailFull(`A trail holds at most ${mostNames} names.`);
  return rules.evaluate(facts);
}

/** Keeps the decision about a trail on its row. */
export function* keepDecision(
  orgId: string,
  trail: Pick<TrailState, 'id' | 'repoIds' | 'ownTemplate' | 'artifactCount'>,
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
}

/** The facts that decide a trail. */
export function* factsOf(chain: Chain, flow: Flow, trail: TrailState, rules: Rules): Steps<TrailFacts> {
  const { orgId } = chain.author;
  const templateId = trail.ownTemplate ? trail.templateId : flow.templateId;
  const { template } = trail.ownTemplate ? yield* findTemplate(orgId, templateId) : flow;
  return yield* recordedOn(orgId, trail, { template, templateId, now: chain.latest }, rules);
}

/** The records on a trail, next to its requirements. */
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
  const row = yield* queryOne(sql`select template from templates where org_id = ${orgId} and id = ${id}`);
  if (row === undefined) throw new Damage(`The template ${id} is gone.`);
  return storedTemplate(row, 'template');
}

const detailFields = ['description', 'user_data', 'git_commit_info', 'external_urls', 'origin_url'];

/** The details of the trail in the data of a client. */
function trailDetailsOf(data: Sent): TrailDetails {
  return Object.fromEntries(Object.entries(data).filter(([name]) => detailFields.includes(name)));
}
