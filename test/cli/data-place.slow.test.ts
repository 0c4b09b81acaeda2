import { spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folder } from '../service/support.ts';
import { root } from '../support/sources.ts';

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
