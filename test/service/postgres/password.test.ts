import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readAddress, withPassword } from '../../../src/service/postgres/address.ts';
import { folder } from '../support.ts';

const address = readAddress('postgresql://ada@db.example:5432/evidence', process.env);
beforeEach(() => vi.stubEnv('PGPASSWORD', ''));

/** A volume of a Kubernetes secret: the file is a link to one of a hidden folder. */
async function secret(mode: number): Promise<string> {
  const at = await folder();
  await mkdir(join(at, '..2026'));
  await writeFile(join(at, '..2026', 'pgpass'), 'db.example:5432:*:ada:se:cr\\:et%');
  await chmod(join(at, '..2026', 'pgpass'), mode);
  await symlink('..2026', join(at, '..data'));
  await symlink('..data/pgpass', join(at, 'pgpass'));
  vi.stubEnv('PGPASSFILE', join(at, 'pgpass'));
  return join(at, 'pgpass');
}

test.each([0o600, 0o400, 0o440, 0o640])('a password file of mode %o is used, as a link of a Kubernetes secret too', async (mode) => {
  await secret(mode);
  expect(decodeURIComponent(new URL(await withPassword(address)).password)).toMatch(/^se/);
});

test.each([0o644, 0o660, 0o604, 0o444])('one of mode %o is refused, with its name, its mode and the fix', async (mode) => {
  const file = await secret(mode);
  await expect(withPassword(address)).rejects.toMatchObject({
    message: expect.stringContaining(`The password file ${file} is not used: its mode is 0${mode.toString(8)}`),
    fix: expect.stringContaining(`chmod 0600 ${file}`),
  });
});

test('one that is not there, or a password that is told another way, leaves the address as it is', async () => {
  await secret(0o644);
  vi.stubEnv('PGPASSWORD', 'told');
  expect(await withPassword(address)).toBe(address.url);
  vi.stubEnv('PGPASSWORD', '');
  vi.stubEnv('PGPASSFILE', join(await folder(), 'none'));
  expect(await withPassword(address)).toBe(address.url);
});

test('the first line for the database counts, as for every client of PostgreSQL', async () => {
  const file = await secret(0o600);
  await writeFile(file, '# mine\ndb.example:5432:other:ada:no\r\ndb.example:5432:evidence:ada:yes\n*:*:*:*:no\n');
  expect(new URL(await withPassword(address)).password).toBe('yes');
  await writeFile(file, 'db.example:5432:other:ada:no\n');
  expect(await withPassword(address)).toBe(address.url);
});

test.skipIf(process.getuid?.() !== 0)('one that this user may not read is named, with the fix', async () => {
  await chmod(dirname(await secret(0o400)), 0o755);
  process.seteuid?.(65_534);
  onTestFinished(() => process.seteuid?.(0));
  await expect(withPassword(address)).rejects.toMatchObject({
    message: expect.stringMatching(/is not used: EACCES: permission denied/),
    fix: expect.stringContaining('`defaultMode: 0440` and `fsGroup`'),
  });
});
