import { expect, onTestFinished, test } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { readAddress } from '../../../src/service/postgres/address.ts';
import { postgresDatabase } from '../../../src/service/postgres/database.ts';
import { openPostgres } from '../../../src/service/postgres/engine.ts';
import { query, sql } from '../../../src/service/sql/sql.ts';
import { openStore } from '../../../src/service/store/open-data.ts';
import { openCluster } from '../../support/postgres/cluster.ts';
import { administer } from '../../support/postgres/database.ts';
import { folder } from '../support.ts';

test('a commit whose wait for a copy was ended by somebody is answered when a copy has it, once', async () => {
  const cluster = await openCluster();
  onTestFinished(cluster.remove);
  const url = cluster.url('postgres');
  const engine = await openPostgres(readAddress(url));
  onTestFinished(() => engine.close());
  await engine.write(() => query(sql`create table things (name text primary key)`));
  const copies = async (names: string) => {
    await administer(`alter system set synchronous_standby_names = '${names}'`, url);
    await administer('select pg_reload_conf()', url);
  };
  /** The transactions that wait for a copy, each with its process. */
  const waiting = () =>
    administer(`select pid, xact_start::text as began from pg_stat_activity where wait_event = 'SyncRep'`, url) as Promise<
      readonly { readonly pid: number; readonly began: string }[]
    >;
  await copies('away');
  await expect.poll(() => administer('show synchronous_standby_names', url)).toEqual([{ synchronous_standby_names: 'away' }]);
  let runs = 0;
  let answer = '';
  const writing = engine
    .write(function* () {
      runs += 1;
      yield* query(sql`insert into things (name) values ('a') returning name`);
      return 'kept';
    }, 'acme')
    .then((result) => void (answer = result));
  await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1);
  const [first] = await waiting();
  await administer(`select pg_cancel_backend(${first?.pid})`, url);
  // Whether it was kept is asked with a write, which waits for the copy too.
  await expect.poll(async () => (await waiting()).filter(({ began }) => began !== first?.began), { timeout: 10_000 }).toHaveLength(1);
  expect(answer).toBe('');
  await copies('');
  await writing;
  expect([answer, runs]).toEqual(['kept', 1]);
});

test('a copy that is named in place of its server is refused as one', async () => {
  const server = await openCluster();
  onTestFinished(server.remove);
  const home = await folder();
  await (await openStore(postgresDatabase({ url: server.url('postgres'), blobs: home }), complianceRules)).close();
  const copy = await openCluster({ copyOf: server.url('postgres').replace(/\/postgres$/, '/') });
  onTestFinished(copy.remove);
  const opened = openStore(postgresDatabase({ url: copy.url('postgres'), blobs: home }), complianceRules);
  await expect(opened).rejects.toMatchObject({
    message: expect.stringMatching(/^The database postgresql:.* takes no writes: it is a copy of another one\.$/),
    fix: 'Name the server that the copy is made from.',
  });
});
