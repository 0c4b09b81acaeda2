import { afterEach, expect, test, vi } from 'vitest';
import { begunPlace, calledPlace, placeOf } from '../../src/cli/data-place.ts';
import { folder } from '../service/support.ts';

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

test('a directory in which nothing was kept is refused, unless it is a new one', async () => {
  const home = await folder();
  await expect(begunPlace({ data: home }, false)).rejects.toThrow('No service keeps its data in');
  expect(await begunPlace({ data: home }, true)).toBe(home);
});

test('what is there and cannot be read is told as it is, and is not taken for a place without data', async () => {
  await expect(begunPlace({ data: 'x'.repeat(300) }, false)).rejects.toThrow(/evidence\.db cannot be read: ENAMETOOLONG/);
});
