import { describe, expect, test } from 'vitest';
import { createToken } from '../../src/service/index.ts';
import type { Role } from '../../src/contract/limits.ts';
import { approve, artifact, bob, listOf } from './approving.ts';
import { attest, field, putFlow, red, world, type Client, type World } from './support.ts';

const template = (name: string) => `version: 1\ntrail:\n  attestations:\n    - name: ${name}\n      type: junit\n`;

/** A service with the flow `f` and an artifact on its trail `t`, whose tests failed. */
async function stage(more: Parameters<typeof world>[1] = {}): Promise<World> {
  const it = await world(undefined, more);
  await putFlow(it, 'f', template('unit'));
  await artifact(it);
  await attest(it, 'f/t', { junit_results: [red] });
  return it;
}

async function as(it: World, role: Role, flows?: readonly string[]): Promise<Client> {
  const narrowed = flows === undefined ? {} : { flows };
  return it.as(await createToken({ dataDir: it.dataDir, user: `a ${role}`, orgs: ['acme'], role, ...narrowed }));
}

const override = (to: Client) =>
  to.json('POST', '/attestations/acme/f/trail/t/override', {
    attestation_name: 'unit',
    reason: 'r',
    new_compliance_status: true,
    original_attestation_type: 'junit',
  });
const allow = (to: Client) =>
  to.json('PUT', '/allowlists/acme/prod', { artifact_fingerprint: 'ab'.repeat(32), artifact_name: 'shop', description: 'd' });
const putTrail = (to: Client, name: string, own?: string) =>
  to.form('PUT', '/trails/acme/f', { name }, own === undefined ? undefined : { field: 'template_file', name: 't.yml', content: own });
const message = ({ body }: { readonly body: unknown }) => String(field(body, 'message'));
const isGreen = async (it: World, trail = 't') => field((await it.get(`/trails/acme/f/${trail}`)).body, 'is_compliant');

describe('a recorder', () => {
  test('records artifacts, trails and attestations of flows that are there', async () => {
    const it = await stage();
    const recorder = await as(it, 'recorder');
    const answers = [await putTrail(recorder, 'new'), await attest(recorder, 'f/new'), await artifact(recorder, { trail_name: 'new' })];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await isGreen(it, 'new')).toBe(true);
  });

  test('neither overrides nor approves, and is told who does', async () => {
    const it = await stage();
    await it.json('PUT', '/environments/acme', { name: 'prod', type: 'server' });
    const recorder = await as(it, 'recorder');
    const answers = [await override(recorder), await approve(recorder, { approvals: [bob] }), await allow(recorder)];
    expect(answers.map((each) => [each.status, message(each)])).toEqual(
      ['override what evidence says', 'approve an artifact', 'override what evidence says'].map((does) => [
        403,
        `The role recorder in the organization 'acme' may not ${does}. Use the token of an approver, a member or an administrator.`,
      ]),
    );
    expect(await isGreen(it)).toBe(false);
    expect(listOf((await it.get('/approvals/acme/f')).body)).toEqual([]);
  });

  test.each(['t', 'new', 'own'])('gives the trail %s no template of its own, and takes none away', async (name) => {
    const it = await stage();
    await putTrail(it, 'own', template('lint'));
    const before = await it.get(`/trails/acme/f/${name}`);
    const recorder = await as(it, 'recorder');
    const answer = await putTrail(recorder, name, 'version: 1\n');
    expect([answer.status, message(answer)]).toEqual([
      403,
      "The role recorder in the organization 'acme' may not give a trail a template of its own. Use the token of a member or an administrator.",
    ]);
    expect((await it.get(`/trails/acme/f/${name}`)).body).toEqual(before.body);
    await putTrail(recorder, 'own');
    expect(field((await it.get('/trails/acme/f/own')).body, 'own_template')).toBe(true);
  });

  test('begins no flow by evidence: a mistyped one would require nothing', async () => {
    const it = await stage();
    const recorder = await as(it, 'recorder');
    const answers = [await attest(recorder, 'typo/t', {}, { content: '<a/>' }), await artifact(recorder, {}, 'typo')];
    expect(answers.map((each) => [each.status, message(each)])).toEqual(
      [1, 2].map(() => [
        403,
        "The role recorder in the organization 'acme' may not begin a flow, and there is no flow 'typo'. Use the token of a member or an administrator.",
      ]),
    );
    expect((await it.get('/flows/acme/typo')).status).toBe(404);
    expect((await attest(await as(it, 'member'), 'typo/t')).status).toBe(201);
  });

  test('changes nothing that is required', async () => {
    const it = await stage();
    const recorder = await as(it, 'recorder');
    const answer = await putFlow(recorder, 'f', 'version: 1\n');
    expect([answer.status, message(answer)]).toEqual([
      403,
      "The role recorder in the organization 'acme' may not change what is required there or how it is set up. Use the token of a member or an administrator.",
    ]);
  });
});

test('an approver overrides and approves, and records nothing', async () => {
  const it = await stage();
  await it.json('PUT', '/environments/acme', { name: 'prod', type: 'server' });
  const approver = await as(it, 'approver');
  const refused = [await attest(approver, 'f/t'), await artifact(approver), await putTrail(approver, 'new')];
  expect(refused.map((each) => [each.status, message(each)])).toEqual(
    [1, 2, 3].map(() => [
      403,
      "The role approver in the organization 'acme' may not record evidence. Use the token of a recorder, a member or an administrator.",
    ]),
  );
  expect(await isGreen(it)).toBe(false);
  const done = [await override(approver), await approve(approver, { approvals: [bob] }), await allow(approver)];
  expect(done.map(({ status }) => status < 300)).toEqual([true, true, true]);
  expect(await isGreen(it)).toBe(true);
});

test('a member does all of it, as before', async () => {
  const it = await stage();
  const member = await as(it, 'member');
  const answers = [
    await override(member),
    await approve(member),
    await putTrail(member, 'own', template('lint')),
    await attest(member, 'x/t'),
  ];
  expect(answers.map(({ status }) => status < 300)).toEqual([true, true, true, true]);
});

describe('a token that is narrowed to flows', () => {
  test('begins a flow of its own by evidence, and no other', async () => {
    const it = await stage();
    const member = await as(it, 'member', ['later']);
    expect([(await attest(member, 'later/t')).status, (await attest(member, 'f/t')).status]).toEqual([201, 403]);
    expect(listOf((await member.get('/flows/acme')).body).map((flow) => field(flow, 'name'))).toEqual(['later']);
  });

  test('goes by the name of the flow, also by an earlier one until another flow has it', async () => {
    const it = await stage();
    const reader = await as(it, 'reader', ['f']);
    await it.json('PUT', '/flows/acme/f/rename', { new_name: 'g' });
    expect([(await reader.get('/trails/acme/f/t')).status, (await reader.get('/trails/acme/g/t')).status]).toEqual([200, 403]);
    await putFlow(it, 'f', template('unit'));
    expect((await reader.get('/trails/acme/f/t')).status).toBe(404);
  });

  test('learns no other flow where evidence begins none', async () => {
    const it = await stage({ beginsFlows: false });
    const answer = await attest(await as(it, 'member', ['ff']), 'ff/t');
    expect([answer.status, message(answer)]).toEqual([400, expect.stringContaining('there are none')]);
    expect(message(await attest(it, 'ff/t'))).toContain('there is f');
  });
});
