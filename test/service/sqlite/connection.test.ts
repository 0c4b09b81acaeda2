import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isFull } from '../../../src/errors/index.ts';
import { Damage } from '../../../src/service/faults.ts';
import { query, sql, type Steps } from '../../../src/service/sql/sql.ts';
import { connect, drive, faultOf, type Connection, type ConnectionOptions } from '../../../src/service/sqlite/connection.ts';
import { folder } from '../support.ts';

async function open(options: ConnectionOptions = { readOnly: false }, file?: string): Promise<Connection> {
  const connection = connect(file ?? join(await folder(), 'test.db'), options);
  onTestFinished(() => connection.close());
  return connection;
}

const run = (connection: Connection, sql: string, ...args: readonly (string | number | boolean | null)[]) => connection.run({ sql, args });
const pragmas = (connection: Connection) =>
  ['synchronous', 'journal_mode', 'foreign_keys', 'busy_timeout'].map(
    (name) => Object.values(run(connection, `pragma ${name}`)[0] ?? {})[0],
  );

test('what is written lasts, and refers to what is there; others are waited for', async () => {
  expect(pragmas(await open())).toEqual([2, 'wal', 1, 10_000]);
});

test('what is scratch need not', async () => {
  expect(pragmas(await open({ readOnly: false, scratch: true }))).toEqual([0, 'wal', 0, 10_000]);
});

test('a value goes to its place, a yes as 1, and each statement is prepared once', async () => {
  const connection = await open();
  const sql = 'select $2 as second, $1 as first, $11 as last';
  const args = (first: string) => [first, true, ...Array<null>(8).fill(null), 'eleventh'];
  expect(run(connection, sql, ...args('a'))).toEqual([{ second: 1, first: 'a', last: 'eleventh' }]);
  expect(run(connection, sql, ...args('b'))).toEqual([{ second: 1, first: 'b', last: 'eleventh' }]);
});

test('one that only reads writes nothing, and gives whole numbers as they are where that is asked for', async () => {
  const file = join(await folder(), 'test.db');
  const writer = await open({ readOnly: false }, file);
  writer.exec('create table things (size bigint)');
  run(writer, 'insert into things values (9007199254740993)');
  const reader = await open({ readOnly: true, bigInts: true }, file);
  expect(run(reader, 'select size from things')).toEqual([{ size: 9007199254740993n }]);
  expect(() => run(reader, 'insert into things values (1)')).toThrow(/readonly/);
  const plain = await open({ readOnly: true }, file);
  expect(() => run(plain, 'select size from things')).toThrow(RangeError);
});

test('it knows whether a transaction is open', async () => {
  const connection = await open();
  const states = [connection.inTransaction()];
  for (const sql of ['begin', 'commit']) {
    connection.exec(sql);
    states.push(connection.inTransaction());
  }
  expect(states).toEqual([false, true, false]);
});

test('a body is handed the rows of each of its statements, and gives its result', async () => {
  function* body(): Steps<readonly unknown[]> {
    const one = yield* query(sql`select 1 as value`);
    return [...one, ...(yield* query(sql`select 2 as value`))];
  }
  expect(drive(await open(), body())).toEqual([{ value: 1 }, { value: 2 }]);
});

test('a body is told of a statement that fails, and may go on', async () => {
  function* body(): Steps<unknown> {
    try {
      yield* query(sql`select missing`);
      return 'no error';
    } catch (error) {
      return [error instanceof Error ? error.message : error, yield* query(sql`select 2 as value`)];
    }
  }
  const connection = await open();
  expect(drive(connection, body())).toEqual([expect.stringContaining('no such column'), [{ value: 2 }]]);
  expect(() => drive(connection, query(sql`select missing`))).toThrow('no such column');
});

const sqlite = (errcode: number) => Object.assign(new Error(`SQLite says ${errcode}`), { errcode });
const isDamage = (error: unknown) => faultOf(error) instanceof Damage;

test('damage is what SQLite calls corrupt or no database, in its words', () => {
  expect([11, 26, 267, 11 + 7 * 256].map((code) => isDamage(sqlite(code)))).toEqual(Array(4).fill(true));
  expect(faultOf(sqlite(11))).toMatchObject({ message: 'SQLite says 11', cause: { errcode: 11 } });
});

test('a disk is full where SQLite finds no room for a page or for its index of the log', () => {
  expect([13, 4874].map((code) => isFull(faultOf(sqlite(code))))).toEqual([true, true]);
});

test('a lock, a constraint, errors of others, and what is no error, stay as they are', () => {
  for (const error of [sqlite(5), sqlite(19), new Error('x'), { errcode: 11 }, undefined, '11']) {
    expect(faultOf(error)).toBe(error);
    expect(isFull(error)).toBe(false);
  }
});
