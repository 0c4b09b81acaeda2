import { expect, test } from 'vitest';
import { world } from '../support.ts';
import { played, playedArtifacts, rows } from './gate-world.ts';

test('a trail is shown with what a gate says of it', async () => {
  const daily = rows.filter(({ demand, named }) => demand === 'unit is required' && named === 'its commit');
  expect(await played(await world(), daily)).toEqual([]);
});

test('an artifact is shown with what a gate says of it, alone, in a list and by a search', async () => {
  const verdicts = await playedArtifacts();
  expect(verdicts.get('on a green trail')).toBe('compliant');
  expect(verdicts.get('on a trail with a red nightly')).toBe('non-compliant');
  expect(verdicts.get('of two contents')).toBe('unknown');
});
