import { expect, test, vi } from 'vitest';
import { field } from '../support.ts';
import { webhookTarget, type Target } from '../webhook-target.ts';
import { outbox, type Outbox } from './outbox.ts';

const told = ({ received }: Target) => received.map(({ body }) => [field(body, 'event_type'), field(body, 'superseded')]);

/** Plays time second by second: after each the sender looks once more. */
async function untilTold(target: Target, count: number, tick: () => void): Promise<void> {
  await vi.waitUntil(
    () => {
      if (target.received.length < count) tick();
      return target.received.length >= count;
    },
    { timeout: 20_000, interval: 20 },
  );
}

async function changing(times: number, it: Outbox, pass: () => void): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    await it.become(index % 2 === 0 ? 'NON-COMPLIANT' : 'COMPLIANT');
    await it.raise(index);
    pass();
  }
}

test('after four hours away and 200 events a target hears the present state first, within a minute of the last event', async () => {
  let now = 1_000_000;
  const target = await webhookTarget();
  const it = await outbox([target], {}, () => now);
  await it.listen(target);
  target.answer(500);
  it.send({ pause: 5, firstWait: 2000, attempts: 10, timeout: 5000 });
  await changing(101, it, () => (now += 144));
  await vi.waitUntil(() => target.received.length >= 10, { timeout: 20_000 });
  target.answer(200);
  const away = target.received.length;
  const back = now;
  // The last event was 144 seconds ago, so that the next look is due at once.
  await untilTold(target, away + 1, () => (now += 1));
  expect(now - back).toBeLessThanOrEqual(60);
  await vi.waitUntil(async () => (await it.waiting()) === 0, { timeout: 20_000 });
  const heard = target.received.slice(away);
  expect(told({ ...target, received: heard })[0]).toEqual(['ENVIRONMENT_NON_COMPLIANT', '100']);
  expect(field(heard[0]?.body, 'timestamp')).toBe(String(1_000_000 + 100 * 144));
  // Each of these is less than three hours old, and they come in their order.
  const [first = 0, ...indexes] = heard.slice(1).map(({ body }) => Number(field(body, 'snapshot.index')));
  expect(indexes).toEqual(Array.from({ length: 100 - first }, (_, index) => first + 1 + index));
  expect((now - (1_000_000 + first * 144)) / 3600).toBeCloseTo(3, 1);
  expect(it.log.join('\n')).toContain('waited for three hours');
});

test('after one failure a target never hears a state that is not the present one', async () => {
  const target = await webhookTarget();
  const it = await outbox([target]);
  await it.listen(target);
  target.answer(500);
  it.send({ firstWait: 300, timeout: 5000 });
  await it.become('COMPLIANT');
  await vi.waitUntil(() => it.log.length > 0, { timeout: 20_000 });
  await it.become('NON-COMPLIANT');
  await it.become('COMPLIANT');
  await it.become('NON-COMPLIANT');
  target.answer(200);
  await vi.waitUntil(async () => (await it.waiting()) === 0, { timeout: 20_000 });
  expect(told(target)).toEqual([
    ['ENVIRONMENT_COMPLIANT', undefined],
    ['ENVIRONMENT_NON_COMPLIANT', '3'],
  ]);
});
