import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migrations } from '../../../src/service/migrations/migrations.ts';
import { earlier, expectUpgraded } from './earlier-data.ts';

const newest = migrations.at(-1)?.version ?? 0;

/** A service that opens the data and dies, as by `kill -9`, before its statement with this number. */
const program = `
  import { DatabaseSync } from 'node:sqlite';
  let left = Number(process.argv[2]);
  const count = () => { if ((left -= 1) < 0) process.kill(process.pid, 'SIGKILL'); };
  for (const name of ['exec', 'prepare']) {
    const real = DatabaseSync.prototype[name];
    DatabaseSync.prototype[name] = function (...args) { count(); return real.apply(this, args); };
  }
  const { openStore } = await import(${JSON.stringify(new URL('../../../src/service/store/open-data.ts', import.meta.url).href)});
  await (await openStore(process.argv[1])).close();`;

function versionIn(home: string): number {
  const database = new DatabaseSync(join(home, 'evidence.db'));
  try {
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    return Number(database.prepare('select max(version) as version from migrations').get()?.version);
  } finally {
    database.close();
  }
}

test('an upgrade that is killed before any of its statements leaves the data as it was, or as it will be', async () => {
  const found = new Set<number>();
  const problems: unknown[] = [];
  for (let statements = 0, isDone = false; !isDone; statements += 9) {
    const { expected, home } = await earlier('1');
    const { signal, status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program, home, String(statements)], {
      encoding: 'utf8',
    });
    isDone = status === 0;
    expect([signal, stderr]).toEqual([isDone ? null : 'SIGKILL', '']);
    const version = versionIn(home);
    expect([1, newest]).toContain(version);
    found.add(version);
    if (isDone || statements % 45 === 0) problems.push(await expectUpgraded(home, expected));
  }
  expect([...found].toSorted((one, other) => one - other)).toEqual([1, newest]);
  expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
});
