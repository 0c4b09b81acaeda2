import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { fill } from '../../../scripts/checks/bench/many-trails.ts';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { mostLooked } from '../../../src/service/resources/trails/tables-facets.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { openSqlite } from '../../../src/service/sqlite/engine.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import { auditPlan, filters, indexIn, places, plansOf, ratios, scopes, walked, withFlowId } from '../store/filter-plans.ts';
import { member, newFile, record } from '../store/setup.ts';

const count = Number(process.env['TRAILS'] ?? 200_000);
let [engine, store, orgId]: [Engine?, Store?, string?] = [];

beforeAll(async () => {
  const file = await newFile();
  const first = openSqlite(file);
  const author = await member(createStore(first, complianceRules), 'ada', 'acme');
  await record(createStore(first, complianceRules), author, { flowName: 'bench', trailName: 'first' });
  await first.close();
  const database = new DatabaseSync(file);
  await fill('SQLite', async (statement) => database.prepare(statement).all(), count);
  database.close();
  engine = openSqlite(file);
  [store, orgId] = [createStore(engine, complianceRules), author.orgId];
  return () => engine?.close();
}, 600_000);

describe.each(scopes)('in %s', (_, scope) => {
  test.each(filters)('trails with %s are found by the index of that facet, and no table is walked over', async (__, filter, index) => {
    if (engine === undefined || store === undefined || orgId === undefined) throw new Error('Nothing was made.');
    const wanted = await withFlowId(store, orgId, { ...scope, ...filter });
    for (const place of places) {
      const plans = await plansOf(engine, orgId, wanted, place, 'explain query plan');
      const all = plans.map((plan) => plan.map(({ detail }) => String(detail)));
      const lines = all.flat().filter((line) => line.includes('trail_facets'));
      for (const line of lines) expect(line).toMatch(/^SEARCH trail_facets USING (?:COVERING )?INDEX/);
      expect(all.at(-1)?.join('\n')).toContain(` ${indexIn(scope, index)} (org_id=?`);
      // The trails found are put in order again, and no more.
      expect(all.at(-1)?.join('\n').split('SCAN looked')[0]).not.toContain('TEMP B-TREE');
    }
  });
});

test('audits that were handed in are found by the index of their type, in its order', async () => {
  if (engine === undefined) throw new Error('Nothing was made.');
  const plan = await auditPlan(engine, orgId ?? '', 'explain query plan');
  expect(plan).toContain('SEARCH attestations USING INDEX attestations_of_type (org_id=? AND type=? AND number<?)');
  expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
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
  process.stdout.write(`${count} trails on SQLite\n${lines.join('\n')}\n`);
  expect(lines).toHaveLength(filters.length * scopes.length);
});
