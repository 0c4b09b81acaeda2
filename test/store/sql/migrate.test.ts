import { expect, test } from 'vitest';
import { migrations } from '../../../src/service/store/migrations/index.ts';
import { migrate, versionOf } from '../../../src/service/store/sql/migrate.ts';
import { connect, drive, type Connection } from '../../../src/service/store/sqlite/connection.ts';

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
    `The data is of version ${newest + 1}, and this program knows versions up to ${newest}. Use a newer program.`,
  );
});
