import { describe, expect, test } from 'vitest';
import { attest, field, putFlow, world, type Answer, type World } from './support.ts';

async function withFlows(...names: readonly string[]): Promise<World> {
  const it = await world();
  for (const name of names) {
    await putFlow(it, name, 'version: 1\n');
    await attest(it, `${name}/t`);
  }
  return it;
}

const tag = (it: World, flow: string, change: unknown): Promise<Answer> => it.json('PATCH', `/tags/acme/flow/${flow}`, change);

describe('the tags of a flow', () => {
  test('are set, set again and removed; what is removed goes first', async () => {
    const it = await withFlows('f');
    const tags = async () => field((await it.get('/flows/acme/f')).body, 'tags');
    expect(await tags()).toEqual({});
    expect((await tag(it, 'f', { set_tags: { team: 'payments', tier: '1' } })).status).toBe(200);
    expect(await tags()).toEqual({ team: 'payments', tier: '1' });
    await tag(it, 'f', { set_tags: { team: 'shop', tier: '2' }, remove_tags: ['tier', 'never-there'] });
    expect(await tags()).toEqual({ team: 'shop', tier: '2' });
    await tag(it, 'f', { set_tags: null, remove_tags: ['team', 'tier'] });
    expect(await tags()).toEqual({});
  });

  test('are shown with the flow and with each of its trails, and with no other', async () => {
    const it = await withFlows('f', 'g');
    await tag(it, 'f', { set_tags: { team: 'payments' } });
    const shown = { team: 'payments' };
    expect(field((await it.get('/flows/acme')).body, '0.tags')).toEqual(shown);
    expect(field((await it.get('/flows/acme')).body, '1.tags')).toEqual({});
    expect(field((await it.get('/trails/acme/f/t')).body, 'flow.tags')).toEqual(shown);
    expect(field((await it.get('/trails/acme/f')).body, '0.flow.tags')).toEqual(shown);
    expect(field((await it.get('/trails/acme/g')).body, '0.flow.tags')).toEqual({});
    expect(field((await it.get('/trails/acme')).body, 'data.1.flow.tags')).toEqual(shown);
  });

  test('stay with it under another name', async () => {
    const it = await withFlows('f');
    await tag(it, 'f', { set_tags: { team: 'payments' } });
    await it.json('PUT', '/flows/acme/f/rename', { new_name: 'g' });
    await tag(it, 'f', { set_tags: { tier: '1' } });
    expect(field((await it.get('/flows/acme/g')).body, 'tags')).toEqual({ team: 'payments', tier: '1' });
  });

  test('are at most a hundred, those that are removed not counted', async () => {
    const it = await withFlows('f');
    const many = (from: number, count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${from + index}`, '']));
    expect((await tag(it, 'f', { set_tags: many(0, 100) })).status).toBe(200);
    const { status, body } = await tag(it, 'f', { set_tags: { more: '' } });
    expect([status, field(body, 'message')]).toEqual([400, expect.stringMatching(/'f' would have more than 100 tags\. Remove some/)]);
    expect((await tag(it, 'f', { set_tags: { more: '' }, remove_tags: ['t0'] })).status).toBe(200);
    expect((await tag(it, 'f', { set_tags: { t5: 'again' } })).status).toBe(200);
  });

  test.each([
    [{ set_tags: { 'a b': '1' } }, 'set_tags.a b'],
    [{ set_tags: { '-a': '1' } }, 'set_tags.-a'],
    [{ set_tags: { a: 1 } }, 'set_tags.a'],
    [{ set_tags: { a: 'x'.repeat(1025) } }, 'set_tags.a'],
    [{ set_tags: { a: 'two\nlines' } }, 'set_tags.a'],
    [{ remove_tags: 'a' }, 'remove_tags'],
    [{ tags: {} }, 'tags'],
  ])('are refused where they are not what they should be: %j', async (change, path) => {
    const { status, body } = await tag(await withFlows('f'), 'f', change);
    expect([status, Object.keys(Object(field(body, 'errors')))]).toEqual([400, [path]]);
  });

  test('need a flow that is there, and a kind of thing that has tags', async () => {
    const it = await withFlows('f');
    expect((await tag(it, 'nothing', { set_tags: {} })).status).toBe(404);
    expect((await it.json('PATCH', '/tags/acme/env/nothing', { set_tags: {} })).status).toBe(404);
    expect((await it.json('PATCH', '/tags/acme/control/nothing', { set_tags: {} })).status).toBe(400);
  });
});

describe('the trails of an organization', () => {
  const found = (body: unknown) => {
    const data = field(body, 'data');
    return Array.isArray(data) ? data.map((trail) => `${String(field(trail, 'flow.name'))}/${String(field(trail, 'name'))}`) : data;
  };
  const fingerprint = 'ab'.repeat(32);

  async function filled(): Promise<World> {
    const it = await withFlows('f', 'g', 'h');
    await attest(it, 'f/u');
    await tag(it, 'f', { set_tags: { team: 'payments', 'a.b': 'c=d' } });
    await tag(it, 'g', { set_tags: { team: 'payments' } });
    await tag(it, 'h', { set_tags: { team: 'shop' } });
    const report = { fingerprint, filename: 'a', build_url: '', commit_url: '' };
    for (const [flow, trail] of [
      ['f', 'u'],
      ['h', 't'],
    ])
      await it.json('POST', `/artifacts/acme/${flow}`, { ...report, trail_name: trail });
    return it;
  }

  test.each([
    ['flow_tag=team%3Dpayments', ['f/u', 'g/t', 'f/t']],
    ['flow_tag=a.b%3Dc%3Dd', ['f/u', 'f/t']],
    ['flow_tag=team%3D', []],
    ['flow_tag=team%3Dpayments&flow=g', ['g/t']],
    [`fingerprint=${fingerprint}`, ['f/u', 'h/t']],
    [`fingerprint=${fingerprint}&flow_tag=team%3Dpayments`, ['f/u']],
    [`fingerprint=${fingerprint}&flow=g`, []],
    [`fingerprint=${'cd'.repeat(32)}`, []],
    ['flow_tag=&fingerprint=&flow=', ['f/u', 'h/t', 'g/t', 'f/t']],
  ])('are narrowed by %s, the latest first', async (query, expected) => {
    const { body } = await (await filled()).get(`/trails/acme?${query}`);
    expect(found(body)).toEqual(expected);
    expect(field(body, 'pagination')).toEqual({ total: expected.length, page: 1, per_page: 20, page_count: Math.min(1, expected.length) });
  });

  test('come in pages when they are narrowed as well', async () => {
    const it = await filled();
    const page = async (number: number) => (await it.get(`/trails/acme?flow_tag=team%3Dpayments&per_page=2&page=${number}`)).body;
    expect([found(await page(1)), found(await page(2)), found(await page(3))]).toEqual([['f/u', 'g/t'], ['f/t'], []]);
    expect(field(await page(2), 'pagination')).toEqual({ total: 3, page: 2, per_page: 2, page_count: 2 });
  });

  test.each([
    ['flow_tag=team', 400, 'query.flow_tag'],
    ['flow_tag=%3Dpayments', 400, 'query.flow_tag'],
    ['fingerprint=abc', 400, 'query.fingerprint'],
    ['flow_tag=a%3Db&flow=nothing', 404, undefined],
  ])('are refused with %s', async (query, status, path) => {
    const answer = await (await filled()).get(`/trails/acme?${query}`);
    expect([answer.status, Object.keys(Object(field(answer.body, 'errors')))[0]]).toEqual([status, path]);
  });
});
