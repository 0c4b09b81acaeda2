import { expect, test } from 'vitest';
import { world } from '../support.ts';
import { played, rows } from './gate-world.ts';

test('every trail is shown with what a gate says of it', async () => {
  expect(rows.length).toBeGreaterThan(200);
  expect(await played(await world(), rows)).toEqual([]);
});
