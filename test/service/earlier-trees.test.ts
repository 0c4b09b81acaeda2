import { describe, expect, test } from 'vitest';
import { verifyData } from '../../src/service/index.ts';
import { field, sha, world, type World } from './support.ts';

const fingerprint = 'ab'.repeat(32);
const tree = (byte: string, form = 1): string => `${form}:${byte.repeat(32)}`;

async function report(it: World, named: unknown, trail = 't', flow = 'f'): Promise<void> {
  const build = { fingerprint, filename: 'shop', build_url: '', commit_url: '', git_commit: sha, trail_name: trail };
  const said = named === undefined ? {} : { user_data: { compliance_evidence: { tree: named } } };
  expect((await it.json('POST', `/artifacts/acme/${flow}`, { ...build, ...said })).status).toBe(201);
}

async function earlier(it: World, trail = 't', flow = 'f'): Promise<unknown> {
  return field((await it.get(`/artifacts/acme/${flow}/fingerprint/${fingerprint}?trail=${trail}`)).body, 'earlier_trees');
}

describe('a report that takes the place of another one', () => {
  test('tells the tree that the other one named, however often it is reported', async () => {
    const it = await world();
    await report(it, tree('aa'));
    expect(await earlier(it)).toBeUndefined();
    await report(it, tree('bb'));
    expect(await earlier(it)).toEqual([tree('aa')]);
    await report(it, undefined);
    expect(await earlier(it)).toEqual([tree('aa'), tree('bb')]);
    await report(it, tree('aa'));
    const again = await it.restart();
    expect(await earlier(again)).toEqual([tree('aa'), tree('bb')]);
    expect((await again.get('/artifacts/acme?flow_name=f')).body).toMatchObject([
      { earlier_trees: [tree('aa'), tree('bb')], user_data: { compliance_evidence: { tree: tree('aa') } } },
    ]);
    await again.service.close();
    expect(await verifyData({ dataDir: it.dataDir })).toMatchObject({
      problem: undefined,
      organizations: [{ org: 'acme', problem: undefined }],
    });
  });

  test('knows nothing of other trails and flows', async () => {
    const it = await world();
    await report(it, tree('aa'));
    for (const [trail, flow] of [
      ['u', 'f'],
      ['t', 'g'],
    ] as const) {
      await report(it, tree('bb'), trail, flow);
      await report(it, tree('bb'), trail, flow);
      expect(await earlier(it, trail, flow)).toEqual([tree('bb')]);
    }
  });

  test('tells two of a form and no more, and nothing that is no tree', async () => {
    const it = await world();
    for (const named of [tree('aa'), 7, 'x'.repeat(70), { a: 1 }, tree('bb'), tree('cc'), tree('dd', 12), tree('ee', 1)])
      await report(it, named);
    await report(it, undefined);
    expect(await earlier(it)).toEqual([tree('aa'), tree('bb'), tree('dd', 12)]);
  });

  test('tells that the other one was of a single file', async () => {
    const it = await world();
    const build = { fingerprint, filename: 'shop', build_url: '', commit_url: '', git_commit: sha, trail_name: 't' };
    for (const kind of ['file', 'folder', 'file'])
      await it.json('POST', '/artifacts/acme/f', { ...build, user_data: { compliance_evidence: { kind } } });
    await report(it, tree('aa'));
    expect(await earlier(it)).toEqual(['file']);
  });

  test('cannot be made to tell other trees', async () => {
    const it = await world();
    const body = { fingerprint, filename: 'shop', build_url: '', commit_url: '', earlier_trees: [tree('aa')] };
    expect((await it.json('POST', '/artifacts/acme/f', body)).status).toBe(400);
  });
});
