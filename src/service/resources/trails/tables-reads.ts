import { version } from '../../../text/index.ts';
import { Damage } from '../../faults.ts';
import { column, flag, nullable, number, readAll, readCount, readListed, readOne, reader, text } from '../../sql/row.ts';
import { beginsWith, listed, sql, verbatim, when, where, type Row, type Sql, type Steps } from '../../sql/sql.ts';
import type { Rules } from '../../store-rules.ts';
import { tagsOf } from '../environments/tables.ts';
import { doubtfulFlow, flowIdOf, storedTemplate, type StoredTemplate } from '../flows/tables.ts';
import { gateColumns, gateTable, keptAnswerOf } from '../gate/tables.ts';
import { recordedOn, trailEventFields, trailFields, type TrailEvent, type TrailRow } from './tables.ts';

const trailColumns = sql`trails.org_id, trails.id, trails.flow_id, trails.number, trails.name, trails.details, trails.repo_ids, trails.compliance, trails.created_at,
  trails.last_modified_at, trails.created_by, flows.name as flow_name, templates.template,
  flows.template_id as flow_template_id, ${doubtfulFlow}, ${gateColumns},
  (select max(sequence) from records where records.org_id = trails.org_id and records.trail_id = trails.id) as last_sequence`;

const trailTables = sql`trails join flows on flows.org_id = trails.org_id and flows.id = trails.flow_id
  join templates on templates.org_id = trails.org_id and templates.id = trails.template_id
  ${gateTable(sql`trails.org_id`, sql`trails.id`, sql`''`)}`;

function trailOf(row: Row): TrailRow {
  const fields = trailFields(row);
  const { flowName, id, lastSequence } = fields;
  const basedOn = [version, lastSequence, text(row, 'flow_template_id'), flowName];
  const gate = keptAnswerOf(row, { orgId: text(row, 'org_id'), aboutId: id, fingerprint: '', basedOn });
  return Object.assign(fields, storedTemplate(row, 'template'), { gate });
}

function called(orgId: string, flowName: string, name: string): Sql {
  return sql`where trails.org_id = ${orgId} and trails.flow_id = ${flowIdOf(orgId, flowName)} and trails.name = ${name}`;
}

export const findTrail = (orgId: string, flowName: string, name: string) =>
  readOne(trailOf, sql`select ${trailColumns} from ${trailTables} ${called(orgId, flowName, name)}`);

/** How many trails a flow has, or an organization in all its flows; `undefined` if there is no such flow. */
export const trailCount = (orgId: string, flowName: string | undefined) =>
  readOne(
    column('trail_count', number),
    flowName === undefined
      ? sql`select trail_count from organizations where id = ${orgId}`
      : sql`select trail_count from flows where org_id = ${orgId} and id = ${flowIdOf(orgId, flowName)}`,
  );

/** The trails with the numbers in `(after, upTo]`, of a flow or of all, the latest first. */
function within(orgId: string, flowName: string | undefined, after: number, upTo: number): Sql {
  return flowName === undefined
    ? sql`where trails.org_id = ${orgId} and trails.org_number > ${after} and trails.org_number <= ${upTo} order by trails.org_number desc`
    : sql`where trails.org_id = ${orgId} and trails.flow_id = ${flowIdOf(orgId, flowName)}
        and trails.number > ${after} and trails.number <= ${upTo} order by trails.number desc`;
}

/** The number that a trail has in its flow, or in the organization. */
function numberIn(flowName: string | undefined): Sql {
  return flowName === undefined ? sql`trails.org_number` : sql`trails.number`;
}

/** The trails with those numbers in the organization, the latest first. */
function numbered(orgId: string, numbers: Sql): Sql {
  return sql`where trails.org_id = ${orgId} and trails.org_number in ${numbers} order by trails.org_number desc`;
}

/** The trails numbered in `(after, upTo]`, of a flow or of all, the latest first. An OFFSET would walk over everything before it. */
export const trailsByNumber = (orgId: string, flowName: string | undefined, after: number, upTo: number) =>
  readAll(trailOf, sql`select ${trailColumns} from ${trailTables} ${within(orgId, flowName, after, upTo)}`);

/** The trails with those numbers in the organization, the latest first; at most a thousand. */
export const trailsNumbered = (orgId: string, numbers: readonly number[]) =>
  readListed(trailOf, numbers, (list) => sql`select ${trailColumns} from ${trailTables} ${numbered(orgId, list)}`);

/** Events read at once. One usually has under 1,000 bytes, and 40,000 with the longest message, author and branch that it repeats. */
const mostEvents = 500;
const eventBytes = 2000;

/** The first `mostEvents` events of some trails, together, after a place in the log: by trail, oldest first. */
export function* eventsOfTrails(orgId: string, trailIds: readonly string[], after: number): Steps<readonly TrailEvent[]> {
  if (trailIds.length === 0) return [];
  // A limit is written out: SQLite takes a third longer with one that it does not know.
  return yield* readAll(
    trailEventFields,
    sql`select trail_id, sequence, event from records
      where org_id = ${orgId} and sequence > ${after} and trail_id in ${listed(trailIds)}
      order by trail_id, sequence limit ${verbatim(String(mostEvents))}`,
  );
}

const size = reader({ number, bytes: number });

/** The approximate size in bytes of each of those trails, so that a reader can take as many at once as fit. */
export const trailSizes = (orgId: string, flowName: string | undefined, after: number, upTo: number) =>
  readAll(size, sql`select ${numberIn(flowName)} as number, ${sizes} ${within(orgId, flowName, after, upTo)}`);

