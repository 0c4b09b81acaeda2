import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { fill } from '../../../scripts/checks/bench/many-trails.ts';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { readAddress } from '../../../src/service/postgres/address.ts';
import { openPostgres } from '../../../src/service/postgres/engine.ts';
import { recordsSince } from '../../../src/service/resources/attestations/tables.ts';
import { mostCounted, mostLooked } from '../../../src/service/resources/trails/tables-facets.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import { isObject, parseJson } from '../../../src/text/index.ts';
import { newDatabase } from '../../support/postgres/database.ts';
import { auditPlan, filters, indexIn, places, plansOf, ratios, scopes, walked, withFlowId } from '../store/filter-plans.ts';
import { member, record } from '../store/setup.ts';

const count = Number(process.env['TRAILS'] ?? 50_000);
let [engine, store, orgId]: [Engine?, Store?, string?] = [];

beforeAll(async () => {
  const url = await newDatabase();
  engine = await openPostgres(readAddress(url));
  store = createStore(engine, complianceRules);
  const author = await member(store, 'ada', 'acme');
  orgId = author.orgId;
  await record(store, author, { flowName: 'bench', trailName: 'first' });
  const client = new Client(url);
  await client.connect();
  await fill('PostgreSQL', async (statement) => (await client.query(statement)).rows, count);
  await client.query('vacuum analyze');
  await client.end();
  return () => engine?.close();
}, 600_000);

/** The parts of a plan that read the table of facets. */
function readsIn(plan: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(plan)) return plan.flatMap(readsIn);
  if (!isObject(plan)) return [];
  const own = plan['Relation Name'] === 'trail_facets' ? [plan] : [];
  return [...own, ...Object.values(plan).flatMap((each) => (typeof each === 'object' ? readsIn(each) : []))];
}

describe.each(scopes)('in %s', (_, scope) => {
  test.each(filters)('trails with %s are found by an index, and no more are read than a page looks at', async (__, filter, index) => {
    if (engine === undefined || store === undefined || orgId === undefined) throw new Error('Nothing was made.');
    const wanted = await withFlowId(store, orgId, { ...scope, ...filter });
    for (const place of places) {
      const plans = await plansOf(engine, orgId, wanted, place, 'explain (analyze, buffers, format json)');
      const reads = plans.map(([row]) => readsIn(parseJson(String(row?.['QUERY PLAN'])))).filter((found) => found.length > 0);
      expect(reads.length).toBeGreaterThan(0);
      for (const read of reads.flat()) {
        expect(read['Node Type']).toMatch(/Index/);
        expect(Number(read['Actual Rows']) + Number(read['Rows Removed by Filter'] ?? 0)).toBeLessThanOrEqual(
          Math.max(mostLooked, mostCounted + 1),
        );
        // An index that is walked over beyond its bounds answers no more rows, but reads more blocks.
        const blocks = Number(read['Shared Hit Blocks']) + Number(read['Shared Read Blocks']);
        expect(read['Node Type'] === 'Index Only Scan' ? blocks : 0).toBeLessThan(200);
      }
      expect(reads.at(-1)?.map((read) => read['Index Name'])).toEqual([indexIn(scope, index)]);
    }
  });
});

test('the weeks of a flow read no more facets than they show, and no table as a whole', async () => {
  if (engine === undefined || store === undefined || orgId === undefined) throw new Error('Nothing was made.');
  const flowId = (await store.findFlow(orgId, 'bench'))?.id ?? '';
  const found: unknown[] = [];
  await engine.read(function* () {
    const { value } = recordsSince(orgId ?? '', flowId, 0, 5000).next();
    if (value !== undefined && 'sql' in value) found.push(...(yield { ...value, sql: `explain (analyze, format text) ${value.sql}` }));
  });
  const plan = JSON.stringify(found);
  expect(plan).toContain('attestations_of_flow');
  expect(plan).not.toMatch(/Seq Scan/);
});

test('audits that were handed in are found by the index of their type, in its order', async () => {
  if (engine === undefined) throw new Error('Nothing was made.');
  const plan = await auditPlan(engine, orgId ?? '', 'explain');
  expect(plan).toMatch(/Index Scan Backward using attestations_of_type on attestations/);
  expect(plan).not.toMatch(/Seq Scan|Sort/);
});

test('no trail is lost between the pages of filters that look through many trails', async () => {
  if (store === undefined || orgId === undefined) throw new Error('Nothing was made.');
  for (const scope of scopes.map(([, each]) => each)) {
    const filter = await withFlowId(store, orgId, { ...scope, branch: 'rare', author: 'Author 10' });
    const [older, newer] = [await walked(store, orgId, filter, 'older'), await walked(store, orgId, filter, 'newer')];
    // One in a hundred has both, and the first trail has the number 1.
    const wanted = Array.from({ length: count / 100 }, (_, at) => at * 100 + 51).toReversed();
    expect(older.numbers).toEqual(wanted);
    expect(newer.numbers).toEqual(wanted);
    const none = await walked(store, orgId, { ...filter, author: 'Author 7' }, 'older');
    expect(none.numbers).toEqual([]);
    expect(none.looks).toBe(Math.floor(count / 50 / mostLooked));
  }
});

test('a filtered page costs about what one without a filter costs', async () => {
  if (store === undefined) throw new Error('Nothing was made.');
  const lines = await ratios(store, orgId ?? '');
  process.stdout.write(`${count} trails on PostgreSQL\n${lines.join('\n')}\n`);
  expect(lines).toHaveLength(filters.length * scopes.length);
});
