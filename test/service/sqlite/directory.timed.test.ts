import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockFile } from '../../../src/service/sqlite/directory.ts';
import { folder } from '../support.ts';

test('a lock that another has is refused at once', async () => {
  const file = join(await folder(), 'service.lock');
  const unlock = lockFile(file);
  const start = performance.now();
  expect(() => lockFile(file)).toThrow(/locked/);
  expect(performance.now() - start).toBeLessThan(2_000);
  unlock();
});
