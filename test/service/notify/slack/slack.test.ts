import { expect, test, vi } from 'vitest';
import { slack } from '../../../../src/service/notify/targets.ts';
import { field } from '../../support.ts';
import { untilReceived, webhookTarget, type Received, type Target } from '../../webhook-target.ts';
import { outbox, type Outbox } from '../outbox.ts';

const nothing: Partial<Received> = {};

/** A rule for a chat whose webhook answers so. */
async function chat(status: number, said: string, headers = {}): Promise<Outbox & { readonly target: Target }> {
  const target = await webhookTarget();
  target.answer(status, headers, said);
  const it = await outbox([target]);
  await it.listenTo(slack.keep({ type: 'SLACK', webhook: `http://${target.host}/services/very-secret` }));
  await it.raise(1);
  return { ...it, target };
}

test('a chat gets its own format, without what only webhooks need, and is in good health after ok', async () => {
  const it = await chat(200, 'ok\n');
  it.send({ timeout: 5000 });
  await vi.waitUntil(async () => (await it.failing())[0] === false, { timeout: 20_000 });
  const [{ body, headers, path } = nothing] = it.target.received;
  expect([path, headers?.['content-type'], headers?.['webhook-id']]).toEqual([
    '/services/very-secret',
    'application/json; charset=utf-8',
    undefined,
  ]);
  expect([field(body, 'text'), field(body, 'blocks.0.type')]).toEqual([
    'prod: an artifact was scaled: 1 instance started running (from 1 to 2)',
    'header',
  ]);
});

test.each([
  [404, 'no_service', 'it answered 404 no_service'],
  [400, 'invalid_payload', 'it answered 400 invalid_payload'],
  [410, 'channel_is_archived', 'it answered 410 channel_is_archived'],
  [403, '<b>Not &amp; allowed</b> very-secret', 'it answered 403'],
  [200, '<!doctype html><title>Log in</title>', 'it answered 200 in place of 200 ok: no incoming webhook of the chat is there'],
])('an answer %i that no other attempt would change is final: %s', async (status, said, why) => {
  const it = await chat(status, said);
  it.send({ timeout: 5000 });
  await vi.waitUntil(async () => (await it.failing())[0] === true, { timeout: 20_000 });
  expect([it.target.received.length, await it.reasons()]).toEqual([1, [`${it.target.host}: ${why}`]]);
  expect(it.log).toEqual([`A message of notification rule 1 of acme did not arrive at ${it.target.host}: ${why}. It is not sent again.`]);
});

test('a chat that is overloaded gets the message again', async () => {
  const it = await chat(503, 'rollup_error');
  it.send({ timeout: 5000 });
  await untilReceived(it.target, 1);
  it.target.answer(200, {}, 'ok');
  await vi.waitUntil(async () => (await it.failing())[0] === false, { timeout: 20_000 });
  expect(it.log.at(-1)).toMatch(/it answered 503 rollup_error\. It is sent again/);
});
