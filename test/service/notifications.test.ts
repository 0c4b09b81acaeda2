import { describe, expect, test } from 'vitest';
import { createToken, verifyData } from '../../src/service/index.ts';
import { field, world, type Answer, type Client, type World } from './support.ts';

const path = '/organizations/acme/environments_notifications';
const webhook = { type: 'WEBHOOK', webhook: 'https://hooks.example/very-secret' };
const slack = {
  type: 'SLACK',
  webhook: 'https://chat.example/T1/also-secret',
  context: { channel_id: 'C1', channel_name: 'alerts', team_id: 'T1' },
};
const email = { type: 'EMAIL', emails: ['ada@acme.example', 'bob@acme.example'] };
const rule = {
  name: 'team/prod',
  type: 'env',
  environments: ['prod'],
  triggers: ['ON_NON_COMPLIANT_ENV'],
  targets: [webhook, slack, email],
};

const put = (to: Client, more: Readonly<Record<string, unknown>> = {}) => to.json('PUT', path, { ...rule, ...more });
const errorsOf = ({ body }: Answer): Readonly<Record<string, unknown>> => Object(field(body, 'errors'));
/** A service with two environments, with hosts that it may send to, and with a mail server. */
async function open(): Promise<World> {
  const mail = { host: '127.0.0.1', port: 9, security: 'none', login: undefined, from: 'evidence@acme.example' } as const;
  const it = await world(undefined, { webhookHosts: ['hooks.example', 'chat.example'], mail });
  for (const name of ['prod', 'dev']) expect((await it.json('PUT', '/environments/acme', { name, type: 'server' })).status).toBe(201);
  return it;
}

describe('a notification rule', () => {
  test('is answered in the list and alone, with every field of the interface', async () => {
    const it = await open();
    const made = await put(it);
    const signing_secrets = { 'targets[0]': expect.stringMatching(/^whsec_[\w+/]{43}=$/) };
    expect([made.status, made.body]).toEqual([201, { message: 'OK', notification_number: 1, signing_secrets }]);
    await put(it, { name: 'second', triggers: ['ON_STARTED_ARTIFACT', 'ON_EXITED_ARTIFACT'], targets: [email] });
    const { body } = await it.get(path);
    const never = { last_success_at: null, last_failure_at: null, last_failure_reason: null };
    expect(field(body, '0')).toEqual({
      ...rule,
      number: 1,
      targets: [
        { ...webhook, payload_version: '1.0', ...never },
        { ...slack, ...never },
        { ...email, ...never },
      ],
      created_by: 'ada',
      is_created_from_slack_app: false,
      is_failing: null,
      last_success_timestamp: null,
      last_failure_timestamp: null,
      created_at: expect.any(Number),
      last_modified_at: field(body, '0.created_at'),
    });
    expect(field(body, '1')).toMatchObject({ number: 2, name: 'second', triggers: ['ON_STARTED_ARTIFACT', 'ON_EXITED_ARTIFACT'] });
    expect((await it.get(`${path}/2`)).body).toEqual(field(body, '1'));
  });

  test('is changed in place by its number, and made another time without one', async () => {
    const it = await open();
    await put(it);
    await put(it);
    await createToken({ dataDir: it.dataDir, user: 'bob', orgs: ['acme'], role: 'admin', token: 'of-bob' });
    const changed = await it.as('of-bob').json('PUT', `${path}/1`, { ...rule, name: 'other', targets: [email] });
    expect([changed.status, changed.body]).toEqual([200, { message: 'OK', notification_number: 1 }]);
    const { body } = await it.get(path);
    expect([field(body, '0.name'), field(body, '0.created_by'), field(body, '0.targets.1'), field(body, '1.name')]).toEqual([
      'other',
      'ada',
      undefined,
      'team/prod',
    ]);
    expect(Number(field(body, '0.last_modified_at'))).toBeGreaterThan(Number(field(body, '0.created_at')));
  });

  test('goes when it is removed, and its number is not given again', async () => {
    const it = await open();
    await put(it);
    const removed = await it.json('DELETE', `${path}/1`, null);
    expect([removed.status, removed.body]).toEqual([200, { message: 'OK' }]);
    for (const answer of [await it.get(`${path}/1`), await it.json('DELETE', `${path}/1`, null), await it.json('PUT', `${path}/1`, rule)]) {
      expect([answer.status, field(answer.body, 'message')]).toEqual([
        404,
        "There is no notification rule 1 in the organization 'acme'. List the rules to see their numbers.",
      ]);
    }
    expect((await it.get(path)).body).toEqual([]);
    expect(field((await put(it)).body, 'notification_number')).toBe(2);
  });

  test('is what the records say', async () => {
    const it = await open();
    for (let index = 0; index < 3; index += 1) await put(it);
    await it.json('PUT', `${path}/1`, { ...rule, environments: ['dev', 'prod'] });
    await it.json('DELETE', `${path}/2`, null);
    await it.restart();
    const report = await verifyData({ dataDir: it.dataDir });
    expect([report.problem, report.organizations.map(({ problem }) => problem)]).toEqual([undefined, [undefined]]);
  });
});

