import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { restore } from '../../src/cli/restore.ts';
import type { Backend } from '../../src/service/backend.ts';
import { otherTables } from '../../src/service/care/other-tables.ts';
import {
  addOidcRule,
  createToken,
  listTokens,
  removeOidcRule,
  restoreData,
  revokeToken,
  startService,
  verifyData,
} from '../../src/service/index.ts';
import { postgresDatabase } from '../../src/service/postgres.ts';
import { send, sql } from '../../src/service/sql/sql.ts';
import type * as Directory from '../../src/service/sqlite/directory.ts';
import { listening } from '../cli/listening.ts';
import { administer, newDatabase } from '../support/postgres/database.ts';
import { openGate } from '../support/postgres/gate.ts';
import { allRows, backedUp, restored } from './backup-support.ts';
import { backUpWhileWriting, wholeBackup } from './backup-while-writing.ts';
import { fillWithEveryKind } from './care/every-kind.ts';
import { folder } from './support.ts';

const { dataDirectory } = await vi.importActual<typeof Directory>(
  new URL('../../src/service/sqlite/directory.ts', import.meta.url).pathname,
);

test('one file becomes a database, and the database one file again: each row is the same', async () => {
  const home = dataDirectory(await folder());
  await fillWithEveryKind(home, { createToken, listTokens, revokeToken, startService });
  const before = await allRows(home);
  const blobs = await folder();
  const database = postgresDatabase({ url: await newDatabase(), blobs });
  const first = await restored(await backedUp(home), database);
  expect(first.verification.problem).toBeUndefined();
  expect(await allRows(database)).toEqual(before);
  const there = join(await folder(), 'there');
  const second = await restored(await backedUp(database), dataDirectory(there));
  expect(second.verification).toEqual(first.verification);
  expect(await allRows(dataDirectory(there))).toEqual(before);
  expect((await readdir(join(there, 'blobs'))).toSorted()).toEqual(
    (await readdir(join(blobs, 'blobs'))).filter((name) => name !== 'incoming').toSorted(),
  );
});

/** Fills each column of the tables whose rows no record gives. */
async function fillOtherTables(home: Backend): Promise<void> {
  const engine = await home.open();
  await engine.write(function* () {
    yield* send(sql`update webhooks set signing_secret = 's', earlier_secret = 'e', earlier_until = 4000000000.25`);
    const settled = JSON.stringify([{ email: 'a@b.example', refused: 'n\0' }]);
    yield* send(sql`update outbox set settled = ${settled}, superseded = 3, rank = 0,
      event = replace(event, 'ON_STARTED_ARTIFACT', 'ON_COMPLIANT_ENV'), state_of = (select environments.id from environments
      where environments.org_id = outbox.org_id and outbox.event like '%"environment_id":"' || environments.id || '"%')`);
    yield* send(sql`update message_queues set attempts = 3, lease_until = 4000000000.5, news_at = 1.5, reason = ${'g\0ne'}`);
    yield* send(
      sql`insert into notification_health (org_id, notification_id, position, is_failing, last_success_at, last_failure_at, reason)
        select org_id, notification_id, position, ${true}, 1.1, 2.25, ${'g\0ne'} from webhooks`,
    );
    yield* send(sql`insert into token_uses (token_id, used_at) select id, 1700000000.125 from tokens where true on conflict do nothing`);
  });
  await engine.close();
}

/** As a restore leaves them: nobody sends a message. */
const anew = (rows: Awaited<ReturnType<typeof allRows>>): typeof rows => ({
  ...rows,
  message_queues: (rows['message_queues'] ?? []).map((row) => row.replace(/"lease_until":[\d.]+/, '"lease_until":0')),
});

