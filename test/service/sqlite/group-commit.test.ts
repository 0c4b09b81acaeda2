import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Unreachable } from '../../../src/service/faults.ts';
import { query, sql, type Steps } from '../../../src/service/sql/sql.ts';
import { connect, type Connection } from '../../../src/service/sqlite/connection.ts';
import { groupCommit, type GroupCommit } from '../../../src/service/sqlite/group-commit.ts';

async function database(): Promise<Connection> {
  const folder = await mkdtemp(join(tmpdir(), 'group-'));
  const connection = connect(join(folder, 'test.db'), { readOnly: false });
  connection.exec('create table things (name text)');
  onTestFinished(async () => {
    connection.close();
    await rm(folder, { recursive: true, force: true });
  });
  return connection;
}

const insert = (name: string) => () => query(sql`insert into things (name) values (${name})`);
const names = (connection: Connection) => connection.run({ sql: 'select name from things', args: [] }).map(({ name }) => name);

/** Does as SQLite does on a full disk: it ends the whole transaction itself, and the statement fails. */
function* fullDisk(): Steps<never> {
  yield* query(sql`rollback`);
  throw new Error('database or disk is full');
}

test('when SQLite ends the transaction itself, nobody that was in it is told that he was recorded', async () => {
  const connection = await database();
  const { write } = groupCommit(connection);
  const results = await Promise.allSettled([write(insert('before')), write(fullDisk), write(insert('after'))]);
  expect(results.map((result) => (result.status === 'rejected' ? String(result.reason) : 'recorded'))).toEqual([
    'Error: database or disk is full',
    'Error: database or disk is full',
    // This write had not begun, and gets a transaction of its own.
    'recorded',
  ]);
  expect(names(connection)).toEqual(['after']);
});

test('a group that failed leaves the writer usable', async () => {
  const connection = await database();
  const { write } = groupCommit(connection);
  await expect(write(fullDisk)).rejects.toThrow('full');
  await write(insert('next'));
  expect(names(connection)).toEqual(['next']);
});

test('a commit that fails is told to all of the group, and is rolled back', async () => {
  const connection = await database();
  connection.exec('create table parents (id text primary key)');
  connection.exec('create table children (parent text references parents (id) deferrable initially deferred)');
  const { write } = groupCommit(connection);
  const orphan = () => query(sql`insert into children (parent) values ('nobody')`);
  const results = await Promise.allSettled([write(insert('first')), write(orphan)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([connection.inTransaction(), names(connection)]).toEqual([false, []]);
});

test('a long queue gives way to others between its commits, and every write of it is done', async () => {
  const connection = await database();
  const { write } = groupCommit(connection);
  const slow = (name: string) =>
    function* (): Steps<void> {
      const until = performance.now() + 20;
      while (performance.now() < until);
      yield* insert(name)();
    };
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  await Promise.all(Array.from({ length: 12 }, (_, index) => write(slow(`n${index}`))));
  clearInterval(counting);
  expect(turns).toBeGreaterThan(1);
  expect(names(connection)).toEqual(Array.from({ length: 12 }, (_, index) => `n${index}`));
});

test('all that is queued is written before the end', async () => {
  const connection = await database();
  const { write, flush } = groupCommit(connection);
  const writes = ['a', 'b', 'c'].map((name) => write(insert(name)));
  flush();
  expect(names(connection)).toEqual(['a', 'b', 'c']);
  await Promise.all(writes);
});

/** The number of transactions that were committed while the writes were made. */
async function commitsOf(connection: Connection, writes: (write: GroupCommit['write']) => readonly Promise<unknown>[]): Promise<number> {
  let commits = 0;
  const { write } = groupCommit({
    ...connection,
    run: (statement) => {
      if (statement.sql === 'commit') commits += 1;
      return connection.run(statement);
    },
  });
  await Promise.all(writes(write));
  return commits;
}

const later = (turns: number, done: () => Promise<unknown>): Promise<unknown> =>
  turns === 0 ? done() : new Promise((resolve) => setImmediate(() => resolve(later(turns - 1, done))));

test('writes that come turn after turn share one commit, and one that comes after a pause has its own', async () => {
  const connection = await database();
  const inTurns = (turns: readonly number[]) => (write: GroupCommit['write']) =>
    turns.map((turn) => later(turn, () => write(insert(`n${turn}`))));
  expect(await commitsOf(connection, inTurns([0, 1, 2, 3]))).toBe(1);
  expect(await commitsOf(connection, inTurns([0, 5]))).toBe(2);
  expect(names(connection)).toHaveLength(6);
});

test('a group does not wait for ever for more', async () => {
  const connection = await database();
  // There are 400 turns of 0.2 ms: 80 ms and more. A group gathers for 5 ms of that.
  const commits = await commitsOf(connection, (write) =>
    Array.from({ length: 400 }, (_, turn) =>
      later(turn, () => {
        const until = performance.now() + 0.2;
        while (performance.now() < until);
        return write(insert(`n${turn}`));
      }),
    ),
  );
  expect(commits).toBeGreaterThan(1);
});

test('writes that another process keeps out for too long are told that nobody could be reached, and later ones are done', async () => {
  const connection = await database();
  let isHeld = true;
  const { write } = groupCommit({
    ...connection,
    run: (statement) => {
      if (isHeld && statement.sql === 'begin immediate') throw Object.assign(new Error('database is locked'), { errcode: 5 });
      return connection.run(statement);
    },
  });
  const held = await Promise.allSettled([write(insert('a')), write(insert('b'))]);
  expect(held.map((end) => end.status === 'rejected' && end.reason instanceof Unreachable)).toEqual([true, true]);
  isHeld = false;
  await write(insert('c'));
  expect(names(connection)).toEqual(['c']);
});

test('the first write of an organization does not wait for all those of another one', async () => {
  const connection = await database();
  const { write } = groupCommit(connection);
  const slow = (name: string) =>
    function* (): Steps<void> {
      const until = performance.now() + 20;
      while (performance.now() < until);
      yield* insert(name)();
    };
  const many = Array.from({ length: 25 }, (_, index) => write(slow(`a${index}`), 'a'));
  await write(insert('b'), 'b');
  expect(names(connection).length).toBeLessThan(8);
  await Promise.all(many);
});
