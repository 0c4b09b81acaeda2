import { Damage } from '../damage.ts';
import { canonical } from '../log/canonical.ts';
import { append, closeChain, openChain, type Appended, type Chain } from '../log/chain.ts';
import type { TrailContent } from '../kinds/trails.ts';
import type { Sent } from '../log/header.ts';
import { newRecordId } from '../record-id.ts';
import { flag, json, number, text } from '../sql/row.ts';
import { isObject, isText, isTexts, optional, shape, type Is } from '../sql/shape.ts';
import { queryOne, send, type Steps } from '../sql/statement.ts';
import type { Flow, StoredTemplate } from '../model/flows.ts';
import type { Judges, TrailFacts } from '../model/judges.ts';
import type { NewTrail, StateChange, TrailDetails } from '../model/trails.ts';
import { applyTemplate, createFlow, findFlow, isStoredTemplate, withTemplateFile } from './flows.ts';
import { artifactsOnTrail, setStates } from './artifact-states.ts';
import { latestRecords, mostNames, TrailFull } from './latest.ts';
import { settleArtifacts } from './settle.ts';

/** What a write needs to know of a trail. */
export interface TrailState {
  readonly id: string;
  readonly details: TrailDetails;
  readonly repoIds: readonly string[];
  readonly templateId: string;
  /** The trail was given a template of its own, and no longer follows its flow's. */
  readonly ownTemplate: boolean;
  /** What was decided last; '' before anything was. */
  readonly state: string;
  readonly artifactCount: number;
}

const isAnything: Is<unknown> = (value): value is unknown => value !== null;

export const isTrailDetails = shape<TrailDetails>({
  description: optional(isText),
  user_data: isAnything,
  git_commit_info: optional(isObject),
  external_urls: optional(isObject),
  origin_url: optional(isText),
});

/** Begins a trail or changes it; `no-flow` unless the flow exists. */
export function* putTrail(trail: NewTrail, judges: Judges, now: number): Steps<'created' | 'updated' | 'no-flow'> {
  const chain = yield* openChain(trail.author);
  const flow = yield* findFlow(trail.author.orgId, trail.flowName);
  if (flow === undefined) {
    yield* closeChain(chain);
    return 'no-flow';
  }
  const known = yield* findTrailState(trail.author.orgId, flow.id, trail.name);
  const appended = yield* appendTrail(chain, now, flow, known, trail);
  const state = yield* applyTrail(chain, appended, flow, known);
  yield* decideTrail(chain, flow, state, judges);
  yield* closeChain(chain);
  return known === undefined ? 'created' : 'updated';
}

export function* findTrailState(orgId: string, flowId: string, name: string): Steps<TrailState | undefined> {
  const row = yield* queryOne(
    'select id, details, repo_ids, template_id, own_template, state, artifact_count from trails where org_id = $1 and flow_id = $2 and name = $3',
    orgId,
    flowId,
    name,
  );
  if (row === undefined) return undefined;
  return {
    id: text(row, 'id'),
    details: json(row, 'details', isTrailDetails),
    repoIds: json(row, 'repo_ids', isTexts),
    templateId: text(row, 'template_id'),
    ownTemplate: flag(row, 'own_template'),
    state: text(row, 'state'),
    artifactCount: number(row, 'artifact_count'),
  };
}

/** The flow of that name, made without a template when it does not exist. */
export function* ensureFlow(chain: Chain, now: number, name: string): Steps<Flow> {
  return (yield* findFlow(chain.author.orgId, name)) ?? (yield* createFlow(chain, now, { name, data: {} }));
}

/** The trail of that name, begun when it does not exist. */
export function* ensureTrail(chain: Chain, now: number, flow: Flow, trail: Pick<NewTrail, 'name' | 'data' | 'repoId'>): Steps<TrailState> {
  const known = yield* findTrailState(chain.author.orgId, flow.id, trail.name);
  return known ?? (yield* applyTrail(chain, yield* appendTrail(chain, now, flow, undefined, trail), flow, undefined));
}

function* appendTrail(
  chain: Chain,
  now: number,
  flow: Flow,
  known: TrailState | undefined,
  { name, data, repoId, template }: Pick<NewTrail, 'name' | 'data' | 'repoId' | 'template'>,
): Steps<Appended<TrailContent>> {
  return yield* append<TrailContent>(chain, now, newRecordId(), {
    kind: known === undefined ? 'trail_reported' : 'trail_updated',
    flow: flow.name,
    flow_id: flow.id,
    trail: name,
    trail_id: known?.id ?? newRecordId(),
    ...(repoId === undefined ? {} : { repo_id: repoId }),
    ...(template === undefined ? {} : { template_id: newRecordId(), template: template.template }),
    data: withTemplateFile(data, template),
  });
}