export const sizesNumbered = (orgId: string, numbers: readonly number[]) =>
  readListed(size, numbers, (list) => sql`select trails.org_number as number, ${sizes} ${numbered(orgId, list)}`);

const sizes = sql`octet_length(trails.details) + octet_length(trails.compliance) + octet_length(templates.template) +
    ${verbatim(String(eventBytes))} * (select count(*) from (
      select 1 from records where records.org_id = trails.org_id and records.trail_id = trails.id limit ${verbatim(String(mostEvents))}) as counted) as bytes
  from trails join templates on templates.org_id = trails.org_id and templates.id = trails.template_id`;

/** The filter of a list of trails: each must match all given fields. */
export interface TrailFilter {
  readonly flowName?: string;
  /** Its flow has this tag, with this value. */
  readonly flowTag?: readonly [name: string, value: string];
  readonly fingerprint?: string;
  /** The beginning of its name; only with the name of its flow, because names have an index only within a flow. */
  readonly prefix?: string;
}

/** How many trails match, and the organization's numbers of up to `limit` after the first `skip`, the latest first. */
export function* searchTrails(orgId: string, { fingerprint, flowName, flowTag, prefix }: TrailFilter, skip: number, limit: number) {
  const isTagged = (tag: readonly [name: string, value: string]) =>
    sql`flow_id in (select resource_id from tags where org_id = ${orgId} and resource = 'flow' and name = ${tag[0]} and value = ${tag[1]})`;
  const found = sql`from trails ${where(
    { org_id: orgId, flow_id: when(flowName, (name) => flowIdOf(orgId, name)) },
    when(prefix, (begin) => beginsWith('name', begin)),
    when(flowTag, isTagged),
    when(fingerprint, (print) => sql`id in (select trail_id from artifacts where org_id = ${orgId} and fingerprint = ${print})`),
  )}`;
  const total = yield* readCount(sql`select count(*) as count ${found}`);
  // The index of all trails is not used: few of its rows may match.
  const page = sql`order by org_number + 0 desc limit ${limit} offset ${skip}`;
  return { total, numbers: yield* readAll(column('org_number', number), sql`select org_number ${found} ${page}`) };
}

/** The state of a trail by the current templates. It may differ from the decision. */
export interface Current {
  /** By the current template of its flow, together with the trail's own if it has one. */
  readonly compliance: TrailRow['compliance'];
  /** States of the artifacts whose name another one took on the trail, by their ids, if they may differ from the decision. */
  readonly replaced: ReadonlyMap<string, string>;
  readonly flowTemplate: StoredTemplate & { readonly version: number };
  readonly ownTemplate: boolean;
  /** The template of its flow that decided it; 0 if its own did. */
  readonly decidedBy: number;
}

export interface TrailNow {
  readonly trail: TrailRow;
  readonly current: Current;
}

export const findTrailNow = (orgId: string, flowName: string, name: string, rules: Rules) =>
  trailNow(orgId, called(orgId, flowName, name), rules);

/** The same with the tags of its flow and its first events. */
export function* findWholeTrail(orgId: string, flowName: string, name: string, rules: Rules) {
  const found = yield* findTrailNow(orgId, flowName, name, rules);
  if (found === undefined) return undefined;
  const { flowId, id } = found.trail;
  const tags = (yield* tagsOf(orgId, 'flow', [flowId])).get(flowId);
  return { ...found, tags, events: yield* eventsOfTrails(orgId, [id], 0) };
}

export function* trailNowById(orgId: string, trailId: string, rules: Rules): Steps<TrailNow> {
  const found = yield* trailNow(orgId, sql`where trails.org_id = ${orgId} and trails.id = ${trailId}`, rules);
  if (found === undefined) throw new Damage(`The trail ${trailId} is gone.`);
  return found;
}

export function* currentOf(orgId: string, trailId: string, rules: Rules): Steps<Current> {
  return (yield* trailNowById(orgId, trailId, rules)).current;
}

/** The current template of the flow, next to a trail; its content only if another template decided the trail. */
const asked = reader({
  ownTemplate: flag,
  artifactCount: number,
  decidedVersion: number,
  askedId: text,
  askedVersion: number,
  askedSince: number,
  asked: nullable(storedTemplate),
});

/** Evaluates a trail by the current templates, and keeps nothing. If they are those that decided it, the decision stands. */
function* trailNow(orgId: string, wanted: Sql, rules: Rules): Steps<TrailNow | undefined> {
  const found = yield* readOne(
    (row) => [trailOf(row), asked(row)] as const,
    sql`select ${trailColumns}, trails.own_template, trails.artifact_count, templates.version as decided_version,
        asked.id as asked_id, asked.version as asked_version, asked.created_at as asked_since,
        case when asked.id = templates.id then null else asked.template end as asked
      from ${trailTables} join templates as asked on asked.org_id = flows.org_id and asked.id = flows.template_id ${wanted}`,
  );
  if (found === undefined) return undefined;
  const [trail, { artifactCount, asked: other, askedId, askedSince, askedVersion, decidedVersion, ownTemplate }] = found;
  const { content, template } = other ?? trail;
  const known = { flowTemplate: { template, content, version: askedVersion }, ownTemplate, decidedBy: decidedVersion };
  if (other === undefined) return { trail, current: { ...known, compliance: trail.compliance, replaced: new Map() } };
  const facts = yield* recordedOn(
    orgId,
    { id: trail.id, artifactCount },
    {
      template: ownTemplate ? rules.combine(template, trail.template) : template,
      templateId: askedId,
      now: Math.max(trail.lastModifiedAt, askedSince),
    },
    rules,
  );
  return { trail, current: { ...known, compliance: rules.evaluate(facts), replaced: rules.evaluateReplaced(facts) } };
}
