import { expect, test } from 'vitest';
import { mostNames } from '../../src/service/resources/trails/tables.ts';
import { attest, red, sha, world } from './support.ts';

test('a trail takes so many names, and a name that it has after that', async () => {
  const it = await world();
  const targets = Array.from({ length: 256 }, (_, index) => `a${index}`);
  const record = (name: string, more: object = {}) =>
    attest(it, 'f/t', { attestation_name: name, target_artifacts: targets, git_commit_info: { sha1: sha }, ...more });
  const rounds = Math.floor(mostNames / targets.length);
  for (let round = 0; round < rounds; round += 1) expect((await record(`n${round}`)).status).toBe(201);
  expect(await record('one-more')).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("The trail 't' is full. A trail holds at most 10000 names.") },
  });
  expect((await record('n0', { junit_results: [red] })).status).toBe(201);
  expect((await it.get('/trails/acme/f/t')).body).toMatchObject({ compliance_state: 'NON-COMPLIANT' });
});
