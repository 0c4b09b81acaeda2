import { expect, it } from 'vitest';
import { fingerprintOf } from '../../src/files/index.ts';
import { withTree } from './trees.ts';

it('matches a hostile pattern against a long name in no time', async () => {
  await withTree({ [`${'a'.repeat(250)}b`]: '1' }, async (directory) => {
    const before = performance.now();
    await fingerprintOf(directory, { exclude: [`${'*a'.repeat(100)}*c`] });
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});
