import { append, closeChain, openChain, type Chain } from '../log/chain.ts';
import { newRecordId } from '../record-id.ts';
import { json, number, text } from '../sql/row.ts';
import { query, queryOne, type Steps } from '../sql/statement.ts';
import type { Flow, FlowDetails, NewFlow, StoredTemplate } from '../store.ts';

/** What a flow without a template demands: nothing. */
const emptyTemplate: StoredTemplate = { template: { version: 1, trail: { attestations: [], artifacts: [] } }, content: 'version: 1\n' };

export function* findFlow(orgId: string, name: string): Steps<Flow | undefined> {
  const row = yield* queryOne(
    `select flows.id, flows.details, flows.template_id, flows.trail_count, flows.created_at, flows.last_modified_at,
            users.name as created_by, templates.template
     from flows join users on users.id = flows.created_by join templates on templates.id = flows.template_id
     where flows.org_id = $1 and flows.name = $2`,
    orgId,
    name,
  );
  if (row === undefined) return undefined;
  const details: FlowDetails = json(row, 'details');
  const template: StoredTemplate = json(row, 'template');
  return {
    id: text(row, 'id'),
    name,
    details,
    templateId: text(row, 'template_id'),
    ...template,
    trailCount: number(row, 'trail_count'),
    createdAt: number(row, 'created_at'),
    lastModifiedAt: number(row, 'last_modified_at'),
    createdBy: text(row, 'created_by'),
  };
}

export function* putFlow(flow: NewFlow, now: number): Steps<'created' | 'updated'> {
  const chain = yield* openChain(flow.author);
  const known = yield* findFlow(flow.author.orgId, flow.name);
  if (known === undefined) yield* createFlow(chain, now, flow);
  else yield* updateFlow(chain, now, known, flow);
  yield* closeChain(chain);
  return known === undefined ? 'created' : 'updated';
}

/** A new flow; one that an attestation brings into being has no details and no template. */
export function* createFlow(chain: Chain, now: number, flow: Pick<NewFlow, 'name' | 'details' | 'template'>): Steps<Flow> {
  const id = newRecordId();
  const templateId = newRecordId();
  const template = flow.template ?? emptyTemplate;
  const { createdAt } = yield* append(chain, now, {
    id: newRecordId(),
    kind: 'flow_reported',
    event: { type: 'flow_reported', flow_id: id },
    data: { flow: flow.name, flow_id: id, ...flow.details, template_id: templateId, template: template.content },
  });
  const { author } = chain;
  yield* query(
    `insert into flows (id, org_id, name, details, template_id, trail_count, created_at, last_modified_at, created_by)
     values ($1, $2, $3, $4, $5, 0, $6, $6, $7)`,
    id,
    author.orgId,
    flow.name,
    JSON.stringify(flow.details),
    templateId,
    createdAt,
    author.userId,
  );
  yield* insertTemplate(templateId, id, template, createdAt);
  return {
    id,
    name: flow.name,
    details: flow.details,
    templateId,
    ...template,
    trailCount: 0,
    createdAt,
    lastModifiedAt: createdAt,
    createdBy: author.userName,
  };
}

function* updateFlow(chain: Chain, now: number, known: Flow, flow: NewFlow): Steps<void> {
  const details = { ...known.details, ...flow.details };
  const changed = flow.template !== undefined && flow.template.content !== known.content;
  const templateId = changed ? newRecordId() : known.templateId;
  const { createdAt } = yield* append(chain, now, {
    id: newRecordId(),
    kind: 'flow_updated',
    event: { type: 'flow_updated', flow_id: known.id },
    data: {
      flow: flow.name,
      flow_id: known.id,
      ...flow.details,
      template_id: templateId,
      ...(flow.template === undefined ? {} : { template: flow.template.content }),
    },
  });
  if (changed) yield* insertTemplate(templateId, known.id, flow.template, createdAt);
  yield* query(
    'update flows set details = $2, template_id = $3, last_modified_at = $4 where id = $1',
    known.id,
    JSON.stringify(details),
    templateId,
    createdAt,
  );
}

export function* insertTemplate(id: string, flowId: string, template: StoredTemplate, now: number): Steps<void> {
  yield* query(
    'insert into templates (id, flow_id, template, created_at) values ($1, $2, $3, $4)',
    id,
    flowId,
    JSON.stringify({ template: template.template, content: template.content }),
    now,
  );
}
