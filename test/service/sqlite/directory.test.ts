import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockFile } from '../../../src/service/sqlite/directory.ts';
import { folder } from '../support.ts';

test('a lock is taken once at a time', async () => {
  const file = join(await folder(), 'service.lock');
  const unlock = lockFile(file);
  expect(() => lockFile(file)).toThrow(/locked/);
  unlock();
  lockFile(file)();
});

test('a folder that is not there cannot be locked', async () => {
  expect(() => lockFile(join('/nonexistent', 'service.lock'))).toThrow(/unable to open/);
});
