import { expect, test } from 'vitest';
import { untilReceived, webhookTarget } from '../webhook-target.ts';
import { outbox } from './outbox.ts';

test('each attempt waits longer than the one before it', async () => {
  const target = await webhookTarget();
  target.answer(500);
  const it = await outbox([target]);
  await it.listen(target);
  await it.raise(1);
  const times: number[] = [];
  it.send({ firstWait: 100 });
  for (const count of [1, 2, 3]) {
    await untilReceived(target, count);
    times.push(performance.now());
  }
  const [first = 0, second = 0, third = 0] = times;
  expect(second - first).toBeGreaterThan(80);
  expect(third - second).toBeGreaterThan(250);
});
