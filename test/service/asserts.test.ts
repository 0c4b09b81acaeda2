import { describe, expect, test } from 'vitest';
import { attest, field, green, putFlow, putPolicy, red, sha, world, type World } from './support.ts';

const fingerprint = 'ab'.repeat(32);
const template = 'version: 1\ntrail:\n  artifacts:\n    - name: cli\n      attestations: [{name: unit, type: junit}]\n';

async function report(it: World, where: string, more: object = {}): Promise<void> {
  const [flow, trail] = where.split('/');
  const body = {
    fingerprint,
    filename: 'a',
    build_url: '',
    commit_url: '',
    git_commit: sha,
    template_reference_name: 'cli',
    trail_name: trail,
  };
  expect((await it.json('POST', `/artifacts/acme/${flow}`, { ...body, ...more })).status).toBe(201);
}

const proof = (it: World, where: string, rows: readonly object[] = [green], more: object = {}) =>
  attest(it, where, { artifact_fingerprint: fingerprint, junit_results: rows, ...more });
const ask = (it: World, query = '', of = fingerprint) => it.get(`/asserts/acme/fingerprint/${of}${query}`);
const length = (value: unknown) => (Array.isArray(value) ? value.length : undefined);
const said = (body: unknown) => [field(body, 'compliant'), field(body, 'compliance_status.status')];

async function withFlow(name = 'f'): Promise<World> {
  const it = await world();
  await putFlow(it, name, template);
  return it;
}

describe('an assertion of an artifact', () => {
  test('says no while evidence is missing, yes once it is there, and no again after a red record', async () => {
    const it = await withFlow();
    await report(it, 'f/t');
    expect(said((await ask(it)).body)).toEqual([false, 'INCOMPLETE']);
    await proof(it, 'f/t');
    const { status, body } = await ask(it);
    expect([status, ...said(body)]).toEqual([200, true, 'COMPLIANT']);
    expect(body).toMatchObject({
      fingerprint,
      flow: 'f',
      trail: 't',
      scope: 'flow',
      html_url: expect.stringMatching(/\/acme\/flows\/f\/trails\/t$/),
      flows: [{ flow: 'f', trail: 't', compliant: true, compliance_status: { status: 'COMPLIANT', artifact_fingerprint: fingerprint } }],
    });
    await proof(it, 'f/t', [red]);
    expect(said((await ask(it)).body)).toEqual([false, 'NON-COMPLIANT']);
  });

  test('says no when one of the trails that have it does, and shows that one first', async () => {
    const it = await withFlow();
    for (const trail of ['f/one', 'f/two', 'f/three']) {
      await report(it, trail);
      await proof(it, trail, [trail === 'f/two' ? red : green]);
    }
    const { body } = await ask(it);
    expect([...said(body), field(body, 'trail')]).toEqual([false, 'NON-COMPLIANT', 'two']);
    const flows = field(body, 'flows');
    expect(Array.isArray(flows) && flows.map((each) => [field(each, 'trail'), field(each, 'compliant')])).toEqual([
      ['three', true],
      ['two', false],
      ['one', true],
    ]);
  });

  test('is about one flow where one is named', async () => {
    const it = await withFlow();
    await putFlow(it, 'g', template);
    await report(it, 'f/t');
    await report(it, 'g/t');
    await proof(it, 'g/t');
    expect(said((await ask(it)).body)).toEqual([false, 'INCOMPLETE']);
    expect(said((await ask(it, '?flow_name=f')).body)).toEqual([false, 'INCOMPLETE']);
    const { body } = await ask(it, '?flow_name=g');
    expect([...said(body), length(field(body, 'flows'))]).toEqual([true, 'COMPLIANT', 1]);
  });

  test('says no of an artifact that is on no trail: nothing was decided of it', async () => {
    const it = await withFlow();
    await report(it, 'f/t', { trail_name: null });
    const { body } = await ask(it);
    expect(body).toMatchObject({ compliant: false, trail: null, compliance_status: null });
    await report(it, 'f/t');
    await proof(it, 'f/t');
    expect(field((await ask(it)).body, 'compliant')).toBe(false);
  });

  test('says no of an artifact whose name on the trail another has taken', async () => {
    const it = await withFlow();
    await report(it, 'f/t');
    await proof(it, 'f/t');
    expect(field((await ask(it)).body, 'compliant')).toBe(true);
    const another = 'cd'.repeat(32);
    await report(it, 'f/t', { fingerprint: another });
    await proof(it, 'f/t', [green], { artifact_fingerprint: another });
    expect(field((await ask(it, '', another)).body, 'compliant')).toBe(true);
    expect(field((await ask(it)).body, 'compliant')).toBe(false);
  });

  test('reads every place however many there are', async () => {
    const it = await withFlow();
    for (let index = 0; index < 45; index += 1) {
      await report(it, `f/t${index}`);
      await proof(it, `f/t${index}`, [index === 0 ? red : green]);
    }
    const { body } = await ask(it);
    expect([...said(body), length(field(body, 'flows')), field(body, 'trail')]).toEqual([false, 'NON-COMPLIANT', 45, 't0']);
  });

  test.each([
    ['', 'cd'.repeat(32), 404, /There is no artifact (cd)+ in the organization 'acme'/],
    ['?flow_name=g', fingerprint, 404, /There is no artifact (ab)+ in the flow 'g'/],
    ['?flow_name=nothing', fingerprint, 404, /There is no flow 'nothing'/],
    ['?environment_name=prod', fingerprint, 404, /no environment 'prod'/],
    ['?policy_name=a&policy_name=b', fingerprint, 404, /no policy 'a'/],
    ['?flow=f', fingerprint, 400, /query\.flow/],
    ['', 'abc', 400, /path\.fingerprint/],
  ])('with %s of %s is refused', async (query, of, status, text) => {
    const it = await withFlow();
    await putFlow(it, 'g', template);
    await report(it, 'f/t');
    const answer = await ask(it, query, of);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringMatching(text)]);
  });
});

