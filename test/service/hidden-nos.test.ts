import { describe, expect, test } from 'vitest';
import { problems } from './care/tamper.ts';
import { print, provide, putEnvironment, report } from './environment-support.ts';
import { attest, field, green, putFlow, putPolicy, red, sha, world, type World } from './support.ts';

const template = 'trail: {attestations: [{name: unit, type: junit}], artifacts: [{name: image}]}';
const policy =
  '_schema: https://kosli.com/schemas/policy/environment/v1\nartifacts: {trail-compliance: {required: true}, attestations: [{name: unit, type: junit}]}';
const fingerprint = print('a');
let made = 0;

interface Run {
  readonly event?: string;
  readonly run_id?: string;
  readonly pull_request?: number;
}

/** Evidence of a run about the commit of the artifact. */
async function ran(it: World, { event = 'push', ...run }: Run, rows: readonly object[] = [green], more: object = {}): Promise<string> {
  made += 1;
  const evidence = { event, workflow: 'ci', job: 'test', run_id: '1', run_attempt: '1', nonce: `${made}`, ...run };
  const data = { junit_results: rows, git_commit_info: { sha1: sha, message: 'm' }, user_data: { compliance_evidence: evidence }, ...more };
  return String(field((await attest(it, 'f/t', data)).body, 'attestation_id'));
}

/** An artifact on a trail of the flow `f`, which runs in an environment with a policy. */
async function deployed(): Promise<World> {
  const it = await world();
  await putFlow(it, 'f', template);
  await provide(it, 'a', 't', { template_reference_name: 'image', git_commit: sha });
  expect((await putPolicy(it, 'rules', policy)).status).toBe(201);
  await putEnvironment(it, 'prod', { policies: ['rules'] });
  expect((await report(it, 'prod', 'a')).status).toBeLessThan(300);
  return it;
}

/** The answer of each mouth: the interface's state of the trail, and whether the artifact may run, by its flow, the policy and the environment. */
async function said(it: World): Promise<unknown> {
  const ask = async (query = '') => field((await it.get(`/asserts/acme/fingerprint/${fingerprint}${query}`)).body, 'compliant');
  const state = field((await it.get('/trails/acme/f/t')).body, 'compliance_state');
  const environment = field((await it.get('/environments/acme/prod')).body, 'state');
  return [state, await ask(), await ask('?policy_name=rules'), await ask('?environment_name=prod'), environment];
}

const yes = ['COMPLIANT', true, true, true, true];
const hidden = ['COMPLIANT', false, false, false, false];

describe('a green name', () => {
  test('is a no where the newest run of another group is red, with the reason, and the record holds', async () => {
    const it = await deployed();
    const id = await ran(it, { event: 'schedule' }, [red]);
    await ran(it, {});
    expect(await said(it)).toEqual(hidden);
    const why = new RegExp(`^unit is not compliant in another run: its record ${id} says no`);
    const { body } = await it.get(`/asserts/acme/fingerprint/${fingerprint}?policy_name=rules`);
    expect(body).toMatchObject({ reason: expect.stringMatching(why), compliance_status: { status: 'COMPLIANT' } });
    const rules = field(body, 'policy_evaluations.0.rule_evaluations');
    expect(JSON.stringify(rules)).toContain(`"reason":"unit is not compliant in another run: its record ${id}`);
    await it.service.close();
    expect(await problems(it.dataDir)).toBe('');
  });

  test('is a yes again once that run is green, or an override names its record and the row', async () => {
    const it = await deployed();
    await ran(it, { event: 'schedule' }, [red]);
    await ran(it, {});
    await ran(it, { event: 'schedule', run_id: '2' });
    expect(await said(it)).toEqual(yes);
    await ran(it, { event: 'schedule', run_id: '3' }, [red]);
    const override = { attestation_name: 'unit', original_attestation_type: 'junit', new_compliance_status: true, reason: 'known' };
    await it.json('POST', '/attestations/acme/f/trail/t/override', override);
    expect(await said(it)).toEqual(yes);
    await it.service.close();
    expect(await problems(it.dataDir)).toBe('');
  });

  test('is a no where the newest run is empty, and an older one that is run again recorded last', async () => {
    const it = await deployed();
    await ran(it, { run_id: '2' }, []);
    await ran(it, { run_id: '1' });
    expect(await said(it)).toEqual(hidden);
    const { body } = await it.get(`/asserts/acme/fingerprint/${fingerprint}`);
    expect(field(body, 'reason')).toBe('unit holds no test that ran in its newest runs');
  });

  test.each<readonly [string, Run, object]>([
    ['of a pull request', { event: 'pull_request', pull_request: 7 }, {}],
    ['of a pull request that is not named', { event: 'pull_request' }, {}],
    ['of another commit', { event: 'schedule' }, { git_commit_info: { sha1: 'b'.repeat(40), message: 'm' } }],
    ['of another name', { event: 'schedule' }, { attestation_name: 'other' }],
    ['that its own group replaced', { run_id: '0' }, {}],
  ])('stays a yes where a red run is one %s', async (what, run, more) => {
    const it = await deployed();
    await ran(it, run, [red], more);
    if (what === 'of another name') await ran(it, { ...run, run_id: '2' }, [green], more);
    await ran(it, {});
    expect(await said(it)).toEqual(yes);
  });

  test('is a no of an artifact by its own evidence too', async () => {
    const it = await deployed();
    const about = { artifact_fingerprint: fingerprint, attestation_name: 'scan' };
    await ran(it, {});
    await ran(it, { event: 'schedule' }, [red], about);
    await ran(it, {}, [green], about);
    expect(await said(it)).toEqual(['COMPLIANT', false, false, false, false]);
  });
});

test('a name that holds no test is a no of all, and a yes where the template lets it', async () => {
  const it = await deployed();
  await ran(it, {}, []);
  expect(await said(it)).toEqual(['NON-COMPLIANT', false, false, false, false]);
  await putFlow(it, 'f', template.replace('type: junit', 'type: junit, min_tests: 0'));
  await ran(it, {}, []);
  expect(await said(it)).toEqual(yes);
});
