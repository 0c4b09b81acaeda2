import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { versionText } from '../../src/cli/program.ts';
import { version } from '../../src/commands/index.ts';
import { folder } from '../service/support.ts';

test('the commit that the program was built from stands next to the version, where it is known', async () => {
  const built = await folder();
  expect(versionText(built)).toBe(version);
  await writeFile(join(built, 'commit.txt'), `${'c'.repeat(40)}\n`);
  expect(versionText(built)).toBe(`${version} (commit ${'c'.repeat(40)})`);
});
