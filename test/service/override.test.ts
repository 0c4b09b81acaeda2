import { describe, expect, test } from 'vitest';
import { problems } from './care/tamper.ts';
import { attest, field, putFlow, red, sha, world, type Answer, type World } from './support.ts';

/** Overrides `unit` on the trail `f/t`, which is evidence of tests, unless it is said otherwise. */
function override(it: World, compliant: boolean, more: object = {}, trail = 'f/trail/t'): Promise<Answer> {
  return it.json('POST', `/attestations/acme/${trail}/override`, {
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
const statusOf = async (it: World): Promise<unknown> => field((await it.get('/trails/acme/f/t')).body, 'compliance_status');
const rowOf = async (it: World): Promise<unknown> => field(await statusOf(it), 'attestations_statuses.0');
const rowsOfCli = async (it: World): Promise<unknown> => field(await statusOf(it), 'artifacts_statuses.cli.attestations_statuses');

test('says of a red record that it complies, and the other way round, and keeps both', async () => {
  const it = await world();
  const original = idOf(await attest(it, 'f/t', { junit_results: [red] }));
  const first = await override(it, true, { description: 'flaky host', user_data: { ticket: 7 } });
  expect([first.status, field(first.body, 'message')]).toEqual([200, 'OK']);
  expect(await statusOf(it)).toMatchObject({ status: 'COMPLIANT', is_compliant: true });
  expect(await rowOf(it)).toEqual({
    attestation_name: 'unit',
    attestation_type: 'junit',
    attestation_id: idOf(first),
    overridden_attestation_id: original,
    status: 'COMPLETE',
    is_compliant: true,
    unexpected: true,
  });
  const second = await override(it, false);
  expect(await rowOf(it)).toMatchObject({ attestation_id: idOf(second), overridden_attestation_id: original, is_compliant: false });
  expect(field(await statusOf(it), 'status')).toBe('NON-COMPLIANT');
  const { body } = await it.get('/attestations/acme/f/trail/t/unit');
  expect(body).toMatchObject([
    { attestation_id: idOf(second), attestation_type: 'override', is_compliant: false },
    {
      attestation_id: idOf(first),
      attestation_type: 'override',
      is_compliant: true,
      overridden_attestation_id: original,
      reason: 'looked at by hand',
      new_compliance_status: true,
      original_attestation_type: 'junit',
      description: 'flaky host',
      user_data: { ticket: 7 },
      reported_by: 'ada',
    },
    { attestation_id: original, attestation_type: 'junit', is_compliant: false },
  ]);
  expect(await problems(it.dataDir)).toBe('');
});

test('counts until there is another record of the name', async () => {
  const it = await world();
  await attest(it, 'f/t', { junit_results: [red] });
  await override(it, true);
  const later = idOf(await attest(it, 'f/t', { junit_results: [red] }));
  const row = await rowOf(it);
  expect(row).toMatchObject({ attestation_id: later, is_compliant: false });
  expect(row).not.toHaveProperty('overridden_attestation_id');
});

describe('about an artifact', () => {
  const template = 'version: 1\ntrail: {artifacts: [{name: cli, attestations: [{name: unit, type: junit}]}]}\n';

  test('overrides what speaks for it, whether that was made before it or after', async () => {
    const it = await world();
    await putFlow(it, 'f', template);
    const early = idOf(await attest(it, 'f/t', { target_artifacts: ['cli'], git_commit_info: { sha1: sha }, junit_results: [red] }));
    await report(it);
    await override(it, true, { artifact_fingerprint: fingerprint });
    expect(await rowsOfCli(it)).toMatchObject([{ overridden_attestation_id: early, is_compliant: true, unexpected: false }]);
    expect(field(await statusOf(it), 'status')).toBe('COMPLIANT');
    const own = idOf(await attest(it, 'f/t', { artifact_fingerprint: fingerprint, junit_results: [red] }));
    expect(field(await statusOf(it), 'status')).toBe('NON-COMPLIANT');
    await override(it, true, { artifact_fingerprint: fingerprint });
    expect(await rowsOfCli(it)).toMatchObject([{ overridden_attestation_id: own, is_compliant: true }]);
    expect((await it.get('/artifacts/acme?flow_name=f')).body).toMatchObject([
      { state: 'COMPLIANT', evidence: { unit: { evidence_type: 'junit', is_compliant: true } } },
    ]);
    expect(await problems(it.dataDir)).toBe('');
  });

  test('by its name is bound to a commit, as the evidence is', async () => {
    const it = await world();
    await putFlow(it, 'f', template);
    const early = { target_artifacts: ['cli'], git_commit_info: { sha1: sha } };
    await attest(it, 'f/t', { ...early, junit_results: [red] });
    expect((await override(it, true, { target_artifacts: ['cli'] })).status).toBe(400);
    expect((await override(it, true, early)).status).toBe(200);
    await report(it, 'b'.repeat(40));
    expect(field(await statusOf(it), 'status')).toBe('INCOMPLETE');
    await report(it);
    expect(field(await statusOf(it), 'status')).toBe('COMPLIANT');
  });

  test('that is not on the trail is refused', async () => {
    const it = await world();
    await attest(it, 'f/t');
    const answer = await override(it, true, { artifact_fingerprint: fingerprint });
    expect([answer.status, field(answer.body, 'message')]).toEqual([
      404,
      expect.stringContaining(`no artifact with the fingerprint ${fingerprint}`),
    ]);
  });

  test('leaves the evidence of the same name on the trail itself alone', async () => {
    const it = await world();
    await attest(it, 'f/t', { junit_results: [red] });
    await report(it);
    expect((await override(it, true, { artifact_fingerprint: fingerprint })).status).toBe(404);
    await attest(it, 'f/t', { artifact_fingerprint: fingerprint, junit_results: [red] });
    await override(it, true, { artifact_fingerprint: fingerprint });
    expect(field(await statusOf(it), 'status')).toBe('NON-COMPLIANT');
  });
});

describe('of evidence that was never made', () => {
  test('stands where the template asks for it, and says that there is nothing behind it', async () => {
    const it = await world();
    await putFlow(it, 'f', 'version: 1\ntrail: {attestations: [{name: unit, type: junit}]}\n');
    await attest(it, 'f/t', { attestation_name: 'other' });
    const id = idOf(await override(it, true));
    expect(await statusOf(it)).toMatchObject({ status: 'COMPLIANT' });
    expect(await rowOf(it)).toMatchObject({
      attestation_id: id,
      overridden_attestation_id: id,
      attestation_type: 'junit',
      unexpected: false,
    });
  });

  test('is refused where nothing asks for it, and begins neither flow nor trail', async () => {
    const it = await world();
    await attest(it, 'f/t', { attestation_name: 'other' });
    for (const trail of ['f/trail/t', 'f/trail/nowhere', 'nowhere/trail/t']) {
      const answer = await override(it, true, {}, trail);
      expect([answer.status, field(answer.body, 'message')]).toEqual([
        404,
        expect.stringMatching(/has no evidence 'unit', .* asks for none\./),
      ]);
    }
    expect((await it.get('/flows/acme/nowhere')).status).toBe(404);
    expect((await it.get('/trails/acme/f/nowhere')).status).toBe(404);
  });
});

test('the type that it names must be that of the evidence, which a template that asks for another does not change', async () => {
  const it = await world();
  await putFlow(it, 'f', 'version: 1\ntrail: {attestations: [{name: unit, type: generic}]}\n');
  await attest(it, 'f/t', { junit_results: [red] });
  const answer = await override(it, true, { original_attestation_type: 'generic' });
  expect([answer.status, field(answer.body, 'errors.original_attestation_type')]).toEqual([
    400,
    expect.stringContaining('must be "junit"'),
  ]);
  expect(field(await statusOf(it), 'status')).toBe('NON-COMPLIANT');
});

test.each([
  ['reason', { reason: '' }],
  ['new_compliance_status', { new_compliance_status: 'true' }],
  ['original_attestation_type', { original_attestation_type: '*' }],
  ['attestation_name', { attestation_name: undefined }],
  ['surplus', { surplus: 1 }],
])('is refused when its %s is wrong', async (name, more) => {
  const it = await world();
  await attest(it, 'f/t', { junit_results: [red] });
  const answer = await override(it, true, more);
  expect([answer.status, Object.keys(Object(field(answer.body, 'errors')))]).toEqual([400, [name]]);
});

test('is recorded once when it is sent twice with one key', async () => {
  const it = await world();
  await attest(it, 'f/t', { junit_results: [red] });
  const send = (status: boolean): Promise<Response> =>
    fetch(`${it.service.url}/api/v2/attestations/acme/f/trail/t/override`, {
      method: 'POST',
      headers: { authorization: 'Bearer a-token-for-tests-only', 'content-type': 'application/json', 'idempotency-key': 'k' },
      body: JSON.stringify({ attestation_name: 'unit', reason: 'r', new_compliance_status: status, original_attestation_type: 'junit' }),
    });
  const answers = [await send(true), await send(true), await send(false)];
  expect(answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
    [200, null],
    [200, 'true'],
    [422, null],
  ]);
  expect((await it.get('/attestations/acme/f/trail/t/unit')).body).toHaveLength(2);
});

test('is found by its type in a search by commit, on either path', async () => {
  const it = await world();
  await attest(it, 'f/t', { junit_results: [red], git_commit_info: { sha1: sha } });
  const id = idOf(await override(it, true, { git_commit_info: { sha1: sha } }));
  for (const path of ['/attestations/acme', '/attestations/acme/list_attestations_for_criteria']) {
    const { body, status } = await it.get(`${path}?commit_list=${sha}&attestation_type=override`);
    expect([status, body]).toMatchObject([200, { [sha]: [{ attestation_id: id, attestation_type: 'override' }] }]);
    expect(field((await it.get(`${path}?commit_list=${sha}&attestation_type=junit`)).body, sha)).toHaveLength(1);
  }
});

test('is no type that a template may ask for', async () => {
  const it = await world();
  expect((await putFlow(it, 'f', 'version: 1\ntrail: {attestations: [{name: unit, type: override}]}\n')).status).toBe(400);
});
