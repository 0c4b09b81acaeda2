import { Check } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/contract/index.ts';
import { attest, field, green, putFlow, red, sha, world, type World } from './support.ts';

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
    expect(Check(operations.assertArtifact.reply, body)).toBe(true);
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
    ['?environment_name=prod', fingerprint, 404, /There is no environment 'prod'/],
    ['?policy_name=a&policy_name=b', fingerprint, 404, /There is no policy 'a'/],
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
