import { expect, test, vi } from 'vitest';
import { field } from '../support.ts';
import { untilReceived, webhookTarget, type Target } from '../webhook-target.ts';
import { fast, outbox } from './outbox.ts';
import { senderProcess } from './senders.ts';

const indexesOf = ({ received }: Target) => received.map(({ body }) => Number(field(body, 'snapshot.index')));
/** On a busy machine an attempt may take longer than `fast` allows: then a message is rightly sent again. */
const patient = { timeout: 5000 };
const all = Array.from({ length: 20 }, (_, index) => index + 1);

test('two senders on one outbox send each message once, and keep the order of each target', async () => {
  const targets = [await webhookTarget(), await webhookTarget(), await webhookTarget()] as const;
  const it = await outbox(targets);
  await it.listen(...targets);
  for (const _ of [1, 2]) it.send({ ...patient, pause: 1 });
  await it.raise(...all);
  for (const target of targets) await untilReceived(target, all.length);
  await vi.waitUntil(async () => (await it.waiting()) === 0, { timeout: 20_000 });
  expect(targets.map(indexesOf)).toEqual([all, all, all]);
});

test('two processes on one outbox send each message once', async () => {
  const target = await webhookTarget();
  const it = await outbox([target]);
  await it.listen(target);
  await Promise.all([1, 2].map(() => senderProcess(it.file, [target.host], { ...fast, ...patient, pause: 5 })));
  await it.raise(...all);
  await untilReceived(target, all.length);
  await vi.waitUntil(async () => (await it.waiting()) === 0, { timeout: 20_000 });
  expect(indexesOf(target)).toEqual(all);
});
