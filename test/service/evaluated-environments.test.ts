import { expect, test } from 'vitest';
import { verifyData } from '../../src/service/index.ts';
import { print, provide, putEnvironment, report } from './environment-support.ts';
import { attest, field, green, putFlow, putPolicy, red, world, type Client, type World } from './support.ts';

/** Every artifact must come from a flow, and its trail must be compliant. */
const strict = `_schema: https://kosli.com/schemas/policy/environment/v1
artifacts:
  provenance:
    required: true
  trail-compliance:
    required: true
`;

const withUnit = `${strict}  attestations:
    - name: unit
      type: junit
`;

/** The environment `prod` with a policy. */
async function stage(): Promise<World> {
  const it = await world();
  await putEnvironment(it, 'prod');
  expect((await putPolicy(it, 'strict', strict)).status).toBe(201);
  return it;
}

const attach = async (to: Client, ...names: readonly string[]) =>
  expect((await to.json('POST', '/environments/acme/prod/policies', { policy_names: names })).status).toBe(200);

/** The state of the environment, the number of its latest snapshot, and the compliance of each artifact in it. */
async function known(to: Client): Promise<unknown> {
  const [environment, { body }] = [(await to.get('/environments/acme/prod')).body, await to.get('/snapshots/acme/prod/-1')];
  const artifacts = field(body, 'artifacts');
  const each = Array.isArray(artifacts) ? artifacts.map((artifact) => [field(artifact, 'name'), field(artifact, 'compliant')]) : [];
  return [field(environment, 'state'), field(body, 'index'), Object.fromEntries(each)];
}

const types = async (to: Client): Promise<readonly unknown[]> => {
  const { body } = await to.get('/environments/acme/prod/events?reverse=true&per_page=100');
  return Array.isArray(body) ? body.map((event) => field(event, 'type')) : [];
};

test('a policy that is attached decides what runs, in a snapshot of its own; one that is detached does not', async () => {
  const it = await stage();
  await provide(it, 'a', 't');
  await report(it, 'prod', 'ab');
  expect(await known(it)).toEqual([null, 1, { a: null, b: null }]);
  await attach(it, 'strict');
  expect(await known(it)).toEqual([false, 2, { a: true, b: false }]);
  const snapshot = (await it.get('/snapshots/acme/prod/2')).body;
  expect(snapshot).toMatchObject({
    compliant: false,
    artifact_compliance_count: { true: 1, false: 1, null: 0 },
    applied_policies: [{ policy_name: 'strict', policy_version: 1 }],
    artifacts: [
      { policy_decisions: [{ policy_name: 'strict', policy_version: 1, status: 'COMPLIANT' }], reasons_for_incompliance: [] },
      {
        policy_decisions: [{ policy_name: 'strict', policy_version: 1, status: 'NON-COMPLIANT' }],
        reasons_for_incompliance: [`The policy 'strict' requires provenance.`, `The policy 'strict' requires trail-compliance.`],
      },
    ],
  });
  expect((await it.get('/environments/acme/prod')).body).toMatchObject({ policies: ['strict'] });
  const body = { policy_names: ['strict'] };
  expect((await it.json('DELETE', '/environments/acme/prod/policies', body)).status).toBe(200);
  expect(await known(it)).toEqual([null, 3, { a: null, b: null }]);
  expect(await types(it)).toEqual(['started', 'started', 'became-non-compliant']);
});

test('what is attached must be there, and is not attached to an environment that is made of others', async () => {
  const it = await stage();
  const answer = await it.json('POST', '/environments/acme/prod/policies', { policy_names: ['strict', 'lax'] });
  expect([answer.status, field(answer.body, 'message')]).toEqual([
    404,
    expect.stringContaining(`no policy 'lax' in the organization 'acme'`),
  ]);
  expect((await it.get('/environments/acme/prod')).body).toMatchObject({ policies: [] });
  await putEnvironment(it, 'all', { type: 'logical' });
  expect((await it.json('POST', '/environments/acme/all/policies', { policy_names: ['strict'] })).status).toBe(400);
});

test('evidence that comes later changes what is known, each time in a snapshot and one event', async () => {
  const it = await stage();
  await putFlow(
    it,
    'f',
    'version: 1\ntrail:\n  artifacts:\n    - name: artifact\n      attestations:\n        - name: unit\n          type: junit\n',
  );
  await provide(it, 'a', 't');
  await attach(it, 'strict');
  await report(it, 'prod', 'a');
  expect(await known(it)).toEqual([false, 1, { a: false }]);
  await attest(it, 'f/t', { artifact_fingerprint: print('a'), junit_results: [red] });
  expect(await known(it)).toEqual([false, 1, { a: false }]);
  await attest(it, 'f/t', { artifact_fingerprint: print('a'), junit_results: [green] });
  expect(await known(it)).toEqual([true, 2, { a: true }]);
  await attest(it, 'f/t', { artifact_fingerprint: print('a'), junit_results: [red] });
  expect(await known(it)).toEqual([false, 3, { a: false }]);
  expect(await types(it)).toEqual(['started', 'became-non-compliant', 'became-compliant', 'became-non-compliant']);
});

test('a report of an artifact that runs already gives it provenance', async () => {
  const it = await stage();
  await attach(it, 'strict');
  await report(it, 'prod', 'a');
  expect(await known(it)).toEqual([false, 1, { a: false }]);
  await provide(it, 'a', 't');
  expect(await known(it)).toEqual([true, 2, { a: true }]);
});

