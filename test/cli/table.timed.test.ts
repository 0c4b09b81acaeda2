import { expect, test } from 'vitest';
import { table } from '../../src/cli/table.ts';
import { growth, tooMuch } from '../support/growth.ts';

test('eight times as many rows cost about eight times as much', async () => {
  const columns = Array.from('ABCDEFGHIJKLMNOP');
  expect(
    await growth((count) => {
      const rows = Array.from({ length: count }, () => columns);
      return () => table(columns, rows);
    }, 60),
  ).toBeLessThan(tooMuch);
});
