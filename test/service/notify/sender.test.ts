import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { query, sql } from '../../../src/service/sql/sql.ts';
import { field } from '../support.ts';
import { untilReceived, webhookTarget, type Target } from '../webhook-target.ts';
import { outbox } from './outbox.ts';

const indexesOf = ({ received }: Target) => received.map(({ body }) => field(body, 'snapshot.index'));

test('a target that took none of some attempts is failing, until it takes the message after all', async () => {
  const target = await webhookTarget();
  target.answer(503);
  const it = await outbox([target]);
  await it.listen(target);
  await it.raise(1);
  it.send();
  await vi.waitUntil(async () => (await it.failing())[0] === true, { timeout: 20_000 });
  expect([target.received.length, new Set(target.received.map(({ headers }) => headers['webhook-id'])).size]).toEqual([3, 1]);
  expect(it.log.at(-1)).toMatch(/it answered 503\. It is sent again \(attempts in a row that failed: 3\)\.$/);
  target.answer(200);
  await vi.waitUntil(async () => (await it.failing())[0] === false, { timeout: 20_000 });
  expect([await it.waiting(), target.received.length]).toEqual([0, 4]);
});

test('a target that is gone gets no message but the present state', async () => {
  const target = await webhookTarget();
  target.answer(410);
  const it = await outbox([target]);
  await it.listen(target);
  await it.raise(1, 2);
  it.send();
  await vi.waitUntil(async () => (await it.waiting()) === 0, { timeout: 20_000 });
  expect([target.received.length, await it.failing()]).toEqual([2, [true]]);
  expect(it.log.at(-1)).toMatch(/it answered 410\. It is not sent again\.$/);
  await it.become('COMPLIANT');
  await untilReceived(target, 3);
  await vi.waitUntil(() => it.log.at(-1)?.includes('It is sent again') === true, { timeout: 20_000 });
  expect(await it.waiting()).toBe(1);
});

test('a redirect is not followed', async () => {
  const [target, elsewhere] = [await webhookTarget(), await webhookTarget()];
  target.answer(307, { location: `http://${elsewhere.host}/` });
  const it = await outbox([target, elsewhere]);
  await it.listen(target);
  await it.raise(1);
  it.send();
  await vi.waitUntil(async () => (await it.failing())[0] === true, { timeout: 20_000 });
  expect([target.received.length, elsewhere.received.length]).toEqual([3, 0]);
});

test('a target that hangs, and one that is not there, hold up no other', async () => {
  const [slow, good, nobody] = [await webhookTarget(), await webhookTarget(), await webhookTarget()];
  slow.answer('hang');
  await nobody.leave();
  const it = await outbox([slow, good, nobody]);
  await it.listen(slow, nobody, good);
  await it.raise(1);
  it.send();
  await untilReceived(good, 1);
  await vi.waitUntil(async () => (await it.failing())[0] === true, { timeout: 20_000 });
  expect(await it.failing()).toEqual([true, true, false]);
  expect(it.log.join('\n')).toContain('it did not answer in time');
  expect(it.log.join('\n')).toContain('ECONNREFUSED');
});

test('messages to one target keep their order, also when one of them does not arrive at first', async () => {
  const target = await webhookTarget();
  target.answer(500);
  const it = await outbox([target]);
  await it.listen(target);
  await it.raise(1, 2, 3);
  it.send({ firstWait: 150 });
  await untilReceived(target, 1);
  target.answer(200);
  await untilReceived(target, 4);
  expect(indexesOf(target)).toEqual(['1', '1', '2', '3']);
});

test('a sender that is stopped sends nothing more, and what it did not send stays', async () => {
  const target = await webhookTarget();
  target.answer('hang');
  const it = await outbox([target]);
  await it.listen(target);
  await it.raise(1, 2);
  const sender = it.send({ timeout: 600_000 });
  await untilReceived(target, 1);
  // The attempt would hold it up for longer than a test may take.
  await sender.stop();
  await it.raise(3);
  await sleep(100);
  expect([target.received.length, await it.waiting(), await it.failing()]).toEqual([1, 3, [undefined]]);
});

test('a store that cannot be read does not end the sender', async () => {
  const target = await webhookTarget();
  const it = await outbox([target]);
  await it.listen(target);
  await it.raise(1);
  await it.engine.write(() => query(sql`update outbox set event = '{}'`));
  it.send({ pause: 5 });
  await vi.waitUntil(() => it.log.length > 0, { timeout: 20_000 });
  expect(it.log[0]).toMatch(/^Messages cannot be sent: /);
  await it.engine.write(() => query(sql`delete from outbox`));
  await it.raise(2);
  await untilReceived(target, 1);
});
