import { cp, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as service from '../../../src/service/index.ts';
import { folder } from '../support.ts';
import { fillWithEveryKind } from './every-kind.ts';

/** A data directory with something in every column of every table, and the heads that came back. It outlives the test. */
export async function keptData(): Promise<{ readonly whole: string; readonly heads: readonly string[] }> {
  const whole = await mkdtemp(join(tmpdir(), 'verify-'));
  const heads = await fillWithEveryKind(whole, service);
  // One is archived, and stays so.
  await service.changeOrganization(whole, 'globex', true);
  return { whole, heads };
}

/** A copy that may be spoiled. */
export async function copyOf(whole: string): Promise<string> {
  const home = await folder();
  await cp(whole, home, { recursive: true });
  return home;
}

/** A copy with a changed database, as made by somebody who has the file in hand. Its attached files are the same ones. */
export async function tamperedCopy(whole: string, change: (database: DatabaseSync) => void): Promise<string> {
  const home = await folder();
  await cp(join(whole, 'evidence.db'), join(home, 'evidence.db'));
  await symlink(join(whole, 'blobs'), join(home, 'blobs'));
  const database = new DatabaseSync(join(home, 'evidence.db'), { defensive: false });
  database.exec('pragma foreign_keys = off; pragma synchronous = off');
  change(database);
  database.close();
  return home;
}

/** The problems that are found, a line each. */
export async function problems(dataDir: service.Place, more: { readonly head?: string; readonly org?: string } = {}): Promise<string> {
  const report = await service.verifyData({ dataDir, ...more });
  return [...report.organizations.map(({ problem }) => problem), report.problem].filter((problem) => problem !== undefined).join('\n');
}
