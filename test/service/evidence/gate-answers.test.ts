import { expect, test } from 'vitest';
import { attest, field, putFlow, token, world } from '../support.ts';
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

test('what a gate says is sent in ASCII, and means the same', async () => {
  const it = await world();
  await putFlow(it, 'f', 'version: 1\ntrail:\n  attestations:\n    - {name: unit, type: junit}\n');
  await attest(it, 'f/t', { attestation_name: 'lint' });
  const answer = await fetch(`${it.service.url}/api/v2/trails/acme/f`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  expect(text).toMatch(/^[ -~]+$/);
  expect(field(JSON.parse(text), '0.gate.reason.fix')).toContain('(needs: …)');
});
