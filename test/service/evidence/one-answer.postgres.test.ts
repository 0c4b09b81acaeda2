import { expect, test } from 'vitest';
import { contradictions } from './any-world.ts';

test('of trails of all kinds every place says what the gate says, on this engine too', async () => {
  expect(await contradictions(15, 11)).toEqual([]);
}, 600_000);
