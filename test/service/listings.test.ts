import { Check } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { Trail } from '../../src/contract/index.ts';
import { attest, field, sha, world, type World } from './support.ts';

async function withTrails(count: number): Promise<World> {
  const it = await world();
  for (let index = 1; index <= count; index += 1) await attest(it, `f/t${index}`);
  return it;
}

const names = (list: unknown) =>
  Array.from({ length: Number(field(list, 'length') ?? 0) || Object.keys(Object(list)).length }, (_, index) =>
    field(list, `${index}.name`),
  );

describe('the trails of a flow', () => {
  test('are a plain list, latest first, when no page size is asked for', async () => {
    const it = await withTrails(3);
    for (const query of ['', '?per_page=0', '?page=1', '?per_page=0&page=1']) {
      const { status, body } = await it.get(`/trails/acme/f${query}`);
      expect([status, names(body)]).toEqual([200, ['t3', 't2', 't1']]);
    }
    expect((await it.get('/trails/acme/f?page=2')).body).toEqual([]);
  });

  test.each([
    [1, 2, ['t5', 't4'], 3],
    [2, 2, ['t3', 't2'], 3],
    [3, 2, ['t1'], 3],
    [4, 2, [], 3],
    [1, 100, ['t5', 't4', 't3', 't2', 't1'], 1],
  ])('come in pages: page %i of %i', async (page, per_page, expected, page_count) => {
    const it = await withTrails(5);
    const { body } = await it.get(`/trails/acme/f?page=${page}&per_page=${per_page}`);
    expect(names(field(body, 'data'))).toEqual(expected);
    // Present only when there are multiple pages: the interface, operation 1.
    expect(field(body, 'pagination')).toEqual(page_count === 1 ? undefined : { total: 5, page, per_page, page_count });
  });

  test('are the same in the list and alone, where more is told, and every one is in the contract', async () => {
    const it = await withTrails(1);
    const { body } = await it.get('/trails/acme/f?per_page=1');
    const one = await it.get('/trails/acme/f/t1');
    expect(one.body).toMatchObject(Object(field(body, 'data.0')));
    expect(Check(Trail, one.body)).toBe(true);
    expect(one.headers.get('cache-control')).toBe('private, no-store');
  });

  test.each([
    ['per_page=101', 'query.per_page'],
    ['per_page=-1', 'query.per_page'],
    ['per_page=1.5', 'query.per_page'],
    ['per_page=ten', 'query.per_page'],
    ['page=0&per_page=1', 'query.page'],
    ['pages=2', 'query.pages'],
  ])('with %s are refused', async (query, path) => {
    const it = await world();
    const { status, body } = await it.get(`/trails/acme/f?${query}`);
    expect([status, Object.keys(Object(field(body, 'errors')))]).toEqual([400, [path]]);
  });

  test('of an unknown flow are 404', async () => {
    const it = await world();
    expect(await it.get('/trails/acme/nothing')).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining("no flow 'nothing'") },
    });
    await attest(it, 'f/t');
    expect(await it.get('/trails/acme/f/nothing')).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining("no trail 'nothing'") },
    });
  });

  test('are read whole, however many there are', async () => {
    const it = await world();
    await Promise.all(
      Array.from({ length: 180 }, (_, index) =>
        attest(it, `f/t${index}`, { description: 'x'.repeat(2000), git_commit_info: { sha1: sha, message: 'y'.repeat(2000) } }),
      ),
    );
    const { body } = await it.get('/trails/acme/f');
    expect(new Set(names(body)).size).toBe(180);
  });
});

describe('the trails of an organization', () => {
  test('are those of all flows or of one, always with their pagination', async () => {
    const it = await world();
    for (const where of ['f/a', 'g/b', 'f/c']) await attest(it, where);
    const all = await it.get('/trails/acme');
    expect(names(field(all.body, 'data'))).toEqual(['c', 'b', 'a']);
    expect(field(all.body, 'pagination')).toEqual({ total: 3, page: 1, per_page: 20, page_count: 1 });
    expect(names(field((await it.get('/trails/acme?flow=f&page=2&per_page=1')).body, 'data'))).toEqual(['a']);
    expect((await it.get('/trails/acme?flow=h')).status).toBe(404);
  });
});

