import { expect, test } from 'vitest';
import { environmentsWorld } from '../environments-world.ts';

const rule = `name: production
environments: [prod]
triggers: [ON_NON_COMPLIANT_ENV]
targets:
  - type: WEBHOOK
    webhook: https://hooks.example/very-secret
`;
const path = '/organizations/acme/environments_notifications';

test('a rule is made from a file, changed in place by its number, and deleted', async () => {
  const { get, play, write } = await environmentsWorld(['hooks.example']);
  write('rule.yml', rule);
  const made = await play('notification apply', { file: 'rule.yml' });
  expect([made.shown, made.json, made.events.filter(({ kind }) => kind === 'warning')]).toEqual([
    expect.stringMatching(/^Notification 1 created\nSigning secret of targets\[0\], shown this once: whsec_[\w+/]{43}=$/),
    { notification: '1', change: 'created', signing_secrets: { 'targets[0]': expect.stringMatching(/^whsec_/) } },
    [],
  ]);
  expect(await get(`${path}/1`)).toMatchObject({
    name: 'production',
    environments: ['prod'],
    triggers: ['ON_NON_COMPLIANT_ENV'],
    targets: [{ type: 'WEBHOOK', webhook: 'https://hooks.example/very-secret' }],
  });
  write('rule.yml', rule.replace('[prod]', '[prod, dev]'));
  expect((await play('notification apply', { file: 'rule.yml', number: '1' })).shown).toBe('Notification 1 updated');
  expect(await get(path)).toMatchObject([{ number: 1, environments: ['prod', 'dev'] }]);
  expect((await play('notification delete', { number: '1' })).shown).toBe('Notification 1 removed');
  expect(await get(path)).toEqual([]);
  expect((await play('notification delete', { number: '1' })).result).toMatchObject({ kind: 'stopped' });
});

test('no command shows where a webhook leads', async () => {
  const { play, write } = await environmentsWorld(['hooks.example']);
  write('rule.yml', rule);
  const all = [
    await play('notification apply', { file: 'rule.yml' }),
    await play('notification list'),
    await play('notification get', { number: '1' }),
    await play('query', { operation: 'list-notifications' }),
    await play('query', { operation: 'get-notification', parameters: 'notification_number=1' }),
  ];
  expect(all.map(({ result }) => result.kind)).not.toContain('stopped');
  expect(JSON.stringify(all)).toContain('hooks.example');
  expect(JSON.stringify(all)).not.toContain('very-secret');
});

test('a rule for a host that gets no messages is refused, with the option that lets it get some', async () => {
  const { get, play, write } = await environmentsWorld();
  write('rule.yml', rule);
  expect((await play('notification apply', { file: 'rule.yml' })).result).toMatchObject({
    kind: 'stopped',
    message: expect.stringMatching(/targets\[0\]\.webhook: .*--webhook-host hooks\.example/),
  });
  expect(await get(path)).toEqual([]);
});

test('new signing secrets are shown once, each another one', async () => {
  const { play, write } = await environmentsWorld(['hooks.example']);
  write('rule.yml', rule);
  const secretIn = (shown: string) => /whsec_\S+/.exec(shown)?.[0];
  const made = secretIn((await play('notification apply', { file: 'rule.yml' })).shown);
  const { json, shown } = await play('notification rotate', { number: '1' });
  expect(shown).toMatch(/^Notification 1 given new signing secrets\nSigning secret of targets\[0\], shown this once: whsec_/);
  expect(json).toMatchObject({ notification: '1', signing_secrets: { 'targets[0]': secretIn(shown) } });
  expect([made, secretIn(shown)]).toEqual([expect.any(String), expect.not.stringMatching(made ?? '')]);
  const read = [await play('notification get', { number: '1' }), await play('query', { operation: 'list-notifications' })];
  expect(JSON.stringify(read)).not.toContain('whsec_');
  // A rule that stays keeps its secret, which is not shown again.
  expect((await play('notification apply', { file: 'rule.yml', number: '1' })).shown).toBe('Notification 1 updated');
  expect((await play('notification rotate', { number: '2' })).result).toMatchObject({ kind: 'stopped' });
});

test('what is wrong in a rule is told by its field, a mistyped key by its line', async () => {
  const { get, play, write } = await environmentsWorld();
  write('rule.yml', rule.replace('ON_NON_COMPLIANT_ENV', 'ON_FIRE'));
  expect((await play('notification apply', { file: 'rule.yml' })).result).toMatchObject({
    kind: 'stopped',
    message: expect.stringContaining('triggers[0]'),
  });
  write('rule.yml', rule.replace('triggers', 'trigers'));
  expect((await play('notification apply', { file: 'rule.yml' })).result).toMatchObject({
    ending: 'usage',
    message: expect.stringMatching(/line 3 has the key "trigers": did you mean triggers\?/),
  });
  write('rule.yml', 'name: a\ntargets:\n  - type: SLACK\n    context:\n      channel: C1\n');
  expect((await play('notification apply', { file: 'rule.yml' })).result).toMatchObject({
    ending: 'usage',
    message: expect.stringMatching(/line 5 has the key "channel": did you mean channel_id\?/),
  });
  write('rule.yml', '- a\n');
  expect((await play('notification apply', { file: 'rule.yml' })).result).toMatchObject({
    ending: 'usage',
    message: expect.stringContaining('not a mapping'),
  });
  expect(await get(path)).toEqual([]);
});
