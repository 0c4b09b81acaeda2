import { describe, expect, test } from 'vitest';
import { problems } from './care/tamper.ts';
import { attest, field, green, putFlow, sha, world, type World } from './support.ts';

const skipped = { ...green, total: 2, skipped: 2 };
const commit = { git_commit_info: { sha1: sha, message: 'm' } };
const ofRun = (job: string, more: Readonly<Record<string, unknown>> = {}) => ({
  user_data: {
    compliance_evidence: { event: 'push', workflow: 'ci', job, run_id: '7', run_attempt: '1', nonce: `${job} ${Math.random()}`, ...more },
  },
});

async function stateOf(it: World, where = 'f/t'): Promise<unknown> {
  const [flow, trail] = where.split('/');
  const { body } = await it.get(`/trails/acme/${flow}/${trail}`);
  const row = field(body, 'compliance_status.attestations_statuses.0');
  return [field(body, 'compliance_state'), field(row, 'is_compliant'), field(row, 'no_test_ran')];
}

const empty = ['NON-COMPLIANT', false, true];
const full = ['COMPLIANT', true, undefined];

describe('a name that holds no test that ran', () => {
  test.each([
    ['no row', []],
    ['skipped tests alone', [skipped]],
    ['rows without a test', [{ ...green, total: 0 }]],
  ])('is not compliant: %s', async (_, rows) => {
    const it = await world();
    await attest(it, 'f/t', { junit_results: rows });
    expect(await stateOf(it)).toEqual(empty);
  });

  test('is compliant where the template lets it, and the gate is told', async () => {
    const it = await world();
    await putFlow(it, 'f', 'trail: {attestations: [{name: unit, type: junit, min_tests: 0}]}');
    await attest(it, 'f/t', { junit_results: [] });
    const { body } = await it.get('/trails/acme/f/t');
    expect(field(body, 'compliance_state')).toBe('COMPLIANT');
    expect(field(body, 'compliance_status.attestations_statuses.0')).toMatchObject({ is_compliant: true, min_tests: 0, no_test_ran: true });
  });

  test('takes its yes from an artifact too', async () => {
    const it = await world();
    await putFlow(it, 'f', 'trail: {artifacts: [{name: cli, attestations: [{name: unit, type: junit}]}]}');
    const fingerprint = 'c'.repeat(64);
    await attest(it, 'f/t', { target_artifacts: ['cli'], ...commit, ...ofRun('early') });
    const named = { fingerprint, filename: 'cli', trail_name: 't', template_reference_name: 'cli' };
    expect((await it.json('POST', '/artifacts/acme/f', { ...named, git_commit: sha, build_url: '', commit_url: '' })).status).toBe(201);
    await attest(it, 'f/t', { artifact_fingerprint: fingerprint, junit_results: [], ...commit, ...ofRun('late') });
    expect(field((await it.get('/trails/acme/f/t')).body, 'compliance_state')).toBe('COMPLIANT');
    await attest(it, 'f/t', { artifact_fingerprint: fingerprint, junit_results: [], ...commit, ...ofRun('early', { run_attempt: '2' }) });
    expect(field((await it.get('/trails/acme/f/t')).body, 'compliance_state')).toBe('NON-COMPLIANT');
  });

  test('is compliant again after a record with a test, and after an override', async () => {
    const it = await world();
    await attest(it, 'f/t', { junit_results: [] });
    const override = {
      attestation_name: 'unit',
      original_attestation_type: 'junit',
      new_compliance_status: true,
      reason: 'nothing to test',
    };
    expect((await it.json('POST', '/attestations/acme/f/trail/t/override', override)).status).toBe(200);
    expect(await stateOf(it)).toEqual(full);
    await attest(it, 'f/t', { junit_results: [] });
    expect(await stateOf(it)).toEqual(empty);
    await attest(it, 'f/t');
    expect(await stateOf(it)).toEqual(full);
  });
});

describe('a leg without a test', () => {
  test('is compliant next to one with a test, whichever came last', async () => {
    const it = await world();
    await attest(it, 'f/t', { ...commit, ...ofRun('linux') });
    await attest(it, 'f/t', { ...commit, ...ofRun('macos'), junit_results: [] });
    expect(await stateOf(it)).toEqual(full);
    await attest(it, 'f/t', { ...commit, ...ofRun('linux') });
    expect(await stateOf(it)).toEqual(full);
  });

  test('is a no where its legs are empty in their newest attempts', async () => {
    const it = await world();
    await attest(it, 'f/t', { ...commit, ...ofRun('linux') });
    await attest(it, 'f/t', { ...commit, ...ofRun('macos'), junit_results: [] });
    await attest(it, 'f/t', { ...commit, ...ofRun('linux', { run_attempt: '2' }), junit_results: [skipped] });
    expect(await stateOf(it)).toEqual(empty);
  });

  test('is helped by no test of another commit, nor by one of another trail', async () => {
    const it = await world();
    await attest(it, 'f/t', { git_commit_info: { sha1: 'b'.repeat(40), message: 'm' }, ...ofRun('linux') });
    await attest(it, 'f/u', { ...commit, ...ofRun('linux') });
    await attest(it, 'f/t', { ...commit, ...ofRun('macos'), junit_results: [] });
    expect(await stateOf(it)).toEqual(empty);
  });
});

test('rows that contradict themselves are no yes, and the record holds', async () => {
  const it = await world();
  await attest(it, 'f/t', { ...commit, junit_results: [green, { ...green, total: 1, skipped: 2 }] });
  expect(await stateOf(it)).toEqual(['NON-COMPLIANT', false, undefined]);
  expect(field((await it.get(`/attestations/acme?commit_list=${sha}`)).body, `${sha}.0.is_compliant`)).toBe(false);
  await attest(it, 'f/t', { junit_results: [], ...ofRun('linux') });
  await attest(it, 'f/u', { ...ofRun('linux') });
  await it.service.close();
  expect(await problems(it.dataDir)).toBe('');
});
