import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { Unreachable } from '../../../src/service/faults.ts';
import type { Author } from '../../../src/service/log/chain.ts';
import { readAddress } from '../../../src/service/postgres/address.ts';
import { openConnections } from '../../../src/service/postgres/connections.ts';
import { plain } from '../../../src/service/sql/sql.ts';
import { openPostgres } from '../../../src/service/postgres/engine.ts';
import { fateOf, openMarks } from '../../../src/service/postgres/writer.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { query, send, sql } from '../../../src/service/sql/sql.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import { openCluster } from '../../support/postgres/cluster.ts';
import { administer, newSchema } from '../../support/postgres/database.ts';
import { openGate } from '../../support/postgres/gate.ts';
import { member, readChain, record } from '../store/setup.ts';

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
  await engine.write(() => query(sql`create table things (name text primary key, count bigint not null)`));
});

const insert = (name: string, on = engine) => on.write(() => query(sql`insert into things (name, count) values (${name}, 0)`), 'acme');
const names = async () => (await engine.read(() => query(sql`select name from things order by name`))).map(({ name }) => name);

test('writes that come together share one transaction, and each has its own fate', async () => {
  const results = await Promise.allSettled([insert('a'), insert('a'), insert('b'), insert('c')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  const rows = await engine.read(() => query(sql`select name, xmin::text as transaction from things order by name`));
  expect(rows.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  await Promise.all(['d', 'e', 'f'].map((name) => insert(name)));
  const together = await engine.read(() => query(sql`select distinct xmin::text as transaction from things where name >= 'd'`));
  expect(together).toHaveLength(1);
});

test('a statement whose rows nobody waits for fails its own body, and no other', async () => {
  const unanswered = engine.write(function* () {
    yield* send(sql`insert into things (name, count) values (${'a'}, ${'no number'})`);
  }, 'acme');
  const results = await Promise.allSettled([insert('x'), unanswered, insert('y')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await names()).toEqual(['x', 'y']);
});

test('no body is half visible to a reader', async () => {
  const failed = engine.write(function* () {
    yield* query(sql`insert into things (name, count) values ('half', 0)`);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await names()).toEqual([]);
});

test('two that wait for each other both go through, one after the other', async () => {
  await Promise.all([insert('a'), insert('b')]);
  const other = await open(url);
  const both = (on: Engine, first: string, second: string) =>
    on.write(function* () {
      yield* query(sql`update things set count = count + 1 where name = ${first}`);
      yield* query(sql`select pg_sleep(0.3)`);
      yield* query(sql`update things set count = count + 1 where name = ${second}`);
    }, 'acme');
  await Promise.all([both(engine, 'a', 'b'), both(other, 'b', 'a')]);
  expect(await engine.read(() => query(sql`select count from things`))).toEqual([{ count: 2 }, { count: 2 }]);
});

test('a connection that is cut before the commit costs nothing: the write runs again', async () => {
  const gate = await openGate(url);
  const through = await open(gate.url);
  gate.cutBefore('insert into things');
  await insert('a', through);
  expect([gate.cuts(), await names()]).toEqual([1, ['a']]);
});

test('a commit whose answer was lost is not repeated: the server says that it was kept', async () => {
  const gate = await openGate(url);
  const through = await open(gate.url);
  await insert('lost', through);
  let runs = 0;
  gate.loseAnswerTo('lost');
  const result = await through.write(function* () {
    runs += 1;
    yield* query(sql`select 1 as x`);
    // It is sent together with the commit.
    yield* send(sql`update things set count = count + 1 where name = ${'lost'}`);
    return 'kept';
  }, 'acme');
  expect([result, runs, gate.cuts()]).toEqual(['kept', 1, 1]);
  expect(await engine.read(() => query(sql`select count from things`))).toEqual([{ count: 1 }]);
});

test('a commit of which nobody can tell whether it was kept is an error, and is not repeated', async () => {
  const gate = await openGate(url);
  const through = await open(gate.url);
  await insert('lost', through);
  gate.loseAnswerTo('lost');
  gate.shutAfterCut(true);
  const unknown = through.write(() => send(sql`update things set count = count + 1 where name = ${'lost'}`), 'acme');
  await expect(unknown).rejects.toThrow(/it is not known whether it was kept/);
  await expect(unknown).rejects.toBeInstanceOf(Unreachable);
  expect(await engine.read(() => query(sql`select count from things`))).toEqual([{ count: 1 }]);
});

test('a transaction that was asked for before it came to the server is never kept', async () => {
  const connections = await openConnections(readAddress(url), { most: 1 });
  onTestFinished(() => connections.end());
  const marks = openMarks();
  expect(await fateOf(connections, 'late')).toBe('aborted');
  // The question may be repeated too.
  expect(await fateOf(connections, 'late')).toBe('aborted');
  const connection = await connections.take();
  await expect(connection.send(plain('begin'), marks.leave('late'), plain('commit'))).rejects.toThrow('duplicate key');
  await connection.send(plain('rollback'));
  await connection.send(plain('begin'), marks.leave('in time'), plain('commit'));
  connection.release();
  expect(await fateOf(connections, 'in time')).toBe('committed');
});

test('of all transactions that ended, kept or not, no more than the last mark stays', async () => {
  await insert('a');
  for (const name of ['a', 'b', 'a', 'c', 'a', 'd']) await insert(name).catch(() => {});
  expect(await names()).toEqual(['a', 'b', 'c', 'd']);
  expect(await administer('select count(*)::integer as n from marks', url)).toEqual([{ n: 1 }]);
});

test('after a crash the server gives out the number of a lost transaction again, and the lost one is not taken for the other', async () => {
  const cluster = await openCluster({ isDurable: true });
  onTestFinished(cluster.remove);
  const at = cluster.url('postgres');
  // Nothing is written to the disk before a commit.
  await administer(`alter system set wal_writer_delay = '10s'`, at);
  await administer('select pg_reload_conf()', at);
  const gate = await openGate(at);
  const [direct, through] = [await open(at), await open(gate.url)];
  await direct.write(() => query(sql`create table things (name text primary key, count bigint not null)`));
  await insert('lost', direct);
  const numbers: unknown[] = [];
  function* count(name: string) {
    numbers.push(...(yield* query(sql`select pg_current_xact_id()::text as id`)));
    yield* send(sql`update things set count = count + 1 where name = ${name}`);
  }
  gate.cutBefore('lost');
  gate.shutAfterCut(true);
  const written = through.write(() => count('lost'), 'acme');
  await expect.poll(gate.cuts).toBe(1);
  await cluster.kill();
  await cluster.start();
  await direct.write(() => count('another'), 'acme');
  expect(numbers[1]).toEqual(numbers[0]);
  gate.shutAfterCut(false);
  await written;
  expect(await direct.read(() => query(sql`select count from things`))).toEqual([{ count: 1 }]);
});

test('a commit that the server took back is no success', async () => {
  const connections = await openConnections(readAddress(url), { most: 1 });
  onTestFinished(() => connections.end());
  const connection = await connections.take();
  await connection.send(plain('begin'));
  await expect(connection.send(plain('select 1 / 0'))).rejects.toThrow('division by zero');
  await expect(connection.send(plain('commit'))).rejects.toThrow('The commit ended with ROLLBACK');
  connection.release();
});

test('a read runs again when its connection was cut', async () => {
  const gate = await openGate(url);
  const through = await open(gate.url);
  await through.read(() => query(sql`select 1 as x`));
  gate.cutBefore('from things');
  expect(await through.read(() => query(sql`select name from things`))).toEqual([]);
  expect(gate.cuts()).toBe(1);
});

test('a server that is not there any more is named so, and nothing else is thrown', async () => {
  const name = `gone_${process.pid}`;
  await administer(`create database ${name}`);
  const at = new URL(url);
  [at.pathname, at.search] = [`/${name}`, ''];
  const gone = await open(at.href);
  await administer(`drop database ${name} with (force)`);
  const failure: unknown = await gone.read(() => query(sql`select 1 as x`)).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: expect.stringContaining('does not exist') });
  expect(failure).toBeInstanceOf(Unreachable);
});

test('text comes back as it was, with a NUL, and with the character that stands for one', async () => {
  for (const text of ['\0', 'a\0b\uFDD0c\uFDD00', '\uFDD0', '\uFDD0\uFDD0', '🎉\u2028']) {
    const [row] = await engine.write(() => query(sql`insert into things (name, count) values (${text}, 1) returning name`));
    expect(row).toEqual({ name: text });
  }
});

test('text is compared by its bytes, whatever the language of the database', async () => {
  const order = ['B', 'Z', 'a', 'z', 'Ä', 'é', '😀'];
  await Promise.all(order.toReversed().map((name) => insert(name)));
  expect(await names()).toEqual(order);
});

test('two engines on one database write one chain', async () => {
  const [one, two]: readonly Store[] = [createStore(engine, complianceRules), createStore(await open(url), complianceRules)];
  if (one === undefined || two === undefined) throw new Error('A store is missing.');
  const author: Author = await member(one, 'ada', 'acme');
  await Promise.all(Array.from({ length: 100 }, (_, index) => record(index % 2 === 0 ? one : two, author, { name: `n${index % 7}` })));
  expect(await readChain(engine, author)).toEqual({ records: 103, problems: [] });
  expect(await one.attestationCount(author.orgId)).toBe(100);
});
