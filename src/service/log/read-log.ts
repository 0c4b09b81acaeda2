import { canonical, orNothing, parseExact } from '../../text/index.ts';
import { Damage } from '../faults.ts';
import { formatVersion, type FormatVersion } from '../record/kind.ts';
import type { Engine } from '../sql/engine.ts';
import { number, readAll, readOne, reader, text } from '../sql/row.ts';
import { query, sql, verbatim, type Row, type Sql, type Steps } from '../sql/sql.ts';
import { turn } from '../turns.ts';
import { genesis, linkHash, trailIdOf, type Appended, type Org } from './chain.ts';
import { eventOf, isKindName, recordOf, type KindName, type LogRecord, type UnknownRecord } from './kinds.ts';

/** The bodies of one answer have at most this many bytes together, but for a single record that is larger. */
const answerBytes = 4_000_000;

/** The records after a place in an organization's log, in its order: at most `limit`, fewer where they are large. */
export function* recordsAfter(orgId: string, after: number, limit: number) {
  const head = yield* readOne(headRow, sql`select sequence, head as link from organizations where id = ${orgId}`);
  const sizes = yield* readAll(
    reader({ bytes: number }),
    sql`select octet_length(body) as bytes from records
      where org_id = ${orgId} and sequence > ${after} order by sequence limit ${limit}`,
  );
  const records = yield* readAll(
    record,
    sql`select sequence, hash as link, body from records
      where org_id = ${orgId} and sequence > ${after} order by sequence limit ${fitting(sizes, answerBytes).length}`,
  );
  return { head: head ?? { sequence: 0, link: genesis }, records };
}

/** The condition that a record is of a kind. It avoids the index of kinds, which SQLite prefers to a list of places in the log. */
export function ofKind(kind: KindName): Sql {
  return verbatim(`kind || '' = '${kind}'`);
}

/** Reads as little as can be. */
export function* reach(): Steps<void> {
  yield* query(sql`select 1 as reached`);
}

/** The last place of a log; `sequence` 0 and the genesis link where there is no record. */
const headRow = reader({ sequence: number, link: text });

/** A record as it is in the log: its body is the text that is hashed. */
const record = reader({ sequence: number, link: text, body: text });

/** The first of a list that have so many bytes together: one at least. */
export function fitting<Item extends { readonly bytes: number }>(items: readonly Item[], most: number): readonly Item[] {
  let bytes = 0;
  const over = items.findIndex((item) => (bytes += item.bytes) > most);
  return over === -1 ? items : items.slice(0, Math.max(over, 1));
}

/** How much is read at once: a record may be megabytes, and others wait meanwhile. */
const portionBytes = 1_000_000;
const mostItems = 100;

/** Cuts a list into pieces that are small enough to read at once, in order. A single item may be larger. */
export function* portions<Item extends { readonly bytes: number }>(items: Iterable<Item>): Iterable<readonly [Item, ...Item[]]> {
  let portion: [Item, ...Item[]] | undefined;
  let bytes = 0;
  for (const item of items) {
    if (portion !== undefined && portion.length < mostItems && bytes + item.bytes <= portionBytes) {
      portion.push(item);
      bytes += item.bytes;
      continue;
    }
    if (portion !== undefined) yield portion;
    [portion, bytes] = [[item], item.bytes];
  }
  if (portion !== undefined) yield portion;
}

/** Records whose sizes are asked for at once. */
const window = 500;

/** A record at its place in the log, whether its kind is known or not. */
export interface LogEntry extends Pick<Appended, 'sequence' | 'hash'> {
  readonly record: LogRecord | UnknownRecord;
  /** The text that was hashed. */
  readonly body: string;
}

export function isKnown(entry: LogEntry): entry is LogEntry & Appended {
  return isKindName(entry.record.kind);
}

/** The next page of an organization's log: the valid records, and the problems of the others. */
interface LogPage {
  readonly records: readonly LogEntry[];
  /** A sentence each. */
  readonly problems: readonly string[];
}

/** The end that the next record follows. */
interface End {
  readonly sequence: number;
  readonly hash: string;
  readonly time: number;
  /** The version of the format; it never goes back. */
  readonly version: FormatVersion;
}

/**
 * Reads an organization's log from its first record, and checks every link, number, time and column. A page is a few records,
 * because one may be megabytes. Answers the last record that can be read.
 */
