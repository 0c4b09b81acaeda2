import { beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../../src/contract/index.ts';
import type { Author } from '../../../src/service/log/chain.ts';
import { flowOrigins } from '../../../src/service/migrations/evidence.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { query, send, sql, verbatim } from '../../../src/service/sql/sql.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { member, openStore, readChain, record } from './setup.ts';

const template = (names: readonly string[]) => ({
  template: { version: 1 as const, trail: { attestations: names.map((name) => ({ name, type: 'junit' })), artifacts: [] } },
  content: `version: 1 # "attestations":[{ and ${names.join()}\n`,
});

/** How flows began, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfOrigins(name: string, open: () => Promise<Engine>): void {
  describe(`of how flows began the store on ${name} knows`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;
    let now: number;

    beforeEach(async () => {
      now = 1000;
      ({ engine, store, author } = await openStore(open, () => (now += 1)));
    });

    const put = (called: string, names?: readonly string[], by = author) =>
      store.putFlow({ author: by, name: called, data: { name: called }, ...(names === undefined ? {} : { template: template(names) }) });
    /** Whether it was made, at once or later; and whether a template was there before. */
    const origin = async (called: string, orgId = author.orgId) => {
      const flow = await store.findFlow(orgId, called);
      const made = flow?.madeAt === undefined ? 'never' : flow.madeAt === flow.createdAt ? 'at once' : 'later';
      return [made, flow?.begunAfterTemplate];
    };
    const digest = 'ab'.repeat(32);

    async function everyWay(): Promise<void> {
      await record(store, author, { flowName: 'early' });
      await put('empty');
      await put('hollow', []);
      await record(store, author, { flowName: 'early-2' });
      await put('shop', ['unit']);
      await record(store, author, { flowName: 'by-attestation' });
      const artifact = { author, name: 'image', fingerprint: digest, data: {}, trail: {} };
      await store.reportArtifact({ ...artifact, flowName: 'by-artifact' });
      await put('late');
      await record(store, author, { flowName: 'made-later' });
      await put('made-later');
      await put('made-later', ['lint']);
      await record(store, author, { flowName: 'renamed' });
      await store.renameFlow(author, 'renamed', 'renamed-2');
      await record(store, await member(store, 'eve', 'other'), { flowName: 'of-others' });
    }

    const expected = {
      early: ['never', false],
      empty: ['at once', false],
      hollow: ['at once', false],
      'early-2': ['never', false],
      shop: ['at once', false],
      'by-attestation': ['never', true],
      'by-artifact': ['never', true],
      late: ['at once', true],
      'made-later': ['later', true],
      'renamed-2': ['never', true],
    };

    const known = async () =>
      Object.fromEntries(await Promise.all(Object.keys(expected).map(async (flow) => [flow, await origin(flow)] as const)));

    test('each: by a request or by evidence, and before or after the first template that requires something', async () => {
      await everyWay();
      expect(await known()).toEqual(expected);
      const other = await member(store, 'eve', 'other');
      expect(await origin('of-others', other.orgId)).toEqual(['never', false]);
      expect(await put('early')).toBe('updated');
      expect(await origin('early')).toEqual(['later', false]);
    });

    test('the same of data that an earlier program wrote', async () => {
      await everyWay();
      const rows = () => engine.read(() => query(sql`select org_id, id, made_at, begun_after_template from flows order by org_id, id`));
      const written = await rows();
      await engine.write(function* () {
        yield* send(sql`update flows set made_at = null, begun_after_template = ${false}`);
        for (const statement of flowOrigins.filter((each) => each.startsWith('update'))) yield* send(verbatim(statement));
      });
      expect(await rows()).toEqual(written);
    });
  });
}

const print = 'ab'.repeat(32);

