import { describe, expect, test } from 'vitest';
import { createToken } from '../../src/service/index.ts';
import { attest, field, world, type World } from './support.ts';

const sha = (end: string) => `3f2a91c${end.repeat(33)}`;

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const found = async (it: Pick<World, 'get'>, path: string, name: string) => {
  const { body, status } = await it.get(path);
  return [status, ...list(field(body, 'data')).map((each) => field(each, name))];
};

describe('the trails of a flow whose name begins so', () => {
  async function filled(): Promise<World> {
    const it = await world();
    for (const trail of [sha('a'), sha('b'), '3F2A91C', '3f2a91', '3f2a91d', 'release_1', 'release-1', 'release~~', 'release~~~'])
      await attest(it, `f/${trail}`);
    await attest(it, `g/${sha('c')}`);
    return it;
  }

  test.each([
    ['3f2a91c', [sha('b'), sha('a')]],
    [sha('a'), [sha('a')]],
    [`${sha('a')}0`, []],
    ['3F2A91C', ['3F2A91C']],
    ['release_', ['release_1']],
    ['release~~', ['release~~~', 'release~~']],
    ['release', ['release~~~', 'release~~', 'release-1', 'release_1']],
  ])('are listed for %s, the latest first, and nothing that is only like it', async (prefix, expected) => {
    expect(await found(await filled(), `/trails/acme/f?prefix=${prefix}`, 'name')).toEqual([200, ...expected]);
  });

  test('come in pages, as many as there are', async () => {
    const { body } = await (await filled()).get('/trails/acme/f?prefix=release&per_page=3&page=2');
    expect([field(body, 'pagination'), field(body, 'data.0.name'), field(body, 'data.1')]).toEqual([
      { total: 4, page: 2, per_page: 3, page_count: 2 },
      'release_1',
      undefined,
    ]);
  });

  test.each(['', '3f2a91', '%25%25%25%25%25%25%25', '3f2a91c%2F', '-release', 'a'.repeat(256)])(
    'are not asked for by %j',
    async (prefix) => {
      const it = await world();
      const { body, status } = await it.get(`/trails/acme/f?prefix=${prefix}`);
      expect([status, Object.keys(Object(field(body, 'errors')))]).toEqual([400, ['query.prefix']]);
    },
  );

  test('of a flow that is not there are 404', async () => {
    expect((await (await world()).get('/trails/acme/none?prefix=3f2a91c')).status).toBe(404);
  });
});

describe('the attestations whose id begins so', () => {
  async function filled(count: number): Promise<{ readonly it: World; readonly ids: readonly string[]; readonly prefix: string }> {
    const it = await world();
    for (let index = 0; index < count; index += 1) await attest(it, 'f/t', { git_commit_info: { sha1: sha('a') } });
    const ids = list(field((await it.get('/attestations/acme')).body, 'data')).map((each) => String(field(each, 'attestation_id')));
    return { it, ids, prefix: ids[0]?.slice(0, 7) ?? '' };
  }

  test('are listed, the latest first, page by page', async () => {
    const { ids, it, prefix } = await filled(3);
    const path = `/attestations/acme?prefix=${prefix}`;
    expect(await found(it, path, 'attestation_id')).toEqual([200, ...ids]);
    expect(await found(it, `${path}&per_page=2&page=2`, 'attestation_id')).toEqual([200, ids[2]]);
    expect(await found(it, `${path}&per_page=2&page=9`, 'attestation_id')).toEqual([200]);
    expect(field((await it.get(`${path}&per_page=2`)).body, 'pagination')).toEqual({ total: 3, page: 1, per_page: 2, page_count: 2 });
  });

  test('are that one alone for a whole id, and none for what no id begins with', async () => {
    const { ids, it, prefix } = await filled(2);
    expect(await found(it, `/attestations/acme?prefix=${ids[1]}`, 'attestation_id')).toEqual([200, ids[1]]);
    expect(await found(it, '/attestations/acme?prefix=0000000', 'attestation_id')).toEqual([200]);
    expect(await found(it, `/attestations/acme?prefix=${prefix}&attestation_id=${ids[1]}`, 'attestation_id')).toEqual([200, ids[1]]);
    expect(await found(it, `/attestations/acme?prefix=0000000&attestation_id=${ids[1]}`, 'attestation_id')).toEqual([200]);
  });

  test('are what a search by commit is narrowed to', async () => {
    const { ids, it, prefix } = await filled(2);
    const at = async (begin: string) => {
      const { body } = await it.get(`/attestations/acme?commit_list=${sha('a')}&prefix=${begin}`);
      return list(field(body, sha('a'))).map((each) => field(each, 'attestation_id'));
    };
    expect([await at(prefix), await at(ids[0] ?? ''), await at('0000000')]).toEqual([ids, [ids[0]], []]);
  });

  test.each(['', 'abcdef', 'ABCDEF0', 'abcdef_', 'abcdef%25', 'a'.repeat(37)])('are not asked for by %j', async (prefix) => {
    expect((await (await world()).get(`/attestations/acme?prefix=${prefix}`)).status).toBe(400);
  });
});

test('what begins so in another organization is not found', async () => {
  const it = await world();
  await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['globex'], role: 'member', token: 'of-globex' });
  const other = it.as('of-globex');
  await attest(it, `f/${sha('a')}`, { git_commit_info: { sha1: sha('a') } });
  await attest(it, `f/${sha('b')}`);
  await other.form('POST', `/attestations/globex/f/trail/${sha('c')}/junit`, { attestation_name: 'unit', junit_results: [] });
  const id = String(field((await it.get('/attestations/acme')).body, 'data.0.attestation_id'));
  expect(await found(other, '/trails/globex/f?prefix=3f2a91c', 'name')).toEqual([200, sha('c')]);
  expect(await found(other, `/attestations/globex?prefix=${id}`, 'attestation_id')).toEqual([200]);
  expect((await other.get('/search/globex/sha/3f2a91c')).status).toBe(404);
  for (const path of ['/trails/acme/f?prefix=3f2a91c', `/attestations/acme?prefix=${id}`, '/search/acme/sha/3f2a91c'])
    expect([path, (await other.get(path)).status]).toEqual([path, 403]);
});
