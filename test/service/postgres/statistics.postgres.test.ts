import { expect, onTestFinished, test } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { postgresDatabase } from '../../../src/service/postgres.ts';
import { readAddress } from '../../../src/service/postgres/address.ts';
import { openConnections } from '../../../src/service/postgres/connections.ts';
import { statisticsOn } from '../../../src/service/postgres/engine.ts';
import { openBackend, openStore } from '../../../src/service/store/open-data.ts';
import { administer, newDatabase } from '../../support/postgres/database.ts';
import { folder } from '../support.ts';

/** A database in which two services have a schema each: the URL of the second one, which is empty still, and a way to ask. */
async function shared() {
  const url = await newDatabase();
  await administer('create schema one; create schema two', url);
  const of = (schema: string) => `${url}?options=-csearch_path%3D${schema}`;
  await (await openStore(postgresDatabase({ url: of('one') }), complianceRules)).close();
  return { two: of('two'), ask: (sql: string) => administer(sql, url) };
}

const looked = `select relnamespace::regnamespace::text as schema, bool_or(reltuples >= 0) as looked from pg_class
  where relkind = 'r' and relnamespace in ('one'::regnamespace, 'two'::regnamespace) group by 1 order by 1`;

test('a restore has no lock on the tables of another schema, and looks at its own alone', async () => {
  const { ask, two } = await shared();
  const restoring = await openBackend(postgresDatabase({ url: two, blobs: await folder() })).openEmpty();
  await restoring.settle();
  const locks = await ask(
    `select distinct relnamespace::regnamespace::text as schema from pg_locks join pg_stat_activity using (pid)
     join pg_class on pg_class.oid = relation
     where backend_type = 'client backend' and database = (select oid from pg_database where datname = current_database())
     and pid <> pg_backend_pid() and mode = 'ShareUpdateExclusiveLock'`,
  );
  // The tables that it made are to be seen by itself alone until it is kept.
  expect(locks).toEqual([]);
  await restoring.keep();
  expect(await ask(looked)).toEqual([
    { schema: 'one', looked: false },
    { schema: 'two', looked: true },
  ]);
});

test('after many writes the server looks at the tables of the schema alone', async () => {
  const { ask, two } = await shared();
  await (await openStore(postgresDatabase({ url: two }), complianceRules)).close();
  const connections = await openConnections(readAddress(two), { most: 1 });
  onTestFinished(() => connections.end());
  statisticsOn(connections)(100);
  await expect
    .poll(() => ask(looked))
    .toEqual([
      { schema: 'one', looked: false },
      { schema: 'two', looked: true },
    ]);
});
