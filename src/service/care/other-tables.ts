import { aNumber, aText, listOf, oneOf, onlyIf, orNull, passes, type Check } from '../../text/check.ts';
import { parseExact } from '../../text/index.ts';
import { aRecipient, anEventMessage, urgencyOf } from '../resources/messages/tables.ts';
import type { Engine } from '../sql/engine.ts';
import { insert, send, verbatim, type Row, type Steps, type Value } from '../sql/sql.ts';
import { rowsAfter } from './compared-tables.ts';
import { BrokenBackup, jsonIn } from './entries.ts';

/** Each column of a table with what a service writes there: nothing else is taken from a backup. */
type Columns = Readonly<Record<string, Check<unknown>>>;

const aSafeInteger = onlyIf(aNumber, Number.isSafeInteger, ' is no whole number');
const aBit = oneOf(0, 1);

function jsonText(check: Check<unknown>): Check<string> {
  return (value) => {
    if (typeof value !== 'string') return ' is no text';
    try {
      return check(parseExact(value));
    } catch {
      return ' is no JSON';
    }
  };
}

const ofTarget = { org_id: aText, notification_id: aText, position: aSafeInteger } as const;

const webhooks: Columns = {
  ...ofTarget,
  address: aText,
  signing_secret: orNull(aText),
  earlier_secret: orNull(aText),
  earlier_until: orNull(aNumber),
};

const outbox: Columns = {
  org_id: aText,
  id: aText,
  notification_id: aText,
  position: aSafeInteger,
  event: jsonText(anEventMessage),
  raised_at: aNumber,
  settled: orNull(jsonText(listOf(aRecipient))),
  state_of: orNull(aText),
  rank: aSafeInteger,
  place: aSafeInteger,
  superseded: aSafeInteger,
};

const messageQueues: Columns = {
  ...ofTarget,
  attempts: aSafeInteger,
  due_at: aNumber,
  news_at: orNull(aNumber),
  lease_until: aNumber,
  reason: orNull(aText),
};

const notificationHealth: Columns = {
  ...ofTarget,
  is_failing: aBit,
  last_success_at: orNull(aNumber),
  last_failure_at: orNull(aNumber),
  reason: orNull(aText),
};

const tokenUses: Columns = { token_id: aText, used_at: aNumber };

/** A table that no record is about, so that a backup has its rows. */
interface OtherTable {
  readonly name: string;
  /** The columns that identify its rows. */
  readonly key: readonly string[];
  readonly columns: Columns;
  /** Columns of earlier versions, and what they are called now; nothing if they are not kept any more. */
  readonly earlier?: Readonly<Record<string, string | undefined>>;
  /** Columns whose values a restore gives, by the row. */
  readonly anew?: (row: Readonly<Record<string, Value>>) => Readonly<Record<string, Value>>;
}

/**
 * All tables whose content can be derived from no record, and is kept all the same: the addresses that messages go to, the messages
 * on their way, and how the last ones arrived; and when a token was last used. A message that was being sent is free for any sender
 * after a restore.
 */
export const otherTables: readonly OtherTable[] = [
  { name: 'webhooks', key: ['org_id', 'notification_id', 'position'], columns: webhooks },
  {
    name: 'outbox',
    key: ['org_id', 'id'],
    columns: outbox,
    earlier: { attempts: undefined, due_at: 'raised_at', lease_until: undefined },
    anew: ({ event: text }) => {
      const { event } = jsonIn(String(text), anEventMessage, 'A message');
      return { ...urgencyOf(event), raised_at: event.at };
    },
  },
  {
    name: 'message_queues',
    key: ['org_id', 'notification_id', 'position'],
    columns: messageQueues,
    anew: () => ({ lease_until: 0 }),
  },
  { name: 'notification_health', key: ['org_id', 'notification_id', 'position'], columns: notificationHealth },
  { name: 'token_uses', key: ['token_id'], columns: tokenUses },
];

/** A table in backups of the first programs with rules for jobs: which jobs they let in, for some minutes. It is read past. */
export const formerTable = 'job_access';

/** Rows that are read at once. */
const window = 100;

/** The rows of a table, some at a time. A table that earlier data does not have has none. */
export async function* rowsOf(engine: Engine, { key, name }: OtherTable): AsyncGenerator<readonly Row[]> {
  const columns = await engine.read(() => engine.catalog.columns(name));
  if (columns.length === 0) return;
  for (let after: readonly Value[] | undefined; ;) {
    const rows = await engine.read(() => rowsAfter({ name, key }, verbatim(columns.join(', ')), after, window));
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = key.map((column) => portable(last[column]));
  }
}

export function lineOf(row: Row): string {
  return JSON.stringify(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, portable(value)])));
}

function portable(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return Number(value);
  throw new Error(`A table holds a value that a backup cannot hold: ${typeof value}.`);
}

/** Adds the row of a line to its table. Throws `BrokenBackup` if no service writes such a row. */
export function* addRow({ anew, columns, earlier = {}, key, name }: OtherTable, line: Readonly<Record<string, unknown>>): Steps<void> {
  const row: Record<string, Value> = {};
  for (const [called, value] of Object.entries(line)) {
    const column = Object.hasOwn(earlier, called) ? earlier[called] : called;
    if (column === undefined) continue;
    const check = Object.hasOwn(columns, column) ? columns[column] : undefined;
    if (check === undefined) throw new BrokenBackup(`A row of ${name} has the column ${column.slice(0, 80)}, which is not there.`);
    if (!passes(check, value)) throw new BrokenBackup(`A row of ${name} has something in ${column} that no service writes there.`);
    row[column] = portable(value);
  }
  const missing = key.find((column) => row[column] === undefined);
  if (missing !== undefined) throw new BrokenBackup(`A row of ${name} has no ${missing}.`);
  yield* send(insert(name, { ...row, ...anew?.(row) }));
}
