import { expect, test } from 'vitest';
import { createToken } from '../../src/service/index.ts';
import { putEnvironment } from './environment-support.ts';
import { field, world, type World } from './support.ts';

const path = '/organizations/acme/environments_notifications';
const rule = { name: 'r', environments: ['prod'], triggers: ['ON_STARTED_ARTIFACT'] };

async function open(webhookHosts: readonly string[]): Promise<World> {
  const it = await world(undefined, { webhookHosts });
  await putEnvironment(it, 'prod');
  return it;
}

const put = (it: World, ...targets: readonly object[]) => it.json('PUT', path, { ...rule, targets });
const secretsIn = (body: unknown): Readonly<Record<string, unknown>> => Object(field(body, 'signing_secrets'));

test.each([
  [
    [],
    [
      ['https://hooks.example/very-secret', '--webhook-host hooks.example'],
      ['https://127.0.0.1/very-secret', '--webhook-host 127.0.0.1'],
      ['http://localhost:80/very-secret', '--webhook-host localhost'],
    ],
  ],
  [
    ['hooks.example'],
    [
      ['https://other.example/very-secret', '--webhook-host other.example'],
      ['https://hooks.example:8443/very-secret', '--webhook-host hooks.example:8443'],
    ],
  ],
  [
    ['*'],
    [
      ...['127.0.0.1', 'localhost', '[::1]', '[::ffff:10.0.0.1]', '10.1.2.3', '169.254.169.254', '0x7f000001', 'nobody.invalid'].map(
        (host) => [`https://${host}/very-secret`, 'must lead to public addresses alone'] as const,
      ),
      ['https://1.1.1.1:8443/very-secret', '--webhook-host 1.1.1.1:8443'],
    ],
  ],
] as const)('where %j is allowed, targets elsewhere are refused: %j', async (hosts, refused) => {
  const it = await open(hosts);
  for (const [webhook, says] of refused) {
    for (const type of ['WEBHOOK', 'SLACK']) {
      const { body, status } = await put(it, { type, webhook });
      expect([webhook, status, Object.keys(Object(field(body, 'errors')))]).toEqual([webhook, 400, ['targets[0].webhook']]);
      expect(JSON.stringify(body)).toContain(says);
      expect(JSON.stringify(body)).not.toContain('very-secret');
    }
  }
  expect((await it.get(path)).body).toEqual([]);
});

test.each([
  [['*'], 'https://1.1.1.1/a'],
  [['10.1.2.3:8443'], 'https://10.1.2.3:8443/a'],
  [['relay.internal'], 'https://relay.internal/a'],
])('where %j is allowed, a target at %s is kept', async (hosts, webhook) => {
  expect((await put(await open(hosts), { type: 'WEBHOOK', webhook })).status).toBe(201);
});

test('mail is refused where there is no mail server, with the option that would allow it', async () => {
  const { body, status } = await put(await open([]), { type: 'EMAIL', emails: ['ada@acme.example'] });
  expect([status, field(body, 'errors')]).toEqual([
    400,
    { 'targets[0].type': expect.stringContaining('EVIDENCE_SMTP_URL and --smtp-from') },
  ]);
});

test('signing secrets are answered once, and stand nowhere that anybody reads', async () => {
  const it = await open(['hooks.example']);
  const at = (name: string) => ({ type: 'WEBHOOK', webhook: `https://hooks.example/${name}` });
  const made = secretsIn((await put(it, at('a'), { type: 'SLACK', webhook: 'https://hooks.example/chat' }, at('b'))).body);
  expect(Object.keys(made)).toEqual(['targets[0]', 'targets[2]']);
  const same = await it.json('PUT', `${path}/1`, { ...rule, name: 'other', targets: [at('b'), at('c')] });
  expect(Object.keys(secretsIn(same.body))).toEqual(['targets[1]']);
  const replaced = await it.json('POST', `${path}/1/signing_secrets`, null);
  expect([replaced.status, replaced.body]).toEqual([
    200,
    {
      message: 'OK',
      notification_number: 1,
      signing_secrets: { 'targets[0]': expect.stringMatching(/^whsec_/), 'targets[1]': expect.stringMatching(/^whsec_/) },
    },
  ]);
  const all = [made, secretsIn(same.body), secretsIn(replaced.body)].flatMap((each) => Object.values(each));
  expect(new Set(all).size).toBe(5);
  await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['acme'], role: 'admin', token: 'of-eve' });
  const read = [await it.get(path), await it.get(`${path}/1`), await it.as('of-eve').get('/records/acme')].map(({ body }) =>
    JSON.stringify(body),
  );
  expect(read.join('')).toContain('signing_sha256');
  expect(`${read.join('')}${it.log.join('')}`).not.toContain('whsec_');
});

test('new signing secrets are refused for a rule that is not there, and for one without a webhook', async () => {
  const it = await open(['hooks.example']);
  expect((await it.json('POST', `${path}/1/signing_secrets`, null)).status).toBe(404);
  await put(it, { type: 'SLACK', webhook: 'https://hooks.example/chat' });
  const none = await it.json('POST', `${path}/1/signing_secrets`, null);
  expect([none.status, field(none.body, 'message')]).toEqual([
    409,
    "The notification rule 1 of the organization 'acme' has no webhook. Only messages to targets of the type WEBHOOK are signed.",
  ]);
});
