import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { shaOf, type Counts, type ManyTrails } from './many-trails.ts';
import { recordAt, trailAt } from './service-double.ts';
import { read } from './service-world.ts';

const [flows, trails, delay, concurrency] = [200, 500, 20, 8];

it('reads 200 flows of 500 trails with no more requests than pages, eight at a time', async () => {
  const template = 'trail: {attestations: [{name: unit, type: junit}]}';
  const workerData: ManyTrails = {
    flows,
    trails,
    delay,
    template,
    trail: JSON.stringify(trailAt('SHA')),
    record: JSON.stringify(recordAt('SHA', 'FLOW')),
  };
  const service = new Worker(new URL('many-trails.ts', import.meta.url), { workerData });
  onTestFinished(async () => void (await service.terminate()));
  const [{ port }] = await once(service, 'message');
  const url = `http://127.0.0.1:${port}`;
  const shas = Array.from({ length: flows * 50 }, (_, n) => shaOf(Math.floor(n / 50), n % 50));
  const begun = performance.now();
  const facts = await read(url, { shas });
  const took = performance.now() - begun;
  const { asked, most }: Counts = JSON.parse(await (await fetch(`${url}/counts`)).text());
  expect([facts.holes, facts.trailsAbout(shas).filter(({ records }) => records[0]?.read === true).length]).toEqual([[], shas.length]);
  expect(facts.trailsElsewhere(new Set(shas))).toBe(flows * trails - shas.length);
  // The 4 are the flows, the environments, the artifacts and the notifications.
  expect(asked).toBeLessThanOrEqual(flows * (trails / 100) + Math.ceil(shas.length / 100) + 4);
  expect(most).toBe(concurrency);
  expect(took).toBeLessThan((1.5 * asked * delay) / concurrency);
});
