import { canonical } from './canonical.ts';
import { genesis, linkHash, trailIdOf, type Appended } from './chain.ts';
import { eventOf } from './event.ts';
import { isRecord } from './record.ts';
import type { Engine } from '../sql/engine.ts';
import { number, text } from '../sql/row.ts';
import { query, queryOne, type Row } from '../sql/statement.ts';
import type { ChainReport } from '../store.ts';

/** A record may be megabytes, and others wait while a page is read. */
const page = 32;

/** How an organization's log goes on: the records of a page that hold, and what is wrong with the others. */
export interface LogPage {
  readonly records: readonly Appended[];
  /** A sentence each. */
  readonly problems: readonly string[];
}

/** Reads an organization's log from its first record, and checks every link, number, time and column of it, page by page. */
export async function* readLog(
  engine: Pick<Engine, 'read'>,
  orgId: string,
  orgName: string,
): AsyncGenerator<LogPage, Appended | undefined> {
  let last: Appended | undefined;
  let [sequence, head, time] = [0, genesis, 0];
  for (;;) {
    const rows = await engine.read(() =>
      query(
        `select sequence, id, kind, created_at, trail_id, previous_hash, hash, event, body from records
         where org_id = $1 and sequence > $2 order by sequence limit $3`,
        orgId,
        sequence,
        page,
      ),
    );
    const problems: string[] = [];
    const records: Appended[] = [];
    for (const row of rows) {
      const { appended, problems: found } = readRow(row, sequence + 1, head, time, { orgId, orgName });
      problems.push(...found);
      if (appended !== undefined) records.push((last = appended));
      [sequence, head, time] = [number(row, 'sequence'), text(row, 'hash'), number(row, 'created_at')];
    }
    yield { records, problems };
    if (rows.length < page) break;
    // Other work of this process goes first.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return last;
}

export async function verifyChain(engine: Pick<Engine, 'read'>, orgName: string): Promise<ChainReport> {
  const org = await engine.read(() => queryOne('select id, sequence, head from organizations where name = $1', orgName));
  if (org === undefined) return { records: 0, problems: [`There is no organization ${orgName}.`] };
  const problems: string[] = [];
  const log = readLog(engine, text(org, 'id'), orgName);
  let next = await log.next();
  while (next.done !== true) {
    problems.push(...next.value.problems);
    next = await log.next();
  }
  const sequence = next.value?.sequence ?? 0;
  problems.push(...endProblems(org, next.value));
  return { records: sequence, problems };
}

/** What is wrong with the end that was kept of a log. */
export function endProblems(org: Row, last: Appended | undefined): readonly string[] {
  const [sequence, head] = [last?.sequence ?? 0, last?.hash ?? genesis];
  return [
    ...(sequence === number(org, 'sequence')
      ? []
      : [`The log ends at ${sequence}, and ${number(org, 'sequence')} numbers were given out.`]),
    ...(head === text(org, 'head') ? [] : ['The last hash of the log is not the one that was kept.']),
  ];
}

function readRow(
  row: Row,
  sequence: number,
  head: string,
  time: number,
  org: { readonly orgId: string; readonly orgName: string },
): { readonly appended: Appended | undefined; readonly problems: readonly string[] } {
  const found = number(row, 'sequence');
  const body = text(row, 'body');
  const record = parsed(body);
  const say = (holds: boolean, problem: string) => (holds ? [] : [`Record ${found}: ${problem}`]);
  const problems = [
    ...say(found === sequence, `${sequence} was expected here.`),
    ...say(text(row, 'previous_hash') === head, 'it does not follow the record before it.'),
    ...say(text(row, 'hash') === linkHash(head, found, body), 'its hash is not that of its content.'),
    ...say(number(row, 'created_at') > time, 'it is not later than the record before it.'),
    ...say(record !== undefined && canonical(record) === body, 'its content is not in canonical form.'),
  ];
  if (!isRecord(record)) return { appended: undefined, problems: [...problems, `Record ${found}: its content is not a record.`] };
  return {
    appended: { record, sequence: found, hash: text(row, 'hash') },
    problems: [
      ...problems,
      ...say(
        record.id === row.id && record.kind === row.kind && record.created_at === row.created_at && trailIdOf(record) === row.trail_id,
        'its columns say other than its content.',
      ),
      ...say(canonical(eventOf(record)) === row.event, 'its event says other than its content.'),
      ...say(record.org === org.orgName && record.org_id === org.orgId, 'it is of another organization.'),
    ],
  };
}

function parsed(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return value;
  } catch {
    return undefined;
  }
}
