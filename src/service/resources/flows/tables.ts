import { aText, ifThere, oneOf, passes, shape, type Checked } from '../../../text/check.ts';
import { canonical } from '../../../text/index.ts';
import { Damage } from '../../faults.ts';
import { append, type Appended, type Author, type Chain, type Deciding } from '../../log/chain.ts';
import { newRecordId } from '../../record/id.ts';
import type { Sent } from '../../record/kind.ts';
import { alikeJsonOf, column, flag, jsonOf, nullable, number, readAll, readListed, readOne, reader, text } from '../../sql/row.ts';
import { insert, isFound, listed, send, sql, update, upsert, verbatim, when, type Row, type Sql, type Steps } from '../../sql/sql.ts';
import { evaluateWithFlow } from '../environments/tables-evaluation.ts';
import { aTemplate, type FlowArchivedContent, type FlowContent, type FlowRenamedContent } from './record.ts';

/** A template together with the YAML it was read from. */
const aStoredTemplate = shape({ template: aTemplate, content: aText });
export type StoredTemplate = Checked<typeof aStoredTemplate>;
export const storedTemplate = alikeJsonOf(aStoredTemplate);

const aVisibility = oneOf('public', 'private');

/** Facts about a flow that clients chose; an absent fact was never given. */
const flowDetails = shape({ description: ifThere(aText), visibility: ifThere(aVisibility) });
const flowFields = reader({
  id: text,
  name: text,
  details: jsonOf(flowDetails),
  templateId: text,
  /** Counts the templates of the flow from 1. */
  templateVersion: number,
  trailCount: number,
  createdAt: number,
  lastModifiedAt: number,
  createdBy: text,
  /** The first request for the flow itself; `undefined` while evidence alone wrote it. */
  madeAt: nullable(number),
  /** Whether another flow of the organization required something when this one began. */
  begunAfterTemplate: flag,
});

export interface Flow extends StoredTemplate, ReturnType<typeof flowFields> {}

export interface NewFlow {
  readonly author: Author;
  readonly name: string;
  readonly data: Sent;
  readonly template?: StoredTemplate;
}

/** The template of a flow that was given none: it requires nothing. */
const emptyTemplate: StoredTemplate = { template: { version: 1, trail: { attestations: [], artifacts: [] } }, content: 'version: 1\n' };

const columns = sql`flows.id, flows.name, flows.details, flows.template_id, flows.trail_count, flows.created_at, flows.last_modified_at,
  flows.created_by, flows.made_at, flows.begun_after_template, templates.template, templates.version as template_version
  from flows join templates on templates.org_id = flows.org_id and templates.id = flows.template_id`;

export function flowOf(row: Row): Flow {
  return Object.assign(flowFields(row), storedTemplate(row, 'template'));
}

export function flowIdOf(orgId: string, name: string): Sql {
  return sql`(select flow_id from flow_names where org_id = ${orgId} and name = ${name})`;
}

/** The flows that a caller reaches, by name; all of them if it is absent. */
export type Flows = readonly string[] | undefined;

/** The condition for what is of such a flow; `column` has its id. */
export const isOfFlows = (orgId: string, flows: Flows, column: 'id' | 'flow_id' | 'artifacts.flow_id' = 'flow_id'): Sql | undefined =>
  when(flows, (names) => sql`${verbatim(column)} in (select flow_id from flow_names where org_id = ${orgId} and name in ${listed(names)})`);

/** Whether evidence alone began a flow, and after another one had a template; as a column. */
export const doubtfulFlow = sql`(flows.made_at is null and flows.begun_after_template) as of_doubtful_flow`;

/** A flow by its name, or by an earlier name that no other flow has taken since. */
export const findFlow = (orgId: string, name: string) => readOne(flowOf, flowBy(orgId, name));

export function flowBy(orgId: string, name: string): Sql {
  return sql`select ${columns} where flows.org_id = ${orgId} and flows.id = ${flowIdOf(orgId, name)}`;
}

