import { expect, test, vi } from 'vitest';
import { slack } from '../../../../src/service/notify/targets.ts';
import { untilReceived, webhookTarget } from '../../webhook-target.ts';
import { outbox } from '../outbox.ts';

test('a chat that gets too much is left alone as long as it says', async () => {
  const target = await webhookTarget();
  target.answer(429, { 'retry-after': '2' }, 'rate_limited');
  const it = await outbox([target]);
  await it.listenTo(slack.keep({ type: 'SLACK', webhook: `http://${target.host}/services/x` }));
  await it.raise(1, 2);
  it.send({ timeout: 5000 });
  await untilReceived(target, 1);
  const refused = performance.now();
  target.answer(200, {}, 'ok');
  await untilReceived(target, 3);
  expect(performance.now() - refused).toBeGreaterThan(1900);
  await vi.waitUntil(async () => (await it.failing())[0] === false, { timeout: 20_000 });
});
