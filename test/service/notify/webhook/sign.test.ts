import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { newSigningSecret, signaturesOf, webhook } from '../../../../src/service/notify/targets.ts';
import { query, sql } from '../../../../src/service/sql/sql.ts';
import { untilReceived, webhookTarget, type Received } from '../../webhook-target.ts';
import { outbox } from '../outbox.ts';

const timestamp = String(Math.floor(Date.now() / 1000));
const headersOf = (signature: string) => ({ 'webhook-id': 'm1', 'webhook-timestamp': timestamp, 'webhook-signature': signature });

/** Whether a receiver with a secret accepts a message, by the library of Standard Webhooks. */
function accepts(secret: string, { headers, text }: Pick<Received, 'headers' | 'text'>): boolean {
  try {
    new Webhook(secret).verify(text, Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])));
    return true;
  } catch {
    return false;
  }
}

test('secrets differ, and a receiver with one of those that sign accepts a message', () => {
  const [one, two, other] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
  const text = '{"name":"ü"}';
  const headers = headersOf(signaturesOf([one, two], 'm1', timestamp, text));
  expect([one, two, other].map((secret) => accepts(secret, { headers, text }))).toEqual([true, true, false]);
  expect(accepts(one, { headers, text: `${text} ` })).toBe(false);
  expect(accepts(one, { headers: { ...headers, 'webhook-id': 'm2' }, text })).toBe(false);
});

test('messages are signed, for a day with the earlier secret too, and an address that stays keeps its secret', async () => {
  const target = await webhookTarget();
  const it = await outbox([target]);
  const made = webhook.keep({ type: 'WEBHOOK', webhook: `http://${target.host}/` });
  const first = made.signingSecret ?? '';
  await it.listenTo(made);
  await it.raise(1);
  it.send({ timeout: 5000 });
  await untilReceived(target, 1);
  const rule = { author: it.author, name: 'r', environments: ['prod'], triggers: ['ON_SCALED_ARTIFACT'] } as const;
  const again = webhook.keep({ type: 'WEBHOOK', webhook: `http://${target.host}/` });
  expect(await it.store.putNotification({ ...rule, number: 1, targets: [again] })).toMatchObject({ newlySigned: [] });
  const second = (await it.store.replaceSecrets(it.author, 1, newSigningSecret))?.get(0) ?? '';
  await it.raise(2);
  await untilReceived(target, 2);
  await vi.waitUntil(async () => (await it.waiting()) === 0, { timeout: 20_000 });
  const seen = target.received.map((each) => [first, second, again.signingSecret ?? ''].map((secret) => accepts(secret, each)));
  expect(seen).toEqual([
    [true, false, false],
    [true, true, false],
  ]);
  expect(target.received[0]?.headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}=$/);
});

test('the earlier secret signs no more when its day is over', async () => {
  const target = await webhookTarget();
  const it = await outbox([target]);
  const made = webhook.keep({ type: 'WEBHOOK', webhook: `http://${target.host}/` });
  await it.listenTo(made);
  const second = (await it.store.replaceSecrets(it.author, 1, newSigningSecret))?.get(0) ?? '';
  const [kept] = await it.engine.read(() => query(sql`select earlier_until from webhooks`));
  expect(kept?.['earlier_until']).toBeCloseTo(Date.now() / 1000 + 24 * 3600, -2);
  await it.engine.write(() => query(sql`update webhooks set earlier_until = ${Date.now() / 1000 - 1}`));
  await it.raise(1);
  it.send({ timeout: 5000 });
  await untilReceived(target, 1);
  expect([made.signingSecret ?? '', second].map((secret) => accepts(secret, target.received[0] ?? { headers: {}, text: '' }))).toEqual([
    false,
    true,
  ]);
});

test('a webhook that is gone is not asked again', async () => {
  const target = await webhookTarget();
  target.answer(410);
  const it = await outbox([target]);
  await it.listen(target);
  await it.raise(1);
  it.send();
  await vi.waitUntil(async () => (await it.failing())[0] === true, { timeout: 20_000 });
  expect([target.received.length, await it.reasons()]).toEqual([1, [`${target.host}: it answered 410`]]);
  // A rule of an earlier version has no secret.
  expect(target.received[0]?.headers['webhook-signature']).toBeUndefined();
});
