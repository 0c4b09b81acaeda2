import { version } from '../../../text/index.ts';
import { storedTemplate } from '../model/flows.ts';
import { keptAnswerOf } from '../model/gate-answers.ts';
import { trailEventFields, trailFields, type TrailEvent, type TrailRow } from '../model/trails.ts';
import { column, number, readAll, readListed, readOne, reader, text } from '../sql/row.ts';
import { listed, sql, verbatim, type Row, type Sql, type Steps } from '../sql/sql.ts';
import { doubtfulFlow, flowIdOf } from './flows.ts';
import { gateColumns, gateTable } from './gate-answers.ts';

export const trailColumns = sql`trails.org_id, trails.id, trails.flow_id, trails.number, trails.name, trails.details, trails.repo_ids, trails.compliance, trails.created_at,
  trails.last_modified_at, trails.created_by, flows.name as flow_name, templates.template,
  flows.template_id as flow_template_id, ${doubtfulFlow}, ${gateColumns},
  (select max(sequence) from records where records.org_id = trails.org_id and records.trail_id = trails.id) as last_sequence`;

export const trailTables = sql`trails join flows on flows.org_id = trails.org_id and flows.id = trails.flow_id
  join templates on templates.org_id = trails.org_id and templates.id = trails.template_id
  ${gateTable(sql`trails.org_id`, sql`trails.id`, sql`''`)}`;

export function trailOf(row: Row): TrailRow {
  const fields = trailFields(row);
  const { flowName, id, lastSequence } = fields;
  const basedOn = [version, lastSequence, text(row, 'flow_template_id'), flowName];
  const gate = keptAnswerOf(row, { orgId: text(row, 'org_id'), aboutId: id, fingerprint: '', basedOn });
  return Object.assign(fields, storedTemplate(row, 'template'), { gate });
}

/** The trail of that name. */
export function called(orgId: string, flowName: string, name: string): Sql {
  return sql`where trails.org_id = ${orgId} and trails.flow_id = ${flowIdOf(orgId, flowName)} and trails.name = ${name}`;
}

export function* findTrail(orgId: string, flowName: string, name: string): Steps<TrailRow | undefined> {
  return yield* readOne(trailOf, sql`select ${trailColumns} from ${trailTables} ${called(orgId, flowName, name)}`);
}

/** How many trails a flow has, or an organization in all its flows; `undefined` if there is no such flow. */
export function* trailCount(orgId: string, flowName: string | undefined): Steps<number | undefined> {
  return yield* readOne(
    column('trail_count', number),
    flowName === undefined
      ? sql`select trail_count from organizations where id = ${orgId}`
      : sql`select trail_count from flows where org_id = ${orgId} and id = ${flowIdOf(orgId, flowName)}`,
  );
}

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

/**
 * The trails of a flow, or of all flows, with the numbers in `(after, upTo]`, the latest first. They are found by number, because
 * an OFFSET walks over everything before it.
 */
export function* trailsByNumber(orgId: string, flowName: string | undefined, after: number, upTo: number): Steps<readonly TrailRow[]> {
  return yield* readAll(trailOf, sql`select ${trailColumns} from ${trailTables} ${within(orgId, flowName, after, upTo)}`);
}

/** The trails with those numbers in the organization, the latest first; at most a thousand. */
export function* trailsNumbered(orgId: string, numbers: readonly number[]): Steps<readonly TrailRow[]> {
  return yield* readListed(trailOf, numbers, (list) => sql`select ${trailColumns} from ${trailTables} ${numbered(orgId, list)}`);
}

/**
 * Events that are read at once. One usually has fewer than a thousand bytes; with the longest commit message, author and branch
 * that an event repeats, it has 40,000.
 */
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
type Size = ReturnType<typeof size>;

/** The approximate size in bytes of each of those trails, so that a reader can take as many at once as fit. */
export function* trailSizes(orgId: string, flowName: string | undefined, after: number, upTo: number): Steps<readonly Size[]> {
  return yield* readAll(size, sql`select ${numberIn(flowName)} as number, ${sizes} ${within(orgId, flowName, after, upTo)}`);
}

/** The sizes of the trails with those numbers in the organization. */
export function* sizesNumbered(orgId: string, numbers: readonly number[]): Steps<readonly Size[]> {
  return yield* readListed(size, numbers, (list) => sql`select trails.org_number as number, ${sizes} ${numbered(orgId, list)}`);
}

const sizes = sql`octet_length(trails.details) + octet_length(trails.compliance) + octet_length(templates.template) +
    ${verbatim(String(eventBytes))} * (select count(*) from (
      select 1 from records where records.org_id = trails.org_id and records.trail_id = trails.id limit ${verbatim(String(mostEvents))}) as counted) as bytes
  from trails join templates on templates.org_id = trails.org_id and templates.id = trails.template_id`;