describe('an assertion for an environment, or by policies', () => {
  const schema = '_schema: https://docs.example/schemas/policy/v1\n';
  const needsTrail = `${schema}artifacts:\n  trail-compliance:\n    required: true\n`;
  const needsScan = `${schema}artifacts:\n  attestations:\n    - name: scan\n      type: junit\n`;

  async function running(policies: readonly string[]): Promise<World> {
    const it = await withFlow();
    for (const [name, rules] of [
      ['trail', needsTrail],
      ['scan', needsScan],
    ] as const)
      expect((await putPolicy(it, name, rules)).status).toBe(201);
    expect((await it.json('PUT', '/environments/acme', { name: 'prod', type: 'server', policies })).status).toBe(201);
    await report(it, 'f/t');
    await proof(it, 'f/t');
    return it;
  }

  const evaluations = (body: unknown) => {
    const list = field(body, 'policy_evaluations');
    return Array.isArray(list) ? list.map((each) => [field(each, 'policy_name'), field(each, 'status')]) : list;
  };

  test('says what the policies of the environment say of the artifact now', async () => {
    const it = await running(['trail', 'scan']);
    const { body } = await ask(it, '?environment_name=prod');
    expect([...said(body), field(body, 'scope'), field(body, 'environment')]).toEqual([false, 'COMPLIANT', 'environment', 'prod']);
    expect(evaluations(body)).toEqual([
      ['scan', 'NON-COMPLIANT'],
      ['trail', 'COMPLIANT'],
    ]);
    await proof(it, 'f/t', [green], { attestation_name: 'scan' });
    expect(field((await ask(it, '?environment_name=prod')).body, 'compliant')).toBe(true);
    await proof(it, 'f/t', [red], { attestation_name: 'scan' });
    expect(field((await ask(it, '?environment_name=prod')).body, 'compliant')).toBe(false);
  });

  test('says yes of what is allowed in the environment, and in that one alone', async () => {
    const it = await running(['scan']);
    await it.json('PUT', '/environments/acme', { name: 'stage', type: 'server', policies: ['scan'] });
    const allowed = { artifact_fingerprint: fingerprint, artifact_name: 'a', description: 'known to be good' };
    expect((await it.json('PUT', '/allowlists/acme/prod', allowed)).status).toBe(201);
    const { body } = await ask(it, '?environment_name=prod');
    expect([field(body, 'compliant'), field(body, 'allow_listing.description')]).toEqual([true, 'known to be good']);
    expect(field((await ask(it, '?environment_name=stage')).body, 'compliant')).toBe(false);
    expect(field((await ask(it, '?policy_name=scan')).body, 'compliant')).toBe(false);
  });

  test('says what the flows say where the environment has no policy', async () => {
    const it = await running([]);
    const { body } = await ask(it, '?environment_name=prod');
    expect([field(body, 'compliant'), field(body, 'scope'), evaluations(body)]).toEqual([true, 'environment', []]);
    await proof(it, 'f/t', [red]);
    expect(field((await ask(it, '?environment_name=prod')).body, 'compliant')).toBe(false);
  });

  test('is answered by policies that are named, all of which must be there', async () => {
    const it = await running([]);
    const one = (await ask(it, '?policy_name=trail')).body;
    expect([field(one, 'compliant'), field(one, 'scope'), evaluations(one)]).toEqual([true, 'policy', [['trail', 'COMPLIANT']]]);
    expect(field((await ask(it, '?policy_name=trail&policy_name=scan')).body, 'compliant')).toBe(false);
    const unknown = await ask(it, '?policy_name=trail&policy_name=none');
    expect([unknown.status, field(unknown.body, 'message')]).toEqual([404, expect.stringMatching(/no policy 'none'/)]);
    expect((await ask(it, '?policy_name=trail&environment_name=prod')).status).toBe(400);
  });
});
