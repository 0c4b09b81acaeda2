import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readAddress } from '../../../src/service/postgres/address.ts';
import { openPostgres } from '../../../src/service/postgres/engine.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { query, sql, type Row, type Steps } from '../../../src/service/sql/sql.ts';
import { newSchema } from '../../support/postgres/database.ts';
import { openGate } from '../../support/postgres/gate.ts';

let url: string;
let engine: Engine;

async function open(at: string): Promise<Engine> {
  const opened = await openPostgres(readAddress(at));
  onTestFinished(() => opened.close());
  return opened;
}

beforeEach(async () => {
  url = await newSchema();
  engine = await open(url);
});

const number = (value: number) => () => query(sql`select ${value}::bigint as value`);
const snapshot = sql`select current_setting('transaction_isolation') as isolation`;

test('each gets its own rows, also where several ask the same', async () => {
  const all = await Promise.all([1, 2, 1, 3].map((value) => engine.readQuickly(number(value))));
  expect(all.map(([row]) => row)).toEqual([{ value: 1 }, { value: 2 }, { value: 1 }, { value: 3 }]);
});

test('one that fails spoils none of the others', async () => {
  const wrong = () => query(sql`select 1 / ${0}::bigint as value`);
  const ended = await Promise.allSettled([engine.readQuickly(number(1)), engine.readQuickly(wrong), engine.readQuickly(number(2))]);
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(ended[1]).toMatchObject({ reason: { message: 'division by zero' } });
});

test('a body with a second statement runs again, in a transaction that sees one state', async () => {
  let runs = 0;
  const body = function* (): Steps<readonly (Row | undefined)[]> {
    runs += 1;
    const [first] = yield* query(snapshot);
    const [second] = yield* query(snapshot);
    return [first, second];
  };
  const rows = await engine.readQuickly(body);
  expect([runs, rows]).toEqual([2, [{ isolation: 'repeatable read' }, { isolation: 'repeatable read' }]]);
});

test('a connection that is cut costs nothing', async () => {
  const gate = await openGate(url);
  const through = await open(gate.url);
  await through.readQuickly(number(1));
  gate.cutBefore('as other');
  expect(await through.readQuickly(() => query(sql`select 2 as other`))).toEqual([{ other: 2 }]);
  expect(gate.cuts()).toBe(1);
});
