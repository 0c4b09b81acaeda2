import { describe, expect, test } from 'vitest';
import { attest, field, red, sha, world, type Answer, type World } from './support.ts';

/** Overrides `unit` on the trail `f/t`, which is evidence of tests, unless it is said otherwise. */
function override(it: World, compliant: boolean, more: object = {}): Promise<Answer> {
  return it.json('POST', '/attestations/acme/f/trail/t/override', {
    attestation_name: 'unit',
    reason: 'looked at by hand',
    new_compliance_status: compliant,
    original_attestation_type: 'junit',
    ...more,
  });
}

const fingerprint = 'f'.repeat(64);
const report = (it: World, commit = sha): Promise<Answer> =>
  it.json('POST', '/artifacts/acme/f', {
    fingerprint,
    filename: 'cli',
    git_commit: commit,
    build_url: 'https://ci.example/1',
    commit_url: 'https://host.example/c',
    template_reference_name: 'cli',
    trail_name: 't',
  });

const idOf = (answer: Answer): unknown => field(answer.body, 'attestation_id');

describe('of what an artifact stands by because of overrides', () => {
  const early = { target_artifacts: ['cli'], git_commit_info: { sha1: sha } };
  const overriddenOf = async (it: World): Promise<readonly unknown[]> => {
    const found = field((await it.get(`/search/acme/sha/${fingerprint}`)).body, 'artifacts.0.overridden_attestations');
    const listed = field((await it.get('/artifacts/acme?flow_name=f')).body, '0.overridden_attestations');
    const one = field((await it.get(`/artifacts/acme/f/fingerprint/${fingerprint}`)).body, 'overridden_attestations');
    expect([listed, one]).toEqual([found, found]);
    return Array.isArray(found) ? found : [];
  };

  test('nothing is told where nobody overrode anything', async () => {
    const it = await world();
    await attest(it, 'f/t', { junit_results: [red] });
    await report(it);
    expect(Object((await it.get(`/artifacts/acme/f/fingerprint/${fingerprint}`)).body)).not.toHaveProperty('overridden_attestations');
    expect(await overriddenOf(it)).toEqual([]);
  });

  test('its own evidence and that of its trail are told, each with both ids', async () => {
    const it = await world();
    const ofTrail = idOf(await attest(it, 'f/t', { junit_results: [red] }));
    await report(it);
    const own = idOf(await attest(it, 'f/t', { artifact_fingerprint: fingerprint, attestation_name: 'scan', junit_results: [red] }));
    const [one, other] = [
      idOf(await override(it, true)),
      idOf(await override(it, true, { artifact_fingerprint: fingerprint, attestation_name: 'scan' })),
    ];
    expect(await overriddenOf(it)).toEqual([
      { attestation_name: 'unit', attestation_type: 'junit', attestation_id: one, overridden_attestation_id: ofTrail, is_compliant: true },
      { attestation_name: 'scan', attestation_type: 'junit', attestation_id: other, overridden_attestation_id: own, is_compliant: true },
    ]);
    await attest(it, 'f/t');
    expect(await overriddenOf(it)).toMatchObject([{ attestation_name: 'scan' }]);
  });

  test('what was overridden by its name and commit is told until there is a later record', async () => {
    const it = await world();
    await attest(it, 'f/t', { ...early, junit_results: [red] });
    await override(it, true, early);
    await report(it, 'b'.repeat(40));
    expect(await overriddenOf(it)).toEqual([]);
    await report(it);
    expect(await overriddenOf(it)).toMatchObject([{ attestation_name: 'unit', is_compliant: true }]);
    await attest(it, 'f/t', { artifact_fingerprint: fingerprint });
    expect(await overriddenOf(it)).toEqual([]);
  });

  test('an override of another artifact on the trail is not told', async () => {
    const it = await world();
    await it.json('POST', '/artifacts/acme/f', {
      fingerprint: 'e'.repeat(64),
      filename: 'b',
      build_url: '',
      commit_url: '',
      template_reference_name: 'other',
      trail_name: 't',
    });
    await report(it);
    await attest(it, 'f/t', { artifact_fingerprint: 'e'.repeat(64), junit_results: [red] });
    await override(it, true, { artifact_fingerprint: 'e'.repeat(64) });
    expect(await overriddenOf(it)).toEqual([]);
  });
});