export async function* readLog(engine: Pick<Engine, 'read'>, org: Org): AsyncGenerator<LogPage, LogEntry | undefined> {
  let last: LogEntry | undefined;
  let end: End = { sequence: 0, hash: genesis, time: 0, version: 1 };
  for (;;) {
    const sizes = await engine.read(() =>
      query(
        sql`select coalesce(octet_length(body), 0) + coalesce(octet_length(event), 0) as bytes from records
          where org_id = ${org.orgId} and sequence > ${end.sequence} order by sequence limit ${verbatim(String(window))}`,
      ),
    );
    for (const portion of portions(sizes.map((row) => ({ bytes: number(row, 'bytes') })))) {
      const page = readPage(await rowsAfter(engine, org, end, portion.length), end, org);
      end = page.end;
      last = page.records.at(-1) ?? last;
      yield page;
      if (!page.goesOn) return last;
      await turn();
    }
    if (sizes.length < window) return last;
  }
}

function rowsAfter(engine: Pick<Engine, 'read'>, { orgId }: Org, { sequence }: End, count: number): Promise<readonly Row[]> {
  return engine.read(() =>
    query(
      sql`select sequence, id, kind, created_at, trail_id, previous_hash, hash, event, body from records
        where org_id = ${orgId} and sequence > ${sequence} order by sequence limit ${count}`,
    ),
  );
}

function readPage(rows: readonly Row[], before: End, org: Org): LogPage & { readonly end: End; readonly goesOn: boolean } {
  const problems: string[] = [];
  const records: LogEntry[] = [];
  let end = before;
  for (const row of rows) {
    try {
      const { entry, problems: found } = readRow(row, end, org);
      problems.push(...found);
      if (entry !== undefined) records.push(entry);
      const { version } = entry?.record ?? end;
      end = { sequence: number(row, 'sequence'), hash: text(row, 'hash'), time: number(row, 'created_at'), version };
    } catch (error) {
      if (!(error instanceof Damage)) throw error;
      // Everything after it is unknown: its place in the log is one of the things that cannot be read.
      return { records, problems: [...problems, `Record ${end.sequence + 1}: ${error.message}`], end, goesOn: false };
    }
  }
  return { records, problems, end, goesOn: true };
}

/** Throws Damage if a column holds a value of another type. */
function readRow(row: Row, before: End, { orgId, orgName }: Org): { readonly entry: LogEntry | undefined } & Pick<LogPage, 'problems'> {
  const [sequence, time, hash, body] = [number(row, 'sequence'), number(row, 'created_at'), text(row, 'hash'), text(row, 'body')];
  const value = orNothing(() => parseExact(body));
  const record = recordOf(value);
  const say = (holds: boolean, problem: string) => (holds ? [] : [`Record ${sequence}: ${problem}`]);
  const problems = [
    ...say(sequence === before.sequence + 1, `${before.sequence + 1} was expected here.`),
    ...say(row.previous_hash === before.hash, 'it does not follow the record before it.'),
    ...say(hash === linkHash(before.hash, sequence, body, record?.version ?? formatVersion), 'its hash is not that of its content.'),
    ...say(time > before.time, 'it is not later than the record before it.'),
    ...say(value !== undefined && canonicalOf(value) === body, 'its content is not in canonical form.'),
  ];
  if (record === undefined) return { entry: undefined, problems: [...problems, `Record ${sequence}: its content is not a record.`] };
  const entry: LogEntry = { record, sequence, hash, body };
  return {
    entry,
    problems: [
      ...problems,
      ...say(
        record.id === row.id && record.kind === row.kind && record.created_at === time && trailIdOf(record) === row.trail_id,
        'its columns say other than its content.',
      ),
      // The events of kinds from a later version are not known here.
      ...say(!isKnown(entry) || canonicalOf(eventOf(entry.record)) === row.event, 'its event says other than its content.'),
      ...say(record.version >= before.version, 'it is of an earlier format than the record before it.'),
      ...say(record.org === orgName && record.org_id === orgId, 'it is of another organization.'),
    ],
  };
}

/** The canonical text of a value. A value with half a surrogate pair, or nested without end, has none. */
function canonicalOf(value: unknown): string | undefined {
  return orNothing(() => canonical(value));
}
