import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Damage } from '../../src/service/faults.ts';
import { createToken, listOidcRules, listTokens } from '../../src/service/index.ts';
import { folder } from './support.ts';

test.each([
  ['the list of tokens', 'tokens', listTokens],
  ['the list of rules', 'oidc_rules', listOidcRules],
])('damage in %s names the place and says what to do', async (_, table, list) => {
  const dataDir = await folder();
  await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'reader' });
  await overwrite(join(dataDir, 'evidence.db'), table);
  const error: unknown = await list(dataDir).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Damage);
  expect(String(error)).toContain(`The data in ${dataDir} is damaged: database disk image is malformed. Keep a copy of it`);
});

/** Writes over the first page of a table. */
async function overwrite(file: string, table: string): Promise<void> {
  const database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate)');
  const page = Number(database.prepare('select rootpage from sqlite_schema where name = ?').get(table)?.['rootpage']);
  const size = Number(database.prepare('pragma page_size').get()?.['page_size']);
  database.close();
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(size, 'x'), 0, size, (page - 1) * size);
  await handle.close();
}