/** What is known of a trail from this record on, and its row when it is new; the decision that follows keeps the rest. */
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
    yield* send('update trails set details = $3 where org_id = $1 and id = $2', record.org_id, state.id, canonical(state.details));
    return state;
  }
  chain.trails += 1;
  yield* send(
    `insert into trails (org_id, id, org_number, flow_id, number, name, details, repo_ids, template_id, own_template, state, compliance,
       artifact_count, created_at, last_modified_at, created_by)
     values ($1, $2, $3, $4, (select trail_count + 1 from flows where org_id = $1 and id = $4), $5, $6, $7, $8, $9, '', '', 0, $10, $10, $11)`,
    record.org_id,
    state.id,
    chain.trails,
    flow.id,
    record.trail,
    canonical(state.details),
    JSON.stringify(state.repoIds),
    state.templateId,
    state.ownTemplate,
    record.created_at,
    record.reported_by,
  );
  yield* send('update flows set trail_count = trail_count + 1 where org_id = $1 and id = $2', record.org_id, flow.id);
  return state;
}

export function withRepo(known: readonly string[], repoId: string | undefined): readonly string[] {
  return repoId === undefined || known.includes(repoId) ? known : [...known, repoId];
}

/**
 * Decides the trail again and keeps the result on its row, in the transaction of the write that asked. What was decided
 * before and what is decided now are both in hand here, and nowhere else.
 * A trail without a template of its own is decided by what its flow requires now: a template that was edited counts from
 * the next record on, and changes nothing that was decided before.
 */
export function* decideTrail(chain: Chain, flow: Flow, trail: TrailState, judges: Judges): Steps<StateChange> {
  const { orgId } = chain.author;
  const facts = yield* factsOf(chain, flow, trail);
  if (facts.attestations.length > mostNames) throw new TrailFull(`A trail holds at most ${mostNames} names.`);
  const { artifacts, templateId } = facts;
  const status = judges.evaluate(facts);
  yield* send(
    `update trails set repo_ids = $3, template_id = $4, own_template = $5, state = $6, compliance = $7, last_modified_at = $8, artifact_count = $9
     where org_id = $1 and id = $2`,
    orgId,
    trail.id,
    JSON.stringify(trail.repoIds),
    templateId,
    trail.ownTemplate,
    status.status,
    JSON.stringify(status),
    chain.latest,
    trail.artifactCount,
  );
  yield* setStates(orgId, artifacts, status, judges.evaluateReplaced(facts));
  yield* settleArtifacts(
    chain,
    artifacts.map(({ fingerprint }) => fingerprint),
    judges,
  );
  return { trailId: trail.id, before: trail.state === '' ? undefined : trail.state, after: status.status };
}

/** What a trail is decided by. */
export function* factsOf(chain: Chain, flow: Flow, trail: TrailState): Steps<TrailFacts> {
  const { orgId } = chain.author;
  const templateId = trail.ownTemplate ? trail.templateId : flow.templateId;
  const { template } = trail.ownTemplate ? yield* findTemplate(orgId, templateId) : flow;
  return yield* recordedOn(orgId, trail, { template, templateId, now: chain.latest });
}

/** What is recorded on a trail, next to what it is asked for. */
export function* recordedOn(
  orgId: string,
  { artifactCount, id }: Pick<TrailState, 'id' | 'artifactCount'>,
  asked: Pick<TrailFacts, 'template' | 'templateId' | 'now'>,
): Steps<TrailFacts> {
  const attestations = yield* latestRecords(orgId, id);
  const artifacts = artifactCount === 0 ? [] : yield* artifactsOnTrail(orgId, id);
  return { ...asked, attestations, artifacts };
}

function* findTemplate(orgId: string, id: string): Steps<StoredTemplate> {
  const row = yield* queryOne('select template from templates where org_id = $1 and id = $2', orgId, id);
  if (row === undefined) throw new Damage(`The template ${id} is gone.`);
  return json(row, 'template', isStoredTemplate);
}

const detailFields = ['description', 'user_data', 'git_commit_info', 'external_urls', 'origin_url'];

/** Facts about the trail itself among what was sent. */
function trailDetailsOf(data: Sent): TrailDetails {
  return Object.fromEntries(Object.entries(data).filter(([name]) => detailFields.includes(name)));
}
