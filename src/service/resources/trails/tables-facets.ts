import { given } from '../../../text/index.ts';
import { facetsOf, firstState } from '../../record/facets.ts';
import { column, number, readAll, readOne, reader } from '../../sql/row.ts';
import { insert, joined, queryAll, send, sql, update, verbatim, when, where, type Sql, type Steps, type Value } from '../../sql/sql.ts';

interface FacetedTrail {
  readonly org_id: string;
  readonly trail_id: string;
  readonly flow_id: string;
  readonly org_number: Value;
  readonly created_at: number;
}

export const addFacets = (trail: FacetedTrail, name: string, details: unknown) =>
  send(insert('trail_facets', { ...trail, state: firstState, ...facetsOf(name, details), pull_request: '' }));

export function* changeFacets(orgId: string, trailId: string, name: string, before: unknown, after: unknown): Steps<void> {
  const [old, facets] = [facetsOf(name, before), facetsOf(name, after)];
  if (JSON.stringify(old) === JSON.stringify(facets)) return;
  yield* send(update('trail_facets', { org_id: orgId, trail_id: trailId }, { ...facets }));
}

/** Only a state that changed: no index is written otherwise. */
export function* changeState(orgId: string, trailId: string, before: string, state: string): Steps<void> {
  if ((before === '' ? firstState : before) === state) return;
  yield* send(update('trail_facets', { org_id: orgId, trail_id: trailId }, { state }));
}

/** The filter of a list of trails, each text as `record/facets.ts` keeps it. */
export interface FacetFilter {
  /** The trails of all flows without it. */
  readonly flowId?: string;
  readonly state?: string;
  readonly branch?: string;
  readonly author?: string;
  readonly pullRequest?: string;
  /** Begun between two moments in Unix seconds: the first one is included. */
  readonly since?: number;
  readonly until?: number;
  /** A part of the name, or of the message of the commit. */
  readonly words?: string;
}

/** Where a page begins: below a place (older trails), above one (newer trails), or with the newest. A place is a time of a trail. */
export interface FacetPlace {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

/** The trails that are looked through where several filters must hold, or a text. */
export const mostLooked = 1000;
/** As far as is counted. */
export const mostCounted = 1000;

interface FoundTrails {
  /** The numbers of the trails in the organization, the latest first. */
  readonly numbers: readonly number[];
  /** At most one more than `mostCounted`; `undefined` without a filter, and where trails were looked through. */
  readonly total: number | undefined;
  /** A page of older trails begins before this place, and one of newer trails after that, if there may be any. */
  readonly older: number | undefined;
  readonly newer: number | undefined;
  /** More trails were there than are looked through at once: this is where the look ended. */
  readonly lookedTo: number | undefined;
}

const place = reader({ orgNumber: number, createdAt: number });
type Facet = Readonly<Record<string, string>>;

/** A page of the trails that match. Whatever the filter, an index finds them, and no more are read than are looked through or counted. */
export function* findTrails(orgId: string, filter: FacetFilter, at: FacetPlace, limit: number): Steps<FoundTrails> {
  const { words } = filter;
  const { led, others, total } = yield* waysTo(orgId, filter);
  const isLook = words !== undefined || Object.keys(others).length > 0;
  const columns = ['org_number', ...Object.keys(others), ...(words === undefined ? [] : ['words'])];
  const looked = scanned(orgId, led, { ...filter, ...at }, columns, isLook ? mostLooked : limit + 1);
  const order = inOrder(['created_at'], at);
  const rest = where(others, when(words, contains));
  const found = yield* readAll(place, sql`select org_number, created_at from (${looked}) as looked ${rest} ${order} limit ${limit + 1}`);
  const more = found.length > limit;
  const end = sql`select created_at from (${scanned(orgId, led, { ...filter, ...at }, [], mostLooked)}) as looked limit 1`;
  const lookedTo = more || !isLook ? undefined : yield* readOne(column('created_at', number), sql`${end} offset ${mostLooked - 1}`);
  const isNewer = at.after !== undefined;
  const shown = isNewer ? found.slice(0, limit).toReversed() : found.slice(0, limit);
  const [first, last] = [shown[0]?.createdAt, shown.at(-1)?.createdAt];
  const [ahead, behind] = [more ? (isNewer ? first : last) : lookedTo, isNewer ? last : at.before === undefined ? undefined : first];
  const [newer, older] = isNewer ? [ahead, behind] : [behind, ahead];
  return { numbers: shown.map(({ orgNumber }) => orgNumber), total: isLook ? undefined : total, newer, older, lookedTo };
}

const endOfTime = 1e12;

/**
 * So many trails from where the page begins; those beyond where it ends are left out only then. The bound and the order name all columns
 * of one index: an engine that guesses how many trails match would else walk over another index. And PostgreSQL ends no walk at a bound
 * of several columns: it would go on over all trails that do not match.
 */
function scanned(orgId: string, led: Facet, scan: FacetPlace & FacetFilter, columns: readonly string[], most: number): Sql {
  const { after = 0, before = endOfTime, since = 0, until = endOfTime } = scan;
  // No two trails are of one microsecond.
  const [low, high] = [Math.max(after, since - 5e-7), Math.min(before, until)];
  const key = [...Object.keys(led), 'created_at'];
  const bound = (end: number): Sql => joined([...Object.values(led), end], ', ');
  const [names, isNewer] = [verbatim(key.join(', ')), scan.after !== undefined];
  const walked = sql`select ${verbatim([...new Set([...key, ...columns])].join(', '))} from trail_facets where org_id = ${orgId}
    and ${isNewer ? sql`(${names}) > (${bound(low)})` : sql`(${names}) < (${bound(high)})`} ${inOrder(key, scan)} limit ${verbatim(String(most))}`;
  const within = isNewer ? sql`created_at < ${high}` : sql`created_at > ${low}`;
  return sql`select ${verbatim(['created_at', ...columns].join(', '))} from (${walked}) as looked ${where(led, within)}`;
}

function inOrder(columns: readonly string[], { after }: FacetPlace): Sql {
  return verbatim(`order by ${columns.map((column) => (after === undefined ? `${column} desc` : column)).join(', ')}`);
}

/** The facets that an index finds trails by, the others, which are looked for among these, and how many of these there are. */
function* waysTo(orgId: string, { author, branch, flowId, pullRequest, since, state, until }: FacetFilter) {
  const asked = Object.entries(given({ state, branch, author, pull_request: pullRequest }));
  const ofFlow: Facet = given({ flow_id: flowId });
  if (asked.length === 0 && since === undefined && until === undefined) return { led: ofFlow, others: {}, total: undefined };
  const ways = asked.length === 0 ? [ofFlow] : asked.map(([name, value]): Facet => ({ ...ofFlow, [name]: value }));
  const found = ways.map((led) => scanned(orgId, led, given({ since, until }), [], mostCounted + 1));
  const rows = yield* queryAll(found.map((each) => sql`select count(*) as count from (${each}) as counted`));
  const counts = rows.map(([row]) => number(row ?? {}, 'count'));
  // The fewest trails have this one.
  const least = counts.indexOf(Math.min(...counts));
  return { led: ways[least] ?? ofFlow, others: Object.fromEntries(asked.toSpliced(least, 1)), total: counts[least] };
}

function contains(part: string): Sql {
  return sql`words like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
}
