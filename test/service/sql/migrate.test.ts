import { expect, test } from 'vitest';
import { migrate, migrations, versionOf } from '../../../src/service/migrations/migrations.ts';
import { connect, drive, type Connection } from '../../../src/service/sqlite/connection.ts';

const newest = migrations.at(-1)?.version ?? 0;

/** A database in memory. */
function database(): Connection {
  return connect(':memory:', { readOnly: false });
}

const done = (connection: Connection) => connection.run({ sql: 'select * from migrations order by version', args: [] });

test('every migration is made once, in order, and noted', () => {
  const connection = database();
  drive(connection, migrate());
  expect(done(connection)).toEqual(migrations.map(({ version, name }) => ({ version, name })));
  expect(drive(connection, versionOf())).toBe(newest);
  const first = done(connection);
  drive(connection, migrate());
  expect(done(connection)).toEqual(first);
});

test('migrations have numbers without a gap, and names', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
  for (const { name, statements } of migrations) {
    expect(name).toMatch(/^[a-z]/);
    expect(statements.length).toBeGreaterThan(0);
  }
});

test('tables without a migration have no version', () => {
  const connection = database();
  connection.exec('create table migrations (version integer primary key, name text not null)');
  expect(drive(connection, versionOf())).toBeUndefined();
});

test('data of a newer program is left as it is', () => {
  const connection = database();
  drive(connection, migrate());
  connection.run({ sql: `insert into migrations (version, name) values ($1, 'later')`, args: [newest + 1] });
  expect(() => drive(connection, migrate())).toThrow(
    expect.objectContaining({
      message: `The data is of version ${newest + 1}, and this program knows versions up to ${newest}.`,
      fix: 'Use the program that served this data last, or a newer one. Nothing was changed.',
    }),
  );
});

test('data with records of kinds that are not known is refused, each kind by its name', () => {
  const connection = database();
  drive(connection, migrate());
  connection.exec(`insert into organizations values ('o', 'o', 0, '', 0, 0, 0, 0, null, 0, 0)`);
  const kinds = ['attestation', 'later', 'flow_reported', 'aaa', 'later', 'trail_updated'];
  const insert = (kind: string, at: number) =>
    connection.exec(`insert into records values ('o', ${at}, 'r${at}', '${kind}', ${at}, null, '', '', '{}', '{}')`);
  for (const [at, kind] of kinds.entries()) insert(kind, at);
  expect(() => drive(connection, migrate())).toThrow(
    expect.objectContaining({
      name: 'UsageError',
      message: 'The data holds records of kinds that this program does not know: aaa, later.',
      fix: 'Use the program that served this data last, or a newer one. Nothing was changed.',
    }),
  );
  connection.exec(`delete from records where kind in ('aaa', 'later')`);
  expect(() => drive(connection, migrate())).not.toThrow();
});

test('the templates of each flow of older data are counted in their order, and those of trails are not', () => {
  const connection = database();
  const run = (sql: string): void => void connection.run({ sql, args: [] });
  const older = migrations.filter(({ version }) => version < 8);
  connection.exec('create table migrations (version integer primary key, name text not null, applied_at double precision not null)');
  for (const { name, statements, version } of older) {
    for (const sql of statements) connection.exec(sql);
    run(`insert into migrations values (${version}, '${name}', 0)`);
  }
  for (const org of ['o', 'p']) run(`insert into organizations values ('${org}', '${org}', 0, '', 0, 0, 0, 0)`);
  for (const [org, flow] of [
    ['o', 'f'],
    ['o', 'g'],
    ['p', 'f'],
  ])
    run(`insert into flows values ('${org}', '${flow}', '${flow}', '{}', 't', 0, 0, 0, 'ada', false)`);
  const brought = [
    ['o', 'f', 'flow_reported', 1.5],
    ['o', 'f', 'trail_reported', 2.5],
    ['o', 'g', 'flow_reported', 3.5],
    ['o', 'f', 'flow_updated', 4.5],
    ['p', 'f', 'flow_reported', 2.5],
  ] as const;
  for (const [index, [org, flow, kind, at]] of brought.entries()) {
    run(`insert into records values ('${org}', ${index}, 'r${index}', '${kind}', ${at}, null, '', '', '{}', '{}')`);
    run(`insert into templates values ('${org}', 't${index}', '${flow}', '{}', ${at})`);
  }
  drive(connection, migrate());
  expect(connection.run({ sql: 'select version from templates order by id', args: [] })).toEqual(
    [1, 0, 1, 2, 1].map((version) => ({ version })),
  );
});
