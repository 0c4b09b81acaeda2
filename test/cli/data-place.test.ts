import { spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { begunPlace, calledPlace, placeOf } from '../../src/cli/data-place.ts';
import { folder } from '../service/support.ts';
import { root } from '../support/sources.ts';

const url = 'postgresql://ada:secret@db.example/evidence';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('the data is in a directory, or in the database of the option or of the variable', async () => {
  vi.stubEnv('EVIDENCE_DATABASE_URL', '');
  expect(await placeOf({ data: 'x' })).toBe('x');
  expect(await calledPlace(await placeOf({ databaseUrl: url }))).toBe('database postgresql://ada@db.example:5432/evidence');
  vi.stubEnv('EVIDENCE_DATABASE_URL', url.replace('db.', 'other.'));
  expect(await calledPlace(await placeOf({}))).toBe('database postgresql://ada@other.example:5432/evidence');
  expect(await calledPlace(await placeOf({ databaseUrl: url }))).toContain('@db.example');
});

test.each([
  [{ data: 'x', databaseUrl: url }, '', /--data and --database-url both say/],
  [{ data: 'x' }, url, /--data and EVIDENCE_DATABASE_URL both say/],
  [{ data: 'x', blobs: 'y' }, '', /--blobs goes with a database/],
  [{}, '', /--data is missing/],
])('%j, with the variable %j, is refused without the password', async (options, variable, message) => {
  vi.stubEnv('EVIDENCE_DATABASE_URL', variable);
  await expect(placeOf(options)).rejects.toThrow(message);
  await expect(placeOf(options)).rejects.not.toThrow(/secret/);
});

test.skipIf(process.platform === 'win32')('data that this user may not read is not taken for a directory without data', async () => {
  const home = await folder();
  await writeFile(join(home, 'evidence.db'), '');
  await chmod(home, 0);
  onTestFinished(() => chmod(home, 0o700));
  const script = `import { begunPlace } from ${JSON.stringify(join(root, 'src/cli/data-place.ts'))};
    await begunPlace({ data: ${JSON.stringify(home)} }, false).catch(({ message, fix }) => console.log(JSON.stringify({ message, fix })));`;
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8', cwd: '/', ...nobody });
  expect(JSON.parse(stdout)).toEqual({
    message: expect.stringMatching(/evidence\.db cannot be read: EACCES/),
    fix: expect.stringMatching(/as the user that the service runs as.*chown -R/),
  });
});

test('a directory in which nothing was kept is refused, unless it is a new one', async () => {
  const home = await folder();
  await expect(begunPlace({ data: home }, false)).rejects.toThrow('No service keeps its data in');
  expect(await begunPlace({ data: home }, true)).toBe(home);
});
