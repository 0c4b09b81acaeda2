import type { ComplianceStatus } from '../../../contract/index.ts';
import { append, closeChain, openChain, type Chain } from '../log/chain.ts';
import { commitOf } from '../log/event.ts';
import { createFlow, findFlow, insertTemplate } from './flows.ts';
import { latestRecords } from './latest.ts';
import { newRecordId } from '../record-id.ts';
import { flag, json, text } from '../sql/row.ts';
import { query, queryOne, type Steps } from '../sql/statement.ts';
import type { Evaluate, Flow, NewTrail, StoredTemplate, TrailDetails } from '../store.ts';

/** What a write needs to know of a trail. */
export interface TrailState {
  readonly id: string;
  readonly details: TrailDetails;
  readonly repoIds: readonly string[];
  readonly templateId: string;
  /** The trail was given a template of its own, and no longer follows its flow's. */
  readonly ownTemplate: boolean;
}

export function* putTrail(trail: NewTrail, evaluate: Evaluate, now: number): Steps<'created' | 'updated' | 'no-flow'> {
  const chain = yield* openChain(trail.author);
  const flow = yield* findFlow(trail.author.orgId, trail.flowName);
  if (flow === undefined) {
    yield* closeChain(chain);
    return 'no-flow';
  }
  const known = yield* findTrailState(flow.id, trail.name);
  const templateId = trail.template === undefined ? undefined : newRecordId();
  if (trail.template !== undefined && templateId !== undefined) yield* insertTemplate(templateId, flow.id, trail.template, now);
  const state =
    known === undefined
      ? yield* beginTrail(chain, now, flow, trail, templateId)
      : yield* updateTrail(chain, now, flow, known, trail, templateId);
  yield* evaluateTrail(chain, flow, state, evaluate);
  yield* closeChain(chain);
  return known === undefined ? 'created' : 'updated';
}

export function* findTrailState(flowId: string, name: string): Steps<TrailState | undefined> {
  const row = yield* queryOne(
    'select id, details, repo_ids, template_id, own_template from trails where flow_id = $1 and name = $2',
    flowId,
    name,
  );
  if (row === undefined) return undefined;
  const details: TrailDetails = json(row, 'details');
  const repoIds: readonly string[] = json(row, 'repo_ids');
  return {
    id: text(row, 'id'),
    details,
    repoIds,
    templateId: text(row, 'template_id'),
    ownTemplate: flag(row, 'own_template'),
  };
}

/** The flow of that name, made without a template when it does not exist. */
export function* ensureFlow(chain: Chain, now: number, name: string): Steps<Flow> {
  return (yield* findFlow(chain.author.orgId, name)) ?? (yield* createFlow(chain, now, { name, details: {} }));
}

export function* beginTrail(
  chain: Chain,
  now: number,
  flow: Flow,
  trail: Pick<NewTrail, 'name' | 'details' | 'repoId' | 'template'>,
  ownTemplateId?: string,
): Steps<TrailState> {
  const id = newRecordId();
  const repoIds = trail.repoId === undefined ? [] : [trail.repoId];
  const { createdAt } = yield* appendTrail(chain, now, 'trail_reported', flow, id, trail);
  yield* query(
    `insert into trails (id, org_id, org_number, flow_id, number, name, details, repo_ids, template_id, own_template, state, compliance, created_at, last_modified_at, created_by)
     values ($1, $10, (select trail_count + 1 from organizations where id = $10), $2, (select trail_count + 1 from flows where id = $2),
       $3, $4, $5, $6, $7, '', '', $8, $8, $9)`,
    id,
    flow.id,
    trail.name,
    JSON.stringify(trail.details),
    JSON.stringify(repoIds),
    ownTemplateId ?? flow.templateId,
    ownTemplateId !== undefined,
    createdAt,
    chain.author.userId,
    chain.author.orgId,
  );
  yield* query('update organizations set trail_count = trail_count + 1 where id = $1', chain.author.orgId);
  yield* query('update flows set trail_count = trail_count + 1 where id = $1', flow.id);
  return { id, details: trail.details, repoIds, templateId: ownTemplateId ?? flow.templateId, ownTemplate: ownTemplateId !== undefined };
}

function* updateTrail(
  chain: Chain,
  now: number,
  flow: Flow,
  known: TrailState,
  trail: NewTrail,
  ownTemplateId: string | undefined,
): Steps<TrailState> {
  yield* appendTrail(chain, now, 'trail_updated', flow, known.id, trail);
  return {
    id: known.id,
    details: { ...known.details, ...trail.details },
    repoIds: withRepo(known.repoIds, trail.repoId),
    templateId: ownTemplateId ?? known.templateId,
    ownTemplate: known.ownTemplate || ownTemplateId !== undefined,
  };
}

export function withRepo(known: readonly string[], repoId: string | undefined): readonly string[] {
  return repoId === undefined || known.includes(repoId) ? known : [...known, repoId];
}

function* appendTrail(
  chain: Chain,
  now: number,
  kind: string,
  flow: Flow,
  trailId: string,
  trail: Pick<NewTrail, 'name' | 'details' | 'repoId' | 'template'>,
) {
  return yield* append(chain, now, {
    id: newRecordId(),
    kind,
    trailId,
    event: { type: kind, flow_id: flow.id, trail_id: trailId, git_commit_info: commitOf(trail.details.git_commit_info) },
    data: {
      flow: flow.name,
      trail: trail.name,
      trail_id: trailId,
      ...trail.details,
      ...(trail.repoId === undefined ? {} : { repo_id: trail.repoId }),
      ...(trail.template === undefined ? {} : { template: trail.template.content }),
    },
  });
}

/**
 * Decides the trail anew and keeps the result on its row, in the transaction of the write that asked.
 * A trail without a template of its own is decided by what its flow demands now: a template that was edited counts from
 * the next record on, and changes nothing that was decided before.
 */
export function* evaluateTrail(chain: Chain, flow: Flow, trail: TrailState, evaluate: Evaluate): Steps<ComplianceStatus> {
  const templateId = trail.ownTemplate ? trail.templateId : flow.templateId;
  const template = trail.ownTemplate ? yield* findTemplate(templateId) : flow;
  const status = evaluate({
    template: template.template,
    templateId,
    attestations: yield* latestRecords(trail.id),
    artifacts: [],
    now: chain.latest,
  });
  yield* query(
    `update trails set details = $2, repo_ids = $3, template_id = $4, own_template = $5, state = $6, compliance = $7, last_modified_at = $8
     where id = $1`,
    trail.id,
    JSON.stringify(trail.details),
    JSON.stringify(trail.repoIds),
    templateId,
    trail.ownTemplate,
    status.status,
    JSON.stringify(status),
    chain.latest,
  );
  return status;
}

function* findTemplate(id: string): Steps<StoredTemplate> {
  const row = yield* queryOne('select template from templates where id = $1', id);
  if (row === undefined) throw new Error(`The template ${id} is gone.`);
  const template: StoredTemplate = json(row, 'template');
  return template;
}
