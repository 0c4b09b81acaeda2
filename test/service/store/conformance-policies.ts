import { beforeEach, describe, expect, test } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import type { Author } from '../../../src/service/log/chain.ts';
import { mostVersions, type NewType } from '../../../src/service/resources/custom-types/tables.ts';
import type { NewPolicy } from '../../../src/service/resources/policies/tables.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { query, sql } from '../../../src/service/sql/sql.ts';
import type { Rules } from '../../../src/service/store-rules.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import { member, openStore, readChain, record } from './setup.ts';

/** The tests of custom types, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfTypes(name: string, open: () => Promise<Engine>): void {
  describe(`of custom types the store on ${name} keeps`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;
    let now: number;

    beforeEach(async () => {
      now = 1000;
      ({ engine, store, author } = await openStore(open, () => now));
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
      const { id } = await record(store, author, { type: 'custom:coverage', type_version: 1 });
      expect((await store.attestationById(author.orgId, id))?.record).toMatchObject({
        attestation_type: 'custom:coverage',
        type_version: 1,
      });
    });
  });
}

const rulesOf = (required: boolean) => ({
  rules: { provenance: { required, exceptions: [] }, 'trail-compliance': { required: false, exceptions: [] }, attestations: [] },
  content: `required: ${required}`,
});

/**
 * The tests of policies, and of the facts that they are judged with, on every engine. `open` answers an engine on an empty
 * database.
 */
