import { expect, test } from 'vitest';
import { TransportError, UsageError } from '../../../src/errors/index.ts';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { migrations } from '../../../src/service/migrations/migrations.ts';
import { postgresDatabase } from '../../../src/service/postgres.ts';
import { openStore } from '../../../src/service/store/open-data.ts';
import { password } from '../../support/postgres/cluster.ts';
import { administer, newDatabase, newSchema, urlOf } from '../../support/postgres/database.ts';

const at = (url: string) => postgresDatabase({ url });
const refusal = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'It was opened.').catch((error: unknown) => error);

test('several processes that begin at once make the tables once', async () => {
  const url = await newSchema();
  const stores = await Promise.all(Array.from({ length: 6 }, () => openStore(at(url), complianceRules)));
  const done = await administer('select version, name from migrations order by version', url);
  expect(done).toEqual(migrations.map(({ name, version }) => ({ version, name })));
  await Promise.all(stores.map((store) => store.close()));
});

test('several processes that bring tables up to date at once do it once', async () => {
  const url = await newSchema();
  await (await openStore(at(url), complianceRules)).close();
  const last = migrations.at(-1)?.version ?? 0;
  // The last migration once more: a second time it would fail.
  await administer(
    `delete from migrations where version = ${last}; alter table organizations drop column archived_at, drop column log_bytes, drop column file_bytes`,
    url,
  );
  const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(at(url), complianceRules)));
  expect(await administer(`select count(*)::integer as n from migrations where version = ${last}`, url)).toEqual([{ n: 1 }]);
  await Promise.all(stores.map((store) => store.close()));
});

test('tables are of this version where the server keeps constraints for columns that are never empty, as PostgreSQL 18 does', async () => {
  const url = await newSchema();
  await (await openStore(at(url), complianceRules)).close();
  // Earlier servers have no such kind, so the catalog is told of one.
  await administer(
    `alter table flows add constraint never_empty check (name is not null);
     update pg_constraint set contype = 'n' where conname = 'never_empty'; update pg_class set relchecks = 0 where oid = 'flows'::regclass`,
    url,
  );
  const store = await openStore(at(url), complianceRules);
  expect(store.damage()).toBeUndefined();
  await store.close();
});

test('data of a newer program is refused, and left as it is', async () => {
  const url = await newSchema();
  await (await openStore(at(url), complianceRules)).close();
  await administer(`insert into migrations values (999, 'future')`, url);
  expect(await refusal(openStore(at(url), complianceRules))).toMatchObject({
    message: expect.stringContaining('The data is of version 999'),
    fix: expect.stringContaining('Nothing was changed'),
  });
});

test.each([
  ['any table', 'create table customers (id integer)'],
  ['migrations of its own', 'create table migrations (id integer, name text)'],
  ['a view', 'create view sales as select 1 as x'],
])('a database with %s of something else is refused, and nothing is made in it', async (_, sql) => {
  const url = await newSchema();
  await administer(sql, url);
  for (const open of [() => openStore(at(url), complianceRules), () => at(url).find()])
    expect(await refusal(open())).toMatchObject({ message: expect.stringContaining('holds tables of something else') });
  const count = `select count(*)::integer as n from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v')`;
  expect(await administer(count, url)).toEqual([{ n: 1 }]);
});

test('an empty database is no data, until it is begun', async () => {
  const url = await newSchema();
  expect(await refusal(at(url).find())).toMatchObject({
    message: expect.stringContaining('holds no data'),
    fix: expect.stringContaining('--init'),
  });
  await (await openStore(at(url), complianceRules)).close();
  await at(url).find();
});

test('a database that is not in UTF-8 is refused', async () => {
  await administer(`create database latin1_${process.pid} encoding 'LATIN1' locale 'C' template template0`);
  expect(await refusal(openStore(at(urlOf(`latin1_${process.pid}`)), complianceRules))).toMatchObject({
    message: expect.stringContaining('is not in UTF-8, but in LATIN1'),
    fix: expect.stringContaining('--encoding=UTF8'),
  });
});

test('a user who may not make tables is told what is missing', async () => {
  const url = new URL(await newDatabase());
  await administer(`create role guest_${process.pid} login password '${password}'`);
  url.username = `guest_${process.pid}`;
  expect(await refusal(openStore(at(url.href), complianceRules))).toMatchObject({
    message: expect.stringMatching(/may not do this in the database .*permission denied/),
    fix: expect.stringContaining('owner of the database'),
  });
});

test.each([
  ['another password', (url: URL) => void (url.password = 'another-secret'), /does not let the user admin in/, /PGPASSFILE/],
  ['no password', (url: URL) => void (url.password = ''), /asks for a password of the user admin, and there is none/, /PGPASSWORD/],
  ['a database that is not there', (url: URL) => void (url.pathname = '/nowhere'), /has no database nowhere/, /createdb/],
  ['a port where nobody listens', (url: URL) => void (url.port = '1'), /cannot be reached: .*ECONNREFUSED/, /that the server runs/],
  ['TLS, which the server has not', (url: URL) => url.searchParams.set('sslmode', 'require'), /speaks no TLS/, /take sslmode out/],
  [
    'an authority that is not there',
    (url: URL) => url.searchParams.set('sslrootcert', '/none.pem'),
    /A file that the URL names cannot be read: .*none\.pem/,
    /sslrootcert/,
  ],
  ['a host that is not there', (url: URL) => void (url.hostname = 'nowhere.invalid'), /cannot be reached: /, /Check the address/],
])('%s is said, with the fix and without the password', async (_, change, message, fix) => {
  const url = new URL(urlOf('postgres'));
  change(url);
  for (const open of [() => openStore(at(url.href), complianceRules), () => at(url.href).find(), () => at(url.href).openSnapshot()]) {
    const error = await refusal(open());
    // Nobody's options are wrong where the server does not answer: such a command ends with 3.
    expect(error).toBeInstanceOf(message.source.startsWith('cannot be reached') ? TransportError : UsageError);
    expect(error).toMatchObject({ message: expect.stringMatching(message), fix: expect.stringMatching(fix) });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/secret/);
  }
});

test.each([
  ['mysql://ada:secret@db/evidence', /is not one of PostgreSQL/],
  ['postgres://ada:sec%ret@db/%zz', /malformed/],
  ['postgres://db', /names no database/],
  ['postgres://db/evidence', /names no user/],
  ['no url: secret', /is not one of PostgreSQL/],
  ['postgresql://ada:secret@db-1:5432,db-2:5432/evidence?target_session_attrs=read-write', /names several servers/],
  ['postgresql://ada:secret@db-1/evidence?host=db-1,db-2', /names several servers/],
])('the URL %s is refused, and not shown', (url, message) => {
  expect(() => at(url)).toThrow(expect.objectContaining({ message: expect.stringMatching(message) }));
  expect(() => at(url)).not.toThrow(/secret/);
});

test('the name of a database has no password', () => {
  expect(at('postgres://ada:secret@db.example:5433/evidence?sslmode=verify-full&password=secret').name).toBe(
    'postgresql://ada@db.example:5433/evidence',
  );
});