test('each column of the rows that no record gives goes from a file to a database, and back', async () => {
  const home = dataDirectory(await folder());
  await fillWithEveryKind(home, { addOidcRule, createToken, listTokens, removeOidcRule, revokeToken, startService });
  await fillOtherTables(home);
  const before = await allRows(home);
  for (const { name } of otherTables) {
    expect([name, before[name]?.length]).not.toEqual([name, 0]);
    expect([name, before[name]?.some((row) => !row.includes('null'))]).toEqual([name, true]);
  }
  const database = postgresDatabase({ url: await newDatabase(), blobs: await folder() });
  await restored(await backedUp(home), database);
  const after = await allRows(database);
  // A restore ends the access of jobs by a record; these rows stay as they are.
  for (const { name } of otherTables) expect([name, after[name]]).toEqual([name, anew(before)[name]]);
  const there = dataDirectory(join(await folder(), 'there'));
  await restored(await backedUp(database), there);
  expect(await allRows(there)).toEqual(after);
});

test.each([
  ['a file', 'a database'],
  ['a database', 'a file'],
])('a backup of %s while 16 others write has everything that was answered before it began, in %s', async (from) => {
  const database = postgresDatabase({ url: await newDatabase(), blobs: await folder() });
  const home = dataDirectory(join(await folder(), 'data'));
  const places = from === 'a file' ? ([home, database] as const) : ([database, home] as const);
  expect(await backUpWhileWriting(...places)).toEqual(wholeBackup);
});

test('a database with tables of something else, or a folder with files of something else, takes no backup', async () => {
  const home = dataDirectory(await folder());
  await fillWithEveryKind(home, { createToken, listTokens, revokeToken, startService });
  const bytes = await backedUp(home);
  const url = await newDatabase();
  await administer('create table other (id text)', url);
  await expect(restored(bytes, postgresDatabase({ url, blobs: await folder() }))).rejects.toThrow(/is not empty: it holds tables/);
  const blobs = await folder();
  const free = await newDatabase();
  await restored(bytes, postgresDatabase({ url: free, blobs }));
  await expect(restored(bytes, postgresDatabase({ url: await newDatabase(), blobs }))).rejects.toThrow(
    /blobs is not empty: it holds [a-f0-9-]+\./,
  );
  await expect(restoreData({ dataDir: postgresDatabase({ url: await newDatabase() }), from: 'x.tar' })).rejects.toThrow(/no backup x\.tar/);
  await expect(restored(bytes, postgresDatabase({ url: await newDatabase() }))).rejects.toThrow('--blobs is missing');
});

test('a restore whose last answer is lost is there, once the server says so', async () => {
  const home = dataDirectory(await folder());
  await fillWithEveryKind(home, { createToken, listTokens, revokeToken, startService });
  const [url, blobs] = [await newDatabase(), await folder()];
  const gate = await openGate(url);
  gate.loseCommitAfter('analyze');
  const { verification } = await restored(await backedUp(home), postgresDatabase({ url: gate.url, blobs }));
  expect([gate.cuts(), verification.problem]).toEqual([1, undefined]);
  expect(await allRows(postgresDatabase({ url, blobs }))).toEqual(await allRows(home));
});

test('a restore whose end nobody can tell says so, and takes no file away', async () => {
  const home = dataDirectory(await folder());
  await fillWithEveryKind(home, { createToken, listTokens, revokeToken, startService });
  const [url, blobs, to] = [await newDatabase(), await folder(), await folder()];
  const gate = await openGate(url);
  gate.loseCommitAfter('analyze');
  gate.shutAfterCut(true);
  const from = join(to, 'backup.tar');
  await writeFile(from, await backedUp(home));
  const { err, terminal } = listening();
  expect(await restore({ from, databaseUrl: gate.url, blobs }, new AbortController().signal, terminal)).toBe(3);
  const said = err.join('\n');
  expect(said).toMatch(/Nobody can tell whether the database .* was restored\./);
  expect(said).not.toMatch(/Nothing of it was kept/);
  expect((await verifyData({ dataDir: postgresDatabase({ url, blobs }) })).problem).toBeUndefined();
});
