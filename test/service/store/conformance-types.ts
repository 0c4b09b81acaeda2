import { beforeEach, describe, expect, test } from 'vitest';
import { mostVersions, type NewType } from '../../../src/service/resources/custom-types/tables.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { query, sql } from '../../../src/service/sql/sql.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import type { Author } from '../../../src/service/log/chain.ts';
import { member, readChain, record } from './setup.ts';

/** The tests of custom types, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfTypes(name: string, open: () => Promise<Engine>): void {
  describe(`of custom types the store on ${name} keeps`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;
    let now: number;

    beforeEach(async () => {
      now = 1000;
      engine = await open();
      store = createStore(engine, () => now);
      author = await member(store, 'ada', 'acme');
    });

    const put = (more: Partial<NewType> = {}) =>
      store.putType({ author, name: 'coverage', schema: undefined, rules: [], data: {}, ...more });
    const type = (called = 'coverage') => store.findType(author.orgId, called);
    const records = async () => (await readChain(engine, author)).records;
    const version = (count: number) => ({ outcome: 'reported', version: count });

    test('a type as it was said, with each version in its place in the log', async () => {
      expect(await type()).toBeUndefined();
      const data = { description: 'of lines', type_name: 'coverage' };
      expect(await put({ schema: '{"type":"object"}', rules: ['.a'], data })).toEqual(version(1));
      const first = await type();
      expect(first).toEqual({
        name: 'coverage',
        description: 'of lines',
        latestVersion: 1,
        isArchived: false,
        createdAt: expect.closeTo(1000, 3),
        lastModifiedAt: first?.createdAt,
        createdBy: 'ada',
      });
      now = 2000;
      const bob = await member(store, 'bob', 'acme');
      expect(await put({ author: bob, rules: ['.b'], data: { rules: ['.b'] } })).toEqual(version(2));
      expect(await type()).toEqual({ ...first, description: undefined, latestVersion: 2, lastModifiedAt: expect.closeTo(2000, 3) });
      const { orgId } = author;
      expect(await store.findTypeVersion(orgId, 'coverage', 1)).toMatchObject({ schema: '{"type":"object"}', rules: ['.a'], data });
      const second = await store.findTypeVersion(orgId, 'coverage', 2);
      expect(second).toMatchObject({ kind: 'type_reported', type_version: 2, rules: ['.b'], reported_by: 'bob' });
      expect(second).not.toHaveProperty('schema');
      expect([await store.findTypeVersion(orgId, 'coverage', 3), await store.findTypeVersion(orgId, 'other', 1)]).toEqual([
        undefined,
        undefined,
      ]);
      await put({ name: 'zeal' });
      await put({ name: 'other' });
      const places = await store.typeVersionEntries(orgId, ['coverage', 'zeal', 'none']);
      expect(places.map(({ sequence, typeName, version: count }) => [typeName, count, sequence])).toEqual([
        ['zeal', 1, 5],
        ['coverage', 2, 4],
        ['coverage', 1, 2],
      ]);
      const stored = await engine.read(() =>
        query(sql`select octet_length(body) as bytes from records where org_id = ${orgId} and sequence = 4`),
      );
      expect(places[1]?.bytes).toBe(stored[0]?.bytes);
      // The member is the first record, and is not a version.
      const read = await store.typeVersionsAt(orgId, [4, 1, 99, 2]);
      expect(read.map(({ type_version: count }) => count)).toEqual([2, 1]);
      expect([await store.typeVersionEntries(orgId, []), await store.typeVersionsAt(orgId, [])]).toEqual([[], []]);
    });

    test('no version of what was said before, however its schema is written', async () => {
      await put({ schema: '{"type": "object"}', data: { a: 1, b: 2 } });
      const before = await records();
      expect(await put({ schema: ' {"type":"object"}', data: { b: 2, a: 1 } })).toEqual(version(1));
      expect(await records()).toBe(before);
      expect(await put({ schema: '{"type":"array"}', data: { a: 1, b: 2 } })).toEqual(version(2));
      expect(await put({ data: { a: 1, b: 2 } })).toEqual(version(3));
      expect(await put({ data: { a: 1 } })).toEqual(version(4));
      expect(await records()).toBe(before + 3);
    });

    test('a type that was archived, until it is said again', async () => {
      expect(await store.archiveType(author, 'coverage')).toBe(false);
      await put();
      const made = await type();
      const before = await records();
      now = 2000;
      expect(await store.archiveType(author, 'coverage')).toBe(true);
      const archived = await type();
      expect(archived).toEqual({ ...made, isArchived: true, lastModifiedAt: expect.closeTo(2000, 3) });
      expect(await store.archiveType(author, 'coverage')).toBe(true);
      expect([await records(), await type()]).toEqual([before + 1, archived]);
      now = 3000;
      expect(await put()).toEqual(version(1));
      expect(await type()).toEqual({ ...made, lastModifiedAt: expect.closeTo(3000, 3) });
      expect(await store.typeVersionEntries(author.orgId, ['coverage'])).toHaveLength(1);
    });

    test('types by name, a page behind another', async () => {
      for (const each of ['b', 'a', 'c', 'B']) await put({ name: each });
      const eve = await member(store, 'eve', 'other');
      await put({ author: eve, name: 'd' });
      const page = async (after: string, limit: number) => (await store.typesAfter(author.orgId, after, limit)).map((each) => each.name);
      expect([await page('', 9), await page('', 2), await page('a', 2), await page('c', 2)]).toEqual([
        ['B', 'a', 'b', 'c'],
        ['B', 'a'],
        ['b', 'c'],
        [],
      ]);
    });

    test('no more versions than a list shows', async () => {
      await put();
      await engine.write(() => query(sql`update types set latest_version = ${mostVersions - 1}`));
      expect(await put({ data: { last: true } })).toEqual(version(mostVersions));
      const before = await records();
      expect(await put({ data: { more: true } })).toEqual({ outcome: 'too-many-versions' });
      expect(await records()).toBe(before);
    });

    test('which version judged a record', async () => {
      await put();
      const { id } = await record(store, author, { type: 'custom:coverage', typeVersion: 1 });
      expect((await store.attestationById(author.orgId, id))?.record).toMatchObject({
        attestation_type: 'custom:coverage',
        type_version: 1,
      });
    });
  });
}