export function conformanceOfPolicies(name: string, open: () => Promise<Engine>): void {
  describe(`of policies the store on ${name} keeps`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;
    let now: number;

    beforeEach(async () => {
      now = 1000;
      ({ engine, store, author } = await openStore(open, () => now));
    });

    const put = (more: Partial<NewPolicy> = {}) => store.putPolicy({ author, name: 'strict', data: {}, rules: rulesOf(true), ...more });
    const policy = () => store.findPolicy(author.orgId, 'strict');
    const versions = async (after = 0, limit = 9) =>
      (await store.policyVersions(author.orgId, (await policy())?.id ?? '', after, limit)).map(
        ({ body: { comment, content }, ...rest }) => ({ ...rest, comment, content }),
      );

    test('a policy as it was said, and a version for each file that says something new', async () => {
      expect(await policy()).toBeUndefined();
      expect(await store.putPolicy({ author, name: 'strict', data: {} })).toBe('no-rules');
      const before = (await readChain(engine, author)).records;
      expect(await put({ data: { description: 'one', comment: 'first' } })).toBe('created');
      expect((await readChain(engine, author)).records).toBe(before + 1);
      const first = await policy();
      expect(first).toEqual({
        id: expect.stringMatching(/./),
        name: 'strict',
        description: 'one',
        versionCount: 1,
        createdAt: expect.closeTo(1000, 3),
        createdBy: 'ada',
        lastModifiedAt: first?.createdAt,
      });
      now = 2000;
      const bob = await member(store, 'bob', 'acme');
      expect(await put({ author: bob, data: { comment: 'the same' } })).toBe('updated');
      expect(await policy()).toEqual({ ...first, lastModifiedAt: expect.closeTo(2000, 3) });
      now = 3000;
      expect(await put({ author: bob, rules: rulesOf(false), data: { description: 'two' } })).toBe('updated');
      expect(await store.putPolicy({ author, name: 'strict', data: {} })).toBe('updated');
      expect(await policy()).toMatchObject({ id: first?.id, description: 'two', versionCount: 2, createdBy: 'ada' });
      expect(await versions()).toEqual([
        { version: 1, comment: 'first', content: 'required: true', createdAt: first?.createdAt, createdBy: 'ada' },
        { version: 2, comment: '', content: 'required: false', createdAt: expect.closeTo(3000, 3), createdBy: 'bob' },
      ]);
      expect((await versions(0, 1)).map(({ version }) => version)).toEqual([1]);
      expect((await versions(1, 1)).map(({ version }) => version)).toEqual([2]);
      // A content that was sent before comes back as another version.
      await put();
      expect((await versions(2)).map(({ version, content }) => [version, content])).toEqual([[3, 'required: true']]);
      expect((await readChain(engine, author)).problems).toEqual([]);
    });

    test('policies by name, a page behind another', async () => {
      for (const each of ['b', 'a', 'c']) await put({ name: each });
      await put({ author: await member(store, 'eve', 'other'), name: 'd' });
      const page = async (after: string, limit: number) => (await store.policiesAfter(author.orgId, after, limit)).map((each) => each.name);
      expect([await page('', 9), await page('', 2), await page('b', 2), await page('c', 1)]).toEqual([
        ['a', 'b', 'c'],
        ['a', 'b'],
        ['c'],
        [],
      ]);
    });

    test('what a policy is asked with: its latest rules, and all that is known of the artifact', async () => {
      const fingerprint = 'ab'.repeat(32);
      await put({ name: 'a' });
      await put({ name: 'b' });
      await put({ name: 'b', rules: rulesOf(false) });
      const asked: Parameters<Rules['evaluateArtifact']>[] = [];
      const spied = createStore(engine, {
        ...complianceRules,
        evaluateArtifact: (...args) => {
          asked.push(args);
          return complianceRules.evaluateArtifact(...args);
        },
      });
      const ask = (policies: readonly string[], print = fingerprint) =>
        spied.evaluatedBy(author.orgId, { fingerprint: print, name: 'image' }, policies);
      expect(await ask(['b', 'none', 'a', 'neither'])).toEqual({ unknown: 'none' });
      expect(await ask(['b', 'a'])).toMatchObject({ judgement: { compliant: false } });
      expect(asked[0]).toEqual([
        [
          { name: 'a', version: 1, rules: rulesOf(true).rules },
          { name: 'b', version: 2, rules: rulesOf(false).rules },
        ],
        { name: 'image', fingerprint, provenance: [] },
      ]);
      expect(await ask([])).toMatchObject({ judgement: { policies: [] } });

      await store.putFlow({
        author,
        name: 'g',
        data: {},
        template: {
          template: { version: 1, trail: { attestations: [{ name: 'audit', type: 'junit' }], artifacts: [] } },
          content: 'of audits',
        },
      });
      const report = (more: object) =>
        store.reportArtifact({ author, flowName: 'f', name: 'shop', fingerprint, data: {}, trail: {}, ...more });
      await report({});
      await report({ trailName: 't' });
      await report({ flowName: 'g', trailName: 'u', name: 'till' });
      await report({ flowName: 'g', trailName: 'u', fingerprint: 'cd'.repeat(32) });
      await store.changeTags({ author, resource: 'flow', name: 'f', set: { team: 'x', a: '1' }, removed: [] });
      await record(store, author, { fingerprint });
      await record(store, author, { name: 'lint', type: 'generic', compliant: false });
      await record(store, author, { flowName: 'g', trailName: 'u', name: 'other', fingerprint: 'cd'.repeat(32) });
      expect(await ask(['a'])).toMatchObject({ judgement: { compliant: true } });
      const lint = { name: 'lint', type: 'generic', compliant: false };
      expect(asked.at(-1)?.[1].provenance).toEqual([
        { flow: 'g', tags: {}, trail: 'u', status: 'INCOMPLETE', attestations: [] },
        {
          flow: 'f',
          tags: { team: 'x', a: '1' },
          trail: 't',
          status: 'NON-COMPLIANT',
          attestations: [{ name: 'unit', type: 'junit', compliant: true }, lint],
        },
        { flow: 'f', tags: { team: 'x', a: '1' }, attestations: [] },
      ]);
      // Another artifact takes the name on the trail: the statements about the first one say nothing about the second.
      await report({ trailName: 't', fingerprint: 'ef'.repeat(32) });
      await ask(['a'], 'ef'.repeat(32));
      expect(asked.at(-1)?.[1].provenance.map(({ attestations }) => attestations)).toEqual([[lint]]);
      await ask(['a']);
      expect(asked.at(-1)?.[1].provenance[1]?.attestations).toEqual([lint]);
    });
  });
}
