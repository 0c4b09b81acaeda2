import { expect, it } from 'vitest';
import { read } from './service-world.ts';
import { recordAt, serveAnswers, trailAt } from './service-double.ts';

const [flows, trails, delay, concurrency] = [200, 500, 20, 8];

const shaOf = (flow: number, trail: number): string => `${flow.toString(16).padStart(20, '0')}${trail.toString(16).padStart(20, '0')}`;

it('reads 200 flows of 500 trails with no more requests than pages, eight at a time', async () => {
  const row = JSON.stringify(trailAt('SHA'));
  const record = JSON.stringify(recordAt('SHA', 'FLOW'));
  const pages = new Map<string, string>();
  for (let flow = 0; flow < flows; flow += 1) {
    for (let page = 1; page <= trails / 100; page += 1) {
      const data = Array.from({ length: 100 }, (_, n) => row.replaceAll('SHA', shaOf(flow, (page - 1) * 100 + n))).join(',');
      pages.set(
        `f${flow} ${page}`,
        `{"data":[${data}],"pagination":{"total":${trails},"page":${page},"per_page":100,"page_count":${trails / 100}}}`,
      );
    }
  }
  const all = Array.from({ length: flows }, (_, flow) => ({
    name: `f${flow}`,
    template: 'trail: {attestations: [{name: unit, type: junit}]}',
  }));
  const double = await serveAnswers((path, query) => {
    if (path === '/flows/acme') return all;
    if (path.startsWith('/trails/acme/')) return pages.get(`${path.slice('/trails/acme/'.length)} ${query.get('page')}`);
    if (path !== '/attestations/acme') return [];
    const answer = query
      .getAll('commit_list')
      .map((sha) => `"${sha}":[${record.replaceAll('SHA', sha).replace('FLOW', `f${Number.parseInt(sha.slice(0, 20), 16)}`)}]`);
    return `{${answer.join(',')}}`;
  }, delay);
  const shas = Array.from({ length: flows * 50 }, (_, n) => shaOf(Math.floor(n / 50), n % 50));
  const begun = performance.now();
  const facts = await read(double.url, { shas });
  const took = performance.now() - begun;
  const asked = double.asked.length;
  expect([facts.holes, facts.trailsAbout(shas).filter(({ records }) => records[0]?.read === true).length]).toEqual([[], shas.length]);
  expect(facts.trailsElsewhere(new Set(shas))).toBe(flows * trails - shas.length);
  // Next to trails and records: the flows, the environments, the artifacts and the notifications.
  expect(asked).toBeLessThanOrEqual(flows * (trails / 100) + Math.ceil(shas.length / 100) + 4);
  expect(double.most()).toBe(concurrency);
  expect(took).toBeLessThan((1.5 * asked * delay) / concurrency);
});
