import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { backedUp, restored } from '../backup-support.ts';
import { folder } from '../support.ts';
import { earlier, earlierNames, expectUpgraded } from './earlier-data.ts';

const names = (await earlierNames()).filter((name) => /^[\d.]+$/.test(name));

describe.each(names)('data of version %s', (name) => {
  test('is brought up to date, holds, says what it said, and takes new records', async () => {
    const { expected, home } = await earlier(name);
    expect(await expectUpgraded(home, expected)).toBeUndefined();
  });

  test('is backed up as it is, and restored as data of this version', async () => {
    const { expected, home } = await earlier(name);
    const before = await readFile(join(home, 'evidence.db'));
    const bytes = await backedUp(home);
    expect((await readFile(join(home, 'evidence.db'))).equals(before)).toBe(true);
    const there = join(await folder(), 'there');
    expect((await restored(bytes, there)).verification.organizations).toMatchObject(expected.organizations);
    expect(await expectUpgraded(there, expected)).toBeUndefined();
  });
});
