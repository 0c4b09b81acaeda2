import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { query, sql, type Steps } from '../../../src/service/sql/sql.ts';
import { openSqlite } from '../../../src/service/sqlite/engine.ts';
import { newFile } from '../store/setup.ts';

async function open(): Promise<Engine> {
  const file = await newFile();
  const engine = openSqlite(file);
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await engine.close();
    isClosed = true;
  };
  onTestFinished(async () => {
    await close();
    await rm(join(file, '..'), { recursive: true, force: true });
  });
  await engine.write(() => query(sql`create table things (name text)`));
  return { ...engine, close };
}

const insert = (engine: Engine, name: string) => engine.write(() => query(sql`insert into things (name) values (${name})`));
const names = sql`select name from things order by name`;
/** A statement that takes long; half a second or more. */
const long = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000000) select count(*) as count from n`;

test('nothing waits for a statement that takes long', async () => {
  const engine = await open();
  await insert(engine, 'a');
  await engine.readSlowly(() => query(names), 'acme');
  const order: string[] = [];
  const slow = engine.readSlowly(() => query(long), 'acme').then(([row]) => order.push(`slow ${String(row?.['count'])}`));
  const other = engine.readSlowly(() => query(names), 'beta').then(() => order.push('other organization'));
  const again = engine.readSlowly(() => query(names), 'acme').then(() => order.push('same organization'));
  await engine.readQuickly(() => query(names)).then(() => order.push('quick'));
  await insert(engine, 'b').then(() => order.push('write'));
  await Promise.all([slow, other, again]);
  expect(order.slice(-2)).toEqual(['slow 3000000', 'same organization']);
  expect(order.toSorted().slice(0, 2)).toEqual(['other organization', 'quick']);
});

test('all statements of a body see one state, and the next body sees the new one', async () => {
  const engine = await open();
  await insert(engine, 'a');
  const begun = Promise.withResolvers<void>();
  const both = function* (): Steps<readonly number[]> {
    const before = yield* query(names);
    begun.resolve();
    yield* query(long);
    return [before.length, (yield* query(names)).length];
  };
  const reading = engine.readSlowly(both, 'acme');
  await begun.promise;
  await insert(engine, 'b');
  expect(await reading).toEqual([1, 1]);
  expect(await engine.readSlowly(() => query(names), 'acme')).toHaveLength(2);
});

test('an error is that of its body alone, which may go on', async () => {
  const engine = await open();
  await expect(engine.readSlowly(() => query(sql`select name from nowhere`), 'acme')).rejects.toThrow(/no such table/);
  const careful = function* (): Steps<string> {
    try {
      yield* query(sql`insert into things (name) values ('x')`);
    } catch (error) {
      return `${String(error)}, ${(yield* query(names)).length}`;
    }
    return 'written';
  };
  expect(await engine.readSlowly(careful, 'acme')).toMatch(/readonly database, 0$/);
});

test('a close does not wait for it', async () => {
  const engine = await open();
  const reading = engine.readSlowly(() => query(long), 'acme').catch((error: unknown) => error);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await engine.close();
  // It would have answered the count if the close had waited.
  expect(await reading).toEqual(new Error('A thread that reads has ended.'));
});
