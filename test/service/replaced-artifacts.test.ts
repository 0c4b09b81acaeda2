import { describe, expect, test } from 'vitest';
import { attest, field, green, putFlow, red, sha, world, type World } from './support.ts';

const first = 'ab'.repeat(32);
const second = 'cd'.repeat(32);
const template = `version: 1
trail:
  artifacts:
    - name: image
      attestations:
        - name: scan
          type: junit
`;

/** A trail on which a second artifact took the name of the first, which was compliant. */
async function replaced(): Promise<World> {
  const it = await world();
  await putFlow(it, 'f', template);
  await report(it, first);
  await scan(it, first, true);
  expect(await stateOf(it, first)).toBe('COMPLIANT');
  await report(it, second);
  return it;
}

async function report(it: World, fingerprint: string): Promise<void> {
  const build = { filename: 'shop.tgz', build_url: 'https://ci.example/b', commit_url: '', git_commit: sha };
  const answer = await it.json('POST', '/artifacts/acme/f', { ...build, fingerprint, trail_name: 't', template_reference_name: 'image' });
  expect(answer.status).toBe(201);
}

async function scan(it: World, fingerprint: string, isGreen: boolean): Promise<void> {
  const data = { attestation_name: 'scan', artifact_fingerprint: fingerprint, junit_results: [isGreen ? green : red] };
  expect((await it.form('POST', '/attestations/acme/f/trail/t/junit', data)).status).toBe(201);
}

async function stateOf(it: World, fingerprint: string): Promise<unknown> {
  return field((await it.get(`/artifacts/acme/f/fingerprint/${fingerprint}`)).body, 'state');
}

describe('an artifact that another one took the name of', () => {
  test('keeps its state while nothing is recorded of it', async () => {
    const it = await replaced();
    expect([await stateOf(it, first), await stateOf(it, second)]).toEqual(['COMPLIANT', 'INCOMPLETE']);
    await scan(it, second, false);
    expect([await stateOf(it, first), await stateOf(it, second)]).toEqual(['COMPLIANT', 'NON-COMPLIANT']);
  });

  test('is not compliant once it is recorded so, and the other one is what it was', async () => {
    const it = await replaced();
    await scan(it, second, true);
    await scan(it, first, false);
    expect([await stateOf(it, first), await stateOf(it, second)]).toEqual(['NON-COMPLIANT', 'COMPLIANT']);
    await scan(it, first, true);
    expect(await stateOf(it, first)).toBe('COMPLIANT');
  });

  test('is not compliant either once the trail itself is not', async () => {
    const it = await replaced();
    await attest(it, 'f/t', { attestation_name: 'review', junit_results: [red] });
    expect(await stateOf(it, first)).toBe('NON-COMPLIANT');
  });
});