/** Names, tags and lists of flows and of what is in them, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfFlows(name: string, open: () => Promise<Engine>): void {
  describe(`of flows the store on ${name} knows`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;
    let now: number;

    beforeEach(async () => {
      now = 1000;
      ({ engine, store, author } = await openStore(open, () => now));
    });

    const put = (called: string, more: object = {}) => store.putFlow({ author, name: called, data: {}, ...more });
    const idOf = async (called: string) => (await store.findFlow(author.orgId, called))?.id;
    const records = async () => (await readChain(engine, author)).records;
    const rename = (from: string, to: string) => store.renameFlow(author, from, to);

    test('each by its name and by the names that it had, until another flow takes one', async () => {
      await put('a', { data: { description: 'one' } });
      await put('b');
      await record(store, author, { flowName: 'a' });
      const id = await idOf('a');
      expect([await rename('none', 'c'), await rename('none', 'b'), await rename('a', 'b')]).toEqual(['no-flow', 'no-flow', 'taken']);
      const before = await records();
      expect(await rename('a', 'a')).toBe('renamed');
      expect(await records()).toBe(before);
      now = 2000;
      expect(await rename('a', 'c')).toBe('renamed');
      expect(await records()).toBe(before + 1);
      expect([await idOf('a'), await idOf('c')]).toEqual([id, id]);
      expect(await store.findFlow(author.orgId, 'a')).toMatchObject({ name: 'c', lastModifiedAt: expect.closeTo(2000, 3), trailCount: 1 });
      expect(await store.findTrail(author.orgId, 'a', 't')).toMatchObject({ flowName: 'c' });
      expect(await store.trailCount(author.orgId, 'a')).toBe(1);
      expect((await store.flowsNamed(author.orgId, ['a', 'c', 'b', 'none'])).map((flow) => flow.name)).toEqual(['b', 'c']);
      expect(await store.flowsNamed(author.orgId, [])).toEqual([]);
      // A name that a flow had before is free for another flow.
      expect(await put('a')).toBe('created');
      expect(await idOf('a')).not.toBe(id);
      expect(await rename('b', 'd')).toBe('renamed');
      expect(await rename('c', 'b')).toBe('renamed');
      expect(await idOf('b')).toBe(id);
    });

    test('the names of those that are not archived, a page behind another', async () => {
      for (const each of ['b', 'a', 'c']) await put(each);
      await put('d', { author: await member(store, 'eve', 'other') });
      const page = (after: string, limit: number) => store.flowNames(author.orgId, after, limit);
      expect([await page('', 9), await page('', 2), await page('a', 9), await page('c', 9)]).toEqual([
        ['a', 'b', 'c'],
        ['a', 'b'],
        ['b', 'c'],
        [],
      ]);
      const before = await records();
      now = 2000;
      expect([await store.archiveFlow(author, 'b'), await store.archiveFlow(author, 'none')]).toEqual(['archived', 'no-flow']);
      expect([await page('', 9), await records()]).toEqual([['a', 'c'], before + 1]);
      expect((await store.findFlow(author.orgId, 'b'))?.lastModifiedAt).toBeCloseTo(2000, 3);
      expect(await put('b')).toBe('updated');
      expect(await page('', 9)).toEqual(['a', 'b', 'c']);
    });

    test('their tags, and those of environments: what is removed goes first', async () => {
      await put('f');
      await store.putEnvironment({ author, name: 'f', type: 'server' });
      const [flow, environment] = [(await idOf('f')) ?? '', (await store.findEnvironment(author.orgId, 'f'))?.id ?? ''];
      const change = (set: Readonly<Record<string, string>>, removed: readonly string[] = [], resource: 'flow' | 'env' = 'flow') =>
        store.changeTags({ author, resource, name: 'f', set, removed });
      const tags = async () => [
        (await store.tagsOf(author.orgId, 'flow', [flow, flow])).get(flow),
        (await store.tagsOf(author.orgId, 'env', [environment])).get(environment),
      ];
      expect(await tags()).toEqual([undefined, undefined]);
      expect(await store.tagsOf(author.orgId, 'flow', [])).toEqual(new Map());
      expect([await change({ a: '1', b: '2' }), await change({ a: 'of env' }, [], 'env')]).toEqual(['changed', 'changed']);
      expect(await tags()).toEqual([{ a: '1', b: '2' }, { a: 'of env' }]);
      expect(await change({ a: '3', c: '4' }, ['a', 'b', 'none'])).toBe('changed');
      expect(await tags()).toEqual([{ a: '3', c: '4' }, { a: 'of env' }]);
      expect(await store.changeTags({ author, resource: 'flow', name: 'none', set: {}, removed: [] })).toBe('not-there');
      expect(await store.changeTags({ author, resource: 'env', name: 'none', set: {}, removed: [] })).toBe('not-there');
      const before = await records();
      const many = Object.fromEntries(Array.from({ length: limits.tags - 2 }, (_, index) => [`t${index}`, '']));
      expect(await change(many)).toBe('changed');
      expect(await change({ one: '' })).toBe('too-many');
      expect(await change({ a: 'again' })).toBe('changed');
      expect(await change({ one: '' }, ['a'])).toBe('changed');
      expect(await records()).toBe(before + 3);
      expect(Object.keys((await tags())[0] ?? {})).toHaveLength(limits.tags);
    });

    test('which trails there are so, the latest first', async () => {
      await record(store, author, { flowName: 'f', trailName: '1' });
      await record(store, author, { flowName: 'g', trailName: '2' });
      await record(store, author, { flowName: 'f', trailName: '3' });
      await record(store, author, { flowName: 'g', trailName: '4' });
      await record(store, await member(store, 'eve', 'other'), { flowName: 'f', trailName: '5' });
      for (const [flowName, trailName] of [
        ['f', '3'],
        ['g', '2'],
      ] as const)
        await store.reportArtifact({ author, flowName, trailName, name: 'image', fingerprint: print, data: {}, trail: {} });
      await store.changeTags({ author, resource: 'flow', name: 'g', set: { team: 'x' }, removed: [] });
      const search = (filter: Parameters<Store['searchTrails']>[1], skip = 0, limit = 9) =>
        store.searchTrails(author.orgId, filter, skip, limit);
      expect(await search({})).toEqual({ total: 4, numbers: [4, 3, 2, 1] });
      expect(await search({}, 1, 2)).toEqual({ total: 4, numbers: [3, 2] });
      expect(await search({ flowName: 'f' })).toEqual({ total: 2, numbers: [3, 1] });
      expect(await search({ flowTag: ['team', 'x'] })).toEqual({ total: 2, numbers: [4, 2] });
      expect([await search({ flowTag: ['team', 'y'] }), await search({ flowTag: ['x', 'x'] })]).toEqual([
        { total: 0, numbers: [] },
        { total: 0, numbers: [] },
      ]);
      expect(await search({ fingerprint: print })).toEqual({ total: 2, numbers: [3, 2] });
      expect(await search({ fingerprint: print, flowName: 'f' })).toEqual({ total: 1, numbers: [3] });
      expect(await search({ fingerprint: print, flowName: 'f', flowTag: ['team', 'x'] })).toEqual({ total: 0, numbers: [] });
      await record(store, author, { flowName: 'f', trailName: '3_1' });
      await record(store, author, { flowName: 'g', trailName: '3_2' });
      await record(store, author, { flowName: 'f', trailName: '3-1' });
      await record(store, author, { flowName: 'f', trailName: '3~' });
      await record(store, author, { flowName: 'f', trailName: '4' });
      const begins = (prefix: string) => search({ flowName: 'f', prefix });
      expect(await begins('3')).toEqual({ total: 4, numbers: [8, 7, 5, 3] });
      expect([await begins('3_'), await begins('3~'), await begins('3%')].map(({ numbers }) => numbers)).toEqual([[5], [8], []]);
      const trails = await store.trailsNumbered(author.orgId, [1, 4, 2, 99]);
      expect(trails.map((trail) => [trail.flowName, trail.name, trail.number])).toEqual([
        ['g', '4', 2],
        ['g', '2', 1],
        ['f', '1', 1],
      ]);
      expect(await store.trailsNumbered(author.orgId, [])).toEqual([]);
    });

    test('how large trails are, by the number that is asked with: more with each event and each byte', async () => {
      await record(store, author, { flowName: 'f', trailName: '1' });
      await record(store, author, { flowName: 'g', trailName: '2' });
      await record(store, author, { flowName: 'g', trailName: '2' });
      await store.putTrail({ author, flowName: 'g', name: '3', data: { description: 'x'.repeat(5000) } });
      const all = await store.trailSizes(author.orgId, undefined, 0, 9);
      expect(all.map((size) => size.number)).toEqual([3, 2, 1]);
      const [third, second, first] = all.map((size) => size.bytes);
      // Another event is 2,000 bytes, and the decision is the same except for a name.
      expect([Number(second) - Number(first), Number(third) > 7000]).toEqual([2000, true]);
      expect(await store.trailSizes(author.orgId, undefined, 1, 2)).toEqual([{ number: 2, bytes: second }]);
      expect(await store.trailSizes(author.orgId, 'g', 0, 9)).toEqual([
        { number: 2, bytes: third },
        { number: 1, bytes: second },
      ]);
      expect(await store.sizesNumbered(author.orgId, [1, 3, 99])).toEqual([
        { number: 3, bytes: third },
        { number: 1, bytes: first },
      ]);
      expect(await store.sizesNumbered(author.orgId, [])).toEqual([]);
    });

    test('the attestations of one, newest first, between two moments', async () => {
      for (const [time, flowName] of [
        [1000, 'f'],
        [2000, 'g'],
        [3000, 'f'],
        [4000, 'f'],
      ] as const) {
        now = time;
        await record(store, author, { flowName, trailName: `t${time}` });
      }
      const search = async (more: { readonly from?: number; readonly to?: number }, skip = 0, limit = 9) => {
        const places = await store.flowAttestations(author.orgId, { flowName: 'f', ...more }, skip, limit);
        const rows = await store.attestationsAt(
          author.orgId,
          places.map(({ sequence }) => sequence),
        );
        for (const [index, { bytes }] of places.entries()) expect(bytes).toBe(Buffer.byteLength(JSON.stringify(rows[index]?.record)));
        return [await store.flowAttestationCount(author.orgId, { flowName: 'f', ...more }), ...rows.map((row) => row.record.trail)];
      };
      expect(await search({})).toEqual([3, 't4000', 't3000', 't1000']);
      expect(await search({}, 1, 1)).toEqual([3, 't3000']);
      expect(await search({ from: 2999, to: 3001 })).toEqual([1, 't3000']);
      const [{ created_at: at } = { created_at: 0 }] = await engine.read(() =>
        query(sql`select created_at from attestations where created_at > 2999 and created_at < 3999`),
      );
      expect([await search({ from: Number(at) }), await search({ to: Number(at) })]).toEqual([
        [2, 't4000', 't3000'],
        [2, 't3000', 't1000'],
      ]);
      expect(await store.flowAttestationCount(author.orgId, { flowName: 'none' })).toBe(0);
    });

    test('when their organization began and was last written to, and which one a user means', async () => {
      const { orgId } = author;
      now = 2000;
      await put('f');
      expect(await store.findOrganization(orgId)).toEqual({
        name: 'acme',
        createdAt: expect.closeTo(1000, 3),
        lastModifiedAt: expect.closeTo(2000, 3),
      });
      expect(await store.findOrganization('none')).toBeUndefined();
      await store.addToken({ hash: 'of both', user: 'ada', orgs: ['acme', 'other'], role: 'reader' });
      const meant = async (hash: string) => {
        const principal = await store.authenticate(hash);
        if (principal === undefined) return 'nobody';
        return (await store.defaultOrganizations(principal.userId)).find((org) => principal.grants.has(org));
      };
      expect(await meant('of both')).toBeUndefined();
      const other = await member(store, 'ada', 'other');
      await member(store, 'eve', 'acme');
      const seen: unknown[] = [];
      for (const each of [other, author, other]) {
        await store.setDefaultOrganization(each);
        seen.push([await meant('of both'), await meant('hash of ada'), await meant('hash of ada in other'), await meant('hash of eve')]);
        now += 1000;
      }
      expect(seen).toEqual([
        ['other', undefined, 'other', undefined],
        ['acme', 'acme', 'other', undefined],
        ['other', 'acme', 'other', undefined],
      ]);
      await expect(store.setDefaultOrganization({ ...author, userName: 'nobody' })).rejects.toThrow('The user nobody is gone.');
      expect((await readChain(engine, author)).problems).toEqual([]);
    });
  });
}