describe('attestations', () => {
  const other = 'b'.repeat(40);

  async function withCommits(): Promise<World> {
    const it = await world();
    await attest(it, 'f/t', { git_commit_info: { sha1: sha }, description: '1' });
    await attest(it, 'g/t', { git_commit_info: { sha1: sha }, description: '2', attestation_name: 'lint' });
    await attest(it, 'f/t', { git_commit_info: { sha1: other }, description: '3' });
    await attest(it, 'f/t', { description: 'without a commit' });
    return it;
  }

  const described = (body: unknown, commit: string) => {
    const list = field(body, commit);
    return Array.isArray(list) ? list.map((each) => field(each, 'description')) : list;
  };

  test('are found by their commits, newest first, under each commit that was asked for', async () => {
    const it = await withCommits();
    const unknown = 'c'.repeat(40);
    for (const path of ['/attestations/acme', '/attestations/acme/list_attestations_for_criteria']) {
      const { body } = await it.get(`${path}?commit_list=${sha}&commit_list=${other}&commit_list=${unknown}`);
      expect(Object.keys(Object(body))).toEqual([sha, other, unknown]);
      expect([described(body, sha), described(body, other), described(body, unknown)]).toEqual([['2', '1'], ['3'], []]);
    }
  });

  test.each([
    ['flow_name=f', ['1']],
    ['attestation_name=lint', ['2']],
    ['attestation_type=junit', ['2', '1']],
    ['attestation_type=generic', []],
    ['attestation_type=override', []],
    ['flow_name=nothing', []],
    ['flow_name=f&attestation_name=lint', []],
  ])('of a commit are narrowed by %s', async (filter, expected) => {
    const it = await withCommits();
    expect(described((await it.get(`/attestations/acme?commit_list=${sha}&${filter}`)).body, sha)).toEqual(expected);
  });

  test('are listed newest first, or by their id; an unknown one is no error', async () => {
    const it = await withCommits();
    const { body } = await it.get('/attestations/acme?per_page=3');
    expect([0, 1, 2].map((index) => field(body, `data.${index}.description`))).toEqual(['without a commit', '3', '2']);
    expect(field(body, 'pagination')).toEqual({ total: 4, page: 1, per_page: 3, page_count: 2 });
    expect(field((await it.get('/attestations/acme?per_page=3&page=2')).body, 'data.0.description')).toBe('1');
    const id = String(field(body, 'data.1.attestation_id'));
    expect((await it.get(`/attestations/acme?attestation_id=${id}`)).body).toEqual({
      data: [expect.objectContaining({ attestation_id: id, description: '3' })],
    });
    expect((await it.get('/attestations/acme?attestation_id=nothing')).body).toEqual({ data: [] });
    // An empty question is a mistake of a script, and no answer to it says that nothing is there.
    for (const name of ['attestation_id', 'attestation_type']) {
      const { body, status } = await it.get(`/attestations/acme?${name}=`);
      expect([status, field(body, 'errors')]).toEqual([400, { [`query.${name}`]: expect.any(String) }]);
    }
  });

  test('of one name on a trail are all there, newest first', async () => {
    const it = await withCommits();
    const { body } = await it.get('/attestations/acme/f/trail/t/unit');
    expect(Array.isArray(body) && body.map((each) => field(each, 'description'))).toEqual(['without a commit', '3', '1']);
    expect((await it.get('/attestations/acme/f/trail/t/nothing')).body).toEqual([]);
  });

  test.each([
    [`commit_list=${sha.toUpperCase()}`, 'query.commit_list[0]'],
    ['commit_lists=a', 'query.commit_lists'],
    [`commit_list=${sha}&attestation_type=juint`, 'query.attestation_type'],
    ['flow_name=f', 'query.flow_name'],
  ])('with %s are refused', async (query, path) => {
    const it = await world();
    const { status, body } = await it.get(`/attestations/acme?${query}`);
    expect([status, Object.keys(Object(field(body, 'errors')))]).toEqual([400, [path]]);
    expect((await it.get('/attestations/acme/list_attestations_for_criteria')).status).toBe(400);
  });

  test('of many megabytes come whole', async () => {
    const it = await world();
    for (let index = 0; index < 3; index += 1)
      await attest(it, 'f/t', { git_commit_info: { sha1: sha }, description: `${index}`.repeat(3_000_000) });
    const { body } = await it.get(`/attestations/acme?commit_list=${sha}`);
    expect([0, 1, 2].map((index) => String(field(body, `${sha}.${index}.description`)).length)).toEqual([3_000_000, 3_000_000, 3_000_000]);
  });
});