/** A flow by its current name. */
export function* flowCalled(orgId: string, name: string): Steps<Flow | undefined> {
  const [flow] = yield* flowsNamed(orgId, [name]);
  return flow;
}

/** Up to `limit` names of flows after `after`, in byte order; archived flows are left out. */
export const flowNames = (orgId: string, after: string, limit: number) =>
  readAll(
    column('name', text),
    sql`select name from flows where org_id = ${orgId} and name > ${after} and not archived order by name limit ${limit}`,
  );

/** The flows with those names, by name; at most a thousand names. Unknown names are left out. */
export const flowsNamed = (orgId: string, names: readonly string[]) =>
  readListed(flowOf, names, (list) => sql`select ${columns} where flows.org_id = ${orgId} and flows.name in ${list} order by flows.name`);

/** Creates a flow or changes it. If another flow had the name earlier, that flow loses it. An archived flow is listed again. */
export function* putFlow(chain: Chain, flow: NewFlow): Steps<'created' | 'updated'> {
  const known = yield* flowCalled(flow.author.orgId, flow.name);
  yield* recordFlow(chain, flow, known);
  return known === undefined ? 'created' : 'updated';
}

/** Records a flow, and its template if that is new; a flow that is created by an attestation has no details and no template. */
export function* recordFlow(chain: Chain, flow: Pick<NewFlow, 'name' | 'data' | 'template'>, known: Flow | undefined): Steps<Flow> {
  const { template } = flow;
  const brings = known === undefined || (template !== undefined && template.content !== known.content);
  const content: FlowContent = {
    kind: known === undefined ? 'flow_reported' : 'flow_updated',
    flow: flow.name,
    flow_id: known?.id ?? newRecordId(),
    ...(brings ? { template_id: newRecordId(), template: (template ?? emptyTemplate).template } : { template_id: known.templateId }),
    data: withTemplateFile(flow.data, template),
  };
  return yield* applyFlow(yield* append(chain, content), known);
}

/** Updates the tables with a flow. It reads nothing but the record and the state before it. */
export function* applyFlow({ record }: Appended<FlowContent>, known: Flow | undefined): Steps<Flow> {
  const details = { ...known?.details, ...flowDetailsOf(record.data) };
  const template = templateOf(record) ?? known;
  if (template === undefined) throw new Damage(`The record of the flow ${record.flow} brings no template.`);
  const flow: Flow = {
    id: record.flow_id,
    name: record.flow,
    details,
    templateId: record.template_id,
    templateVersion: (known?.templateVersion ?? 0) + (record.template === undefined ? 0 : 1),
    template: template.template,
    content: template.content,
    trailCount: known?.trailCount ?? 0,
    createdAt: known?.createdAt ?? record.created_at,
    lastModifiedAt: record.created_at,
    createdBy: known?.createdBy ?? record.reported_by,
    madeAt: known?.madeAt ?? (isRequest(record) ? record.created_at : undefined),
    begunAfterTemplate: known?.begunAfterTemplate ?? (yield* requiresSomewhere(record.org_id)),
  };
  const key = { org_id: record.org_id, id: flow.id };
  const said = {
    details: canonical(details),
    template_id: flow.templateId,
    last_modified_at: record.created_at,
    made_at: flow.madeAt ?? null,
  };
  if (known === undefined) {
    const once = {
      name: flow.name,
      trail_count: 0,
      created_at: record.created_at,
      created_by: flow.createdBy,
      begun_after_template: flow.begunAfterTemplate,
    };
    // Not an upsert: a second flow with the same id would be no new flow.
    yield* send(insert('flows', { ...key, ...said, ...once }));
    yield* setName(record.org_id, flow.name, flow.id);
  } else {
    yield* send(update('flows', key, { ...said, archived: false }));
  }
  yield* applyTemplate(record, flow.templateVersion);
  return flow;
}