test('another version of a policy decides again, and one that says the same does not', async () => {
  const it = await stage();
  await attach(it, 'strict');
  await provide(it, 'a', 't');
  await report(it, 'prod', 'a');
  expect(await known(it)).toEqual([true, 1, { a: true }]);
  await putPolicy(it, 'strict', strict);
  expect(await known(it)).toEqual([true, 1, { a: true }]);
  await putPolicy(it, 'strict', withUnit);
  expect(await known(it)).toEqual([false, 2, { a: false }]);
  expect((await it.get('/snapshots/acme/prod/-1')).body).toMatchObject({
    applied_policies: [{ policy_version: 2 }],
    artifacts: [{ reasons_for_incompliance: [`The policy 'strict' requires the attestation 'unit'.`] }],
  });
  await attest(it, 'f/t');
  expect(await known(it)).toEqual([true, 3, { a: true }]);
});

test('an artifact that is allowed is compliant whatever policies say of it, and nothing that runs is no fault', async () => {
  const it = await stage();
  await attach(it, 'strict');
  await report(it, 'prod', 'ab');
  for (const letter of ['a', 'b'])
    await it.json('PUT', '/allowlists/acme/prod', { artifact_fingerprint: print(letter), artifact_name: letter, description: 'known' });
  expect(await known(it)).toEqual([true, 3, { a: true, b: true }]);
  expect(await types(it)).toEqual(['started', 'started', 'became-non-compliant', 'allowed', 'allowed', 'became-compliant']);
  await report(it, 'prod', '');
  expect(await known(it)).toEqual([true, 4, { a: true, b: true }]);
});

test('what another artifact of the same name on the trail proved says nothing of this one', async () => {
  const it = await stage();
  await putPolicy(it, 'strict', withUnit);
  await attach(it, 'strict');
  await provide(it, 'a', 't');
  await provide(it, 'b', 't');
  await attest(it, 'f/t', { artifact_fingerprint: print('b') });
  await report(it, 'prod', 'ab');
  expect(await known(it)).toEqual([false, 1, { a: false, b: true }]);
});

test('an environment that is made of others is what the worst of these is', async () => {
  const it = await stage();
  await putEnvironment(it, 'all', { type: 'logical', included_environments: ['prod'] });
  const state = async () => field((await it.get('/environments/acme/all')).body, 'state');
  await report(it, 'prod', 'a');
  expect(await state()).toBe(null);
  await attach(it, 'strict');
  expect(await state()).toBe(false);
  await provide(it, 'a', 't');
  expect(await state()).toBe(true);
  await putEnvironment(it, 'test');
  await it.json('PUT', '/environments/acme/all/join', { physical_env_name: 'test' });
  expect(await state()).toBe(null);
});

test('a tag of a flow, and its name, decide again where a policy asks for them', async () => {
  const it = await stage();
  const asks = (condition: string) =>
    `_schema: https://kosli.com/schemas/policy/environment/v1
artifacts:
  attestations:
    - if: \${{ ${condition} }}
      name: unit
      type: junit
`;
  await putPolicy(it, 'tagged', asks('flow.tags.kind == "build"'));
  await putPolicy(it, 'named', asks('flow.name == "g"'));
  await provide(it, 'a', 't');
  await attach(it, 'tagged', 'named');
  await report(it, 'prod', 'a');
  expect(await known(it)).toEqual([true, 1, { a: true }]);
  await it.json('PATCH', '/tags/acme/flow/f', { set_tags: { kind: 'build' } });
  expect(await known(it)).toEqual([false, 2, { a: false }]);
  await it.json('PATCH', '/tags/acme/flow/f', { remove_tags: ['kind'] });
  expect(await known(it)).toEqual([true, 3, { a: true }]);
  await it.json('PUT', '/flows/acme/f/rename', { new_name: 'g' });
  expect(await known(it)).toEqual([false, 4, { a: false }]);
});

test('a rule for a control is met by a decision about that control, and by no other', async () => {
  const it = await world();
  await putEnvironment(it, 'prod');
  const asked = '_schema: https://docs.example/v1\nartifacts:\n  attestations:\n    - type: decision\n      for_control: C-1\n';
  await putPolicy(it, 'decided', asked);
  await attach(it, 'decided');
  await provide(it, 'a', 't');
  await report(it, 'prod', 'a');
  const decide = async (name: string, control: string, isCompliant: boolean, more: object = {}) => {
    const data = { attestation_name: name, type_name: 'decision', control, attestation_data: { is_compliant: isCompliant }, ...more };
    expect((await it.form('POST', '/attestations/acme/f/trail/t/system', data)).status).toBe(201);
    const asserted = field((await it.get(`/asserts/acme/fingerprint/${print('a')}?policy_name=decided`)).body, 'compliant');
    return [field((await it.get('/environments/acme/prod')).body, 'state'), asserted];
  };
  expect(await decide('one', 'C-2', true)).toEqual([false, false]);
  expect(await decide('two', 'C-1', true, { artifact_fingerprint: print('a') })).toEqual([true, true]);
  expect(await decide('three', 'C-1', false)).toEqual([false, false]);
  const override = {
    attestation_name: 'three',
    reason: 'looked at by hand',
    new_compliance_status: true,
    original_attestation_type: 'system:decision',
  };
  expect((await it.json('POST', '/attestations/acme/f/trail/t/override', override)).status).toBe(200);
  expect(field((await it.get('/environments/acme/prod')).body, 'state')).toBe(true);
  expect(await decide('three', 'C-2', false)).toEqual([true, true]);
  await it.service.close();
  expect((await verifyData({ dataDir: it.dataDir })).organizations).toMatchObject([{ problem: undefined }]);
});
