import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockFile } from '../../../src/service/store/sqlite/lock.ts';
import { folder } from '../../service/support.ts';

test('a lock is taken once at a time, and at once or not at all', async () => {
  const file = join(await folder(), 'service.lock');
  const unlock = lockFile(file);
  const start = performance.now();
  expect(() => lockFile(file)).toThrow(/locked/);
  expect(performance.now() - start).toBeLessThan(2_000);
  unlock();
  lockFile(file)();
});

test('a folder that is not there cannot be locked', async () => {
  expect(() => lockFile(join('/nonexistent', 'service.lock'))).toThrow(/unable to open/);
});
