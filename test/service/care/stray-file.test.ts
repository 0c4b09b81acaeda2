import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { strayFile } from '../../../src/service/care/verify.ts';
import { openSnapshot, openSqlite } from '../../../src/service/sqlite/engine.ts';
import { folder } from '../support.ts';

test('a file that no record names is found among thousands', async () => {
  const file = join(await folder(), 'evidence.db');
  await openSqlite(file, { scratch: true }).close();
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  const names = Array.from({ length: 2_500 }, (_, index) => `f${index}`);
  database.exec('begin');
  for (const name of names) database.exec(`insert into blobs values ('o', '${name}', 'a', 's', 1)`);
  database.exec('commit');
  database.close();
  const engine = openSnapshot(file);
  onTestFinished(() => engine.close());
  expect(await strayFile(engine, [])).toBeUndefined();
  expect(await strayFile(engine, names)).toBeUndefined();
  for (const place of [0, 999, 1_000, 2_400]) {
    expect(await strayFile(engine, names.toSpliced(place, 0, 'stray'))).toBe('The file blobs/stray is named by no record.');
  }
});