/** Whether the flow itself was asked for: a request names it in its data, and evidence that begins a flow says nothing of it. */
function isRequest({ data, kind }: FlowContent): boolean {
  return kind === 'flow_updated' || typeof data.name === 'string';
}

/** Whether a template of a flow requires anything. The JSON of one that does not ends so: strings in it have their quotes escaped. */
const requiresSomewhere = (orgId: string) =>
  isFound(
    sql`select 1 from templates where org_id = ${orgId} and version > 0
      and template not like '%"template":{"trail":{"artifacts":[],"attestations":[]},"version":1}}' limit 1`,
  );

/** From here on the name finds this flow. */
function* setName(orgId: string, name: string, flowId: string): Steps<void> {
  yield* send(upsert('flow_names', { org_id: orgId, name }, { flow_id: flowId }));
}

/** The part of a record that brings a template, for a flow or a trail alike. */
type WithTemplate = Pick<FlowContent, 'template' | 'data' | 'flow_id'> & {
  readonly template_id?: string;
  readonly org_id: string;
  readonly created_at: number;
};

function templateOf({ template, data }: Pick<WithTemplate, 'template' | 'data'>): StoredTemplate | undefined {
  if (template === undefined) return undefined;
  return { template, content: typeof data.template_file === 'string' ? data.template_file : emptyTemplate.content };
}

/** Keeps the template of a record, if it brings one; `version` is its number in its flow, or 0 for a trail's own template. */
export function* applyTemplate(record: WithTemplate, version: number): Steps<void> {
  const template = templateOf(record);
  if (template === undefined || record.template_id === undefined) return;
  yield* send(
    insert('templates', {
      org_id: record.org_id,
      id: record.template_id,
      flow_id: record.flow_id,
      template: canonical(template),
      created_at: record.created_at,
      version,
    }),
  );
}

export function withTemplateFile(data: Sent, template: StoredTemplate | undefined): Sent {
  return template === undefined ? data : { ...data, template_file: template.content };
}

function flowDetailsOf({ description, visibility }: Sent): Checked<typeof flowDetails> {
  return {
    ...(typeof description === 'string' ? { description } : {}),
    ...(passes(aVisibility, visibility) ? { visibility } : {}),
  };
}

/** Gives a flow another name; `taken` if another flow has that name now. */
export function* renameFlow(chain: Deciding, name: string, newName: string): Steps<'renamed' | 'no-flow' | 'taken'> {
  const { orgId } = chain.author;
  const flow = yield* findFlow(orgId, name);
  if (flow === undefined) return 'no-flow';
  const other = yield* flowCalled(orgId, newName);
  if (other !== undefined) return other.id === flow.id ? 'renamed' : 'taken';
  const content: FlowRenamedContent = { kind: 'flow_renamed', flow: flow.name, flow_id: flow.id, new_name: newName };
  yield* applyRename(yield* append(chain, content), chain);
  return 'renamed';
}

/** Updates the tables with the new name of a flow. Its old name stays one of its names. */
export function* applyRename({ record }: Appended<FlowRenamedContent>, chain: Deciding): Steps<void> {
  yield* send(
    update('flows', { org_id: record.org_id, id: record.flow_id }, { name: record.new_name, last_modified_at: record.created_at }),
  );
  yield* setName(record.org_id, record.new_name, record.flow_id);
  // Policies may ask for the name of a flow.
  yield* evaluateWithFlow(chain, record.flow_id);
}

export function* archiveFlow(chain: Chain, name: string): Steps<'archived' | 'no-flow'> {
  const flow = yield* findFlow(chain.author.orgId, name);
  if (flow === undefined) return 'no-flow';
  const content: FlowArchivedContent = { kind: 'flow_archived', flow: flow.name, flow_id: flow.id };
  yield* applyArchive(yield* append(chain, content));
  return 'archived';
}

export function* applyArchive({ record }: Appended<FlowArchivedContent>): Steps<void> {
  yield* send(update('flows', { org_id: record.org_id, id: record.flow_id }, { archived: true, last_modified_at: record.created_at }));
}
