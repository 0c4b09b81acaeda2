import { expect, test, vi } from 'vitest';
import { report } from './environment-support.ts';
import { health, listening } from './listening.ts';
import { untilReceived, webhookTarget } from './webhook-target.ts';

test('a service that is told to stop does not wait for a target that hangs', async () => {
  const target = await webhookTarget();
  const it = await listening(['ON_STARTED_ARTIFACT'], target);
  target.answer('hang');
  await report(it, 'prod', 'a');
  await untilReceived(target, 1);
  const began = performance.now();
  const next = await it.restart();
  expect(performance.now() - began).toBeLessThan(9000);
  target.answer(200);
  await untilReceived(target, 2);
  expect(target.received[1]?.headers['webhook-id']).toBe(target.received[0]?.headers['webhook-id']);
  await vi.waitUntil(async () => (await health(next))[0] === false, { timeout: 20_000 });
}, 30_000);
