import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { migrations } from '../../../src/service/migrations/migrations.ts';
import { query, sql } from '../../../src/service/sql/sql.ts';
import { openSqlite } from '../../../src/service/sqlite/engine.ts';
import { folder } from '../support.ts';

const messageOf = (trigger: string, at: number) =>
  JSON.stringify({ environment_state: 'COMPLIANT', event: { at, environment: 'prod', environment_id: 'e', snapshot_index: 1, trigger } });

test('messages of an earlier program stand in the order in which they happened, and not in that of their next attempts', async () => {
  const file = join(await folder(), 'evidence.db');
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec('create table migrations (version integer primary key, name text not null)');
  for (const { name, statements, version } of migrations.filter((each) => each.version < 16)) {
    for (const statement of statements) database.exec(statement);
    database.prepare('insert into migrations (version, name) values (?, ?)').run(version, name);
  }
  database.exec("insert into organizations values ('o', 'acme', 0, '', 0, 0, 0, 0)");
  database.exec(
    "insert into notifications (org_id, id, number, details, created_at, created_by, last_modified_at) values ('o', 'n', 1, '{}', 0, 'ada', 0)",
  );
  const insert = database.prepare(
    `insert into outbox (org_id, id, notification_id, position, event, attempts, due_at, lease_until) values ('o', ?, 'n', 0, ?, ?, ?, 0)`,
  );
  insert.run('old', messageOf('ON_COMPLIANT_ENV', 1000.5), 7, 4600);
  insert.run('new', messageOf('ON_NON_COMPLIANT_ENV', 1100), 1, 1102);
  database.close();
  const engine = openSqlite(file);
  onTestFinished(() => engine.close());
  const rows = await engine.read(() => query(sql`select id, raised_at from outbox order by raised_at`));
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { id: 'old', raised_at: 1000.5 },
    { id: 'new', raised_at: 1100 },
  ]);
});
