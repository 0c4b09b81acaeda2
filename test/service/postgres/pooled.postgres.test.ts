import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../../src/errors/index.ts';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { restoreData } from '../../../src/service/index.ts';
import { postgresDatabase } from '../../../src/service/postgres.ts';
import { readAddress } from '../../../src/service/postgres/address.ts';
import { openConnections } from '../../../src/service/postgres/connections.ts';
import { openStore } from '../../../src/service/store/open-data.ts';
import { administer, newDatabase } from '../../support/postgres/database.ts';
import { openPooler, openSmallPooler } from '../../support/postgres/pooler.ts';
import { backedUp } from '../backup-support.ts';
import { folder } from '../support.ts';

const tables = (url: string) =>
  administer(`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`, url);

test('a pooler that gives each transaction another session is refused: a service, a restore and a backup do not begin', async () => {
  const url = await newDatabase();
  const pooled = postgresDatabase({ url: await openPooler(url), blobs: await folder() });
  const refused = async (work: Promise<unknown>) => {
    const error: unknown = await work.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toContain('gives each transaction another session of the server');
  };
  await refused(openStore(pooled, complianceRules));
  await refused(restoreData({ dataDir: pooled, from: Readable.from([Buffer.alloc(0)]) }));
  expect(await tables(url)).toEqual([]);
  await (await openStore(postgresDatabase({ url }), complianceRules)).close();
  await refused(backedUp(pooled));
});

test('two connections of which one gets the session of the other never run statements of each other', async () => {
  const address = readAddress(await openPooler(await newDatabase()));
  const opened = await Promise.all([1, 2].map(() => openConnections(address, { most: 1 })));
  const [one, other] = await Promise.all(opened.map((connections) => connections.take()));
  onTestFinished(async () => {
    for (const connection of [one, other]) connection?.release();
    await Promise.all(opened.map((connections) => connections.end()));
  });
  await one?.send({ sql: 'select 1 as mine', args: [] });
  await other?.send({ sql: 'begin', args: [] });
  // The session of the other one is not this one: there this name is unknown.
  await expect(one?.send({ sql: 'select 1 as mine', args: [] })).rejects.toThrow(/prepared statement "s[0-9a-f]{12}_2" does not exist/);
  await other?.send({ sql: 'rollback', args: [] });
});

test('a pooler that is too small is answered for within seconds, and what has a session goes on', { timeout: 60_000 }, async () => {
  const url = await newDatabase();
  await (await openStore(postgresDatabase({ url }), complianceRules)).close();
  const opening = openStore(postgresDatabase({ url: await openSmallPooler(url, 1) }), complianceRules);
  await expect(Promise.race([opening, sleep(12_000)])).rejects.toMatchObject({
    message: expect.stringContaining('the server does not answer'),
    fix: expect.stringContaining('one process takes up to 12 connections'),
  });
  const store = await openStore(postgresDatabase({ url: await openSmallPooler(url, 3) }), complianceRules);
  // More reads at once than there are sessions: some wait for an answer on a connection that gets none, and nobody does so after them.
  const ask = () => Promise.all(Array.from({ length: 12 }, () => store.waitingMessages()));
  const firstOnes = ask();
  await expect(Promise.race([firstOnes, sleep(9000, 'late')])).resolves.not.toBe('late');
  const rounds = async () => {
    for (let round = 0; round < 5; round += 1) await ask();
  };
  await expect(Promise.race([rounds(), sleep(9000, 'late')])).resolves.not.toBe('late');
  await store.close();
});
