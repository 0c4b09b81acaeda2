import { expect, test } from 'vitest';
import { contradictions } from './any-world.ts';

test('of a few trails of all kinds every place says what the gate says, before and after changes', async () => {
  expect(await contradictions(1, 7)).toEqual([]);
});
