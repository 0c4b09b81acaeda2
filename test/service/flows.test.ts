import { describe, expect, test } from 'vitest';
import { field, putFlow, world, type World } from './support.ts';

async function withFlows(...names: readonly string[]): Promise<World> {
  const it = await world();
  for (const name of names) await putFlow(it, name, 'version: 1\n');
  return it;
}

const names = (body: unknown): readonly unknown[] => (Array.isArray(body) ? body.map((flow) => field(flow, 'name')) : []);

describe('the flows of an organization', () => {
  test('are a plain list by name when no page is asked for, each as it is alone', async () => {
    const it = await withFlows('shop', 'Alpha', 'checkout');
    const { status, body } = await it.get('/flows/acme');
    expect([status, names(body)]).toEqual([200, ['Alpha', 'checkout', 'shop']]);
    expect(field(body, '2')).toEqual((await it.get('/flows/acme/shop')).body);
    expect((await (await world()).get('/flows/acme')).body).toEqual([]);
  });

  test.each([
    ['page=1&per_page=2', ['a', 'b'], { total: 5, page: 1, per_page: 2, page_count: 3 }],
    ['page=3&per_page=2', ['e'], { total: 5, page: 3, per_page: 2, page_count: 3 }],
    ['page=4&per_page=2', [], { total: 5, page: 4, per_page: 2, page_count: 3 }],
    ['page=1', ['a', 'b', 'c', 'd', 'e'], { total: 5, page: 1, per_page: 20, page_count: 1 }],
    ['per_page=2&search_by_name=b', ['b'], { total: 1, page: 1, per_page: 2, page_count: 1 }],
  ])('come in pages where one is asked for: %s', async (query, expected, pagination) => {
    const it = await withFlows('e', 'd', 'c', 'b', 'a');
    const { body } = await it.get(`/flows/acme?${query}`);
    expect([names(field(body, 'data')), field(body, 'pagination')]).toEqual([expected, pagination]);
  });

  test.each([
    ['search_by_name=hop', ['shop', 'shop-2']],
    ['search_by_name=SHOP', []],
    ['search_by_name=SHOP&case_sensitive=false', ['shop', 'shop-2']],
    ['search_by_name=SHOP&case_sensitive=False', ['shop', 'shop-2']],
    ['search_by_name=SHOP&case_sensitive=true', []],
    ['search_by_name=%25', []],
  ])('are found by a part of their name: %s', async (query, expected) => {
    const it = await withFlows('shop', 'checkout', 'shop-2');
    expect(names((await it.get(`/flows/acme?${query}`)).body)).toEqual(expected);
  });

  test.each([
    ['search_by_name=', 'query.search_by_name'],
    ['case_sensitive=maybe', 'query.case_sensitive'],
    ['name=shop', 'query.name'],
    ['per_page=101', 'query.per_page'],
  ])('with %s are refused', async (query, path) => {
    const { status, body } = await (await world()).get(`/flows/acme?${query}`);
    expect([status, Object.keys(Object(field(body, 'errors')))]).toEqual([400, [path]]);
  });
});