test('who may change a rule sees where its webhooks lead, and the others see no more than the host', async () => {
  const it = await open();
  await put(it);
  for (const [role, sees] of [
    ['admin', true],
    ['member', true],
    ['recorder', false],
    ['approver', false],
    ['snapshotter', false],
    ['auditor', false],
    ['reader', false],
  ] as const) {
    await createToken({ dataDir: it.dataDir, user: role, orgs: ['acme'], role, token: `of-${role}` });
    for (const { body } of [await it.as(`of-${role}`).get(`${path}/1`), await it.as(`of-${role}`).get(path)]) {
      const text = JSON.stringify(body);
      expect([role, text.includes('very-secret'), text.includes('also-secret')]).toEqual([role, sees, sees]);
      expect(text).toContain(sees ? 'https://hooks.example/very-secret' : 'https://hooks.example/***');
    }
  }
});

const refused: readonly (readonly [what: string, more: Readonly<Record<string, unknown>>, where: string])[] = [
  ['without a name', { name: undefined }, 'name'],
  ['with a name of another form', { name: 'no spaces' }, 'name'],
  ['of another type', { type: 'flow' }, 'type'],
  ['with a field that there is not', { trigger: 'x' }, 'trigger'],
  ['without environments', { environments: [] }, 'environments'],
  ['with an environment that there is not', { environments: ['prod', 'nowhere'] }, 'environments[1]'],
  ['with a trigger that there is not', { triggers: ['ON_FIRE'] }, 'triggers[0]'],
  ['without triggers', { triggers: [] }, 'triggers'],
  ['without targets', { targets: [] }, 'targets'],
  ['with too many targets', { targets: Array.from({ length: 6 }, () => email) }, 'targets'],
  ['with a target of no kind', { targets: [email, { webhook: 'https://hooks.example/' }] }, 'targets[1].type'],
  ['with a target that is none', { targets: ['https://hooks.example/'] }, 'targets[0].type'],
  ['with a webhook without an address', { targets: [{ type: 'WEBHOOK' }] }, 'targets[0].webhook'],
  ['with a webhook that has e-mails', { targets: [{ ...webhook, emails: [] }] }, 'targets[0].emails'],
  ['with a webhook that has a context', { targets: [{ ...webhook, context: slack.context }] }, 'targets[0].context'],
  ['with a payload of another version', { targets: [{ ...webhook, payload_version: '2.0' }] }, 'targets[0].payload_version'],
  ['with e-mails that have a webhook', { targets: [{ ...email, webhook: 'https://hooks.example/' }] }, 'targets[0].webhook'],
  ['with no e-mail', { targets: [{ type: 'EMAIL', emails: [] }] }, 'targets[0].emails'],
  ['with an e-mail that is none', { targets: [{ type: 'EMAIL', emails: ['ada'] }] }, 'targets[0].emails[0]'],
  ['with an e-mail that is more', { targets: [{ type: 'EMAIL', emails: ['a@b.example', '<a>@b.example'] }] }, 'targets[0].emails[1]'],
  ['with a chat that has a payload version', { targets: [{ ...slack, payload_version: '1.0' }] }, 'targets[0].payload_version'],
  ['with half a context', { targets: [{ ...slack, context: { channel_id: 'C1' } }] }, 'targets[0].context.channel_name'],
  ['to no address', { targets: [{ type: 'WEBHOOK', webhook: 'hooks.example' }] }, 'targets[0].webhook'],
  ['in the clear', { targets: [email, { ...webhook, webhook: 'http://hooks.example/' }] }, 'targets[1].webhook'],
  ['to a file', { targets: [{ ...webhook, webhook: 'file:///etc/passwd' }] }, 'targets[0].webhook'],
  ['with a password in it', { targets: [{ ...webhook, webhook: 'https://a:b@hooks.example/' }] }, 'targets[0].webhook'],
  ['with an address as it is shown', { targets: [{ ...webhook, webhook: 'https://hooks.example/***' }] }, 'targets[0].webhook'],
  ['with a chat in the clear', { targets: [{ ...slack, webhook: 'http://chat.example/' }] }, 'targets[0].webhook'],
];

describe('a rule is refused by its field', () => {
  test('whatever is wrong with it, and nothing is made', async () => {
    const it = await open();
    for (const [what, more, where] of refused) {
      const answer = await put(it, more);
      expect([what, answer.status, Object.keys(errorsOf(answer))]).toEqual([what, 400, expect.arrayContaining([where])]);
      expect(field(answer.body, 'message')).toMatch(/^Invalid notification payload/);
      expect((await it.get(path)).body).toEqual([]);
    }
  });

  test('and no address of a webhook is repeated in the answer', async () => {
    const it = await open();
    const answer = await put(it, { targets: [{ ...webhook, webhook: 'http://hooks.example/very-secret' }] });
    expect(JSON.stringify(answer.body)).not.toContain('very-secret');
  });
});

test('a rule follows an environment that gets another name, and none can be made about one that is archived', async () => {
  const it = await open();
  await put(it, { environments: ['dev', 'prod'] });
  await it.json('PUT', '/environments/acme/prod/rename', { new_name: 'live' });
  expect(field((await it.get(`${path}/1`)).body, 'environments')).toEqual(['dev', 'live']);
  await it.json('PUT', '/environments/acme/live/archive', null);
  const answer = await put(it, { environments: ['live'] });
  expect([answer.status, Object.keys(errorsOf(answer))]).toEqual([400, ['environments[0]']]);
});

test('a target may be sent back as it was answered', async () => {
  const it = await open();
  await put(it);
  const { body } = await it.get(`${path}/1`);
  const changed = await it.json('PUT', `${path}/1`, { ...rule, targets: field(body, 'targets') });
  expect(changed.status).toBe(200);
});
