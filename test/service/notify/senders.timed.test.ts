import { expect, test, vi } from 'vitest';
import { field } from '../support.ts';
import { untilReceived, webhookTarget, type Target } from '../webhook-target.ts';
import { fast, outbox } from './outbox.ts';
import { senderProcess } from './senders.ts';

const indexesOf = ({ received }: Target) => received.map(({ body }) => Number(field(body, 'snapshot.index')));

test('what a process held that was killed is sent by another one, and not before its time is over', async () => {
  const target = await webhookTarget();
  target.answer('hang');
  const it = await outbox([target]);
  await it.listen(target);
  const pace = { ...fast, pause: 5, timeout: 1500, spare: 500 };
  const holder = await senderProcess(it.file, [target.host], pace);
  await it.raise(1);
  await untilReceived(target, 1);
  const taken = performance.now();
  holder.kill('SIGKILL');
  target.answer(200);
  it.send(pace);
  await untilReceived(target, 2);
  expect(performance.now() - taken).toBeGreaterThan(1000);
  expect(indexesOf(target)).toEqual([1, 1]);
  await vi.waitUntil(async () => (await it.waiting()) === 0, { timeout: 20_000 });
});
