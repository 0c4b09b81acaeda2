import { beforeEach, describe, expect, test } from 'vitest';
import type { Author } from '../../../src/service/log/chain.ts';
import type { NewFlow, StoredTemplate } from '../../../src/service/resources/flows/tables.ts';
import { mostNames, type NewTrail } from '../../../src/service/resources/trails/tables.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { canonical } from '../../../src/text/index.ts';
import { attestation, byNumber, member, openStore, readChain, record, record as add, type Evidence } from './setup.ts';

/** How lists are cut into pages on every engine. `open` answers an engine on an empty database. */
export function conformanceOfPages(name: string, open: () => Promise<Engine>): void {
  describe(`pages of the store on ${name}`, () => {
    let store: Store;
    let author: Author;

    beforeEach(async () => {
      // The clock stands still: all records have one time, and only microseconds keep them apart.
      ({ store, author } = await openStore(open, () => 1000));
    });

    const record = (more: Evidence = {}) => add(store, author, more);

    test.each([
      ['all of them', {}],
      ['a commit', { commits: ['c'] }],
      ['a commit, narrowed', { commits: ['c'], flowName: 'f', name: 'unit', type: 'junit' }],
      ['a flow', { flowName: 'f' }],
      ['a type', { type: 'junit' }],
      ['a name on a trail', { trail: { flowName: 'f', name: 't' }, name: 'unit' }],
    ])('pages of a search for %s meet without a gap or an overlap, when the clock stands and others write meanwhile', async (_, search) => {
      const wanted: string[] = [];
      for (let index = 0; index < 7; index += 1) {
        wanted.unshift((await record({ commit: 'c' })).id);
        await record({ commit: 'd', flowName: 'g', name: 'lint', type: 'generic' });
      }
      for (const size of [1, 2, 3, 7, 8]) {
        const pages = [];
        for (let before: number | undefined; ;) {
          const page = await store.findAttestations(author.orgId, before === undefined ? search : { ...search, before }, size);
          pages.push(...page.map(({ sequence }) => sequence));
          before = page.at(-1)?.number;
          if (page.length < size) break;
          await record({ commit: 'c' });
        }
        const ids = (await Promise.all(pages.map((sequence) => store.attestationsAt(author.orgId, [sequence])))).map(
          ([row]) => row?.record.id,
        );
        expect(ids.filter((id) => id !== undefined && wanted.includes(id))).toEqual(wanted);
        expect(new Set(ids).size).toBe(ids.length);
      }
    });

    test('pages of trails meet at their edges when all trails are of one time, in a flow and in all', async () => {
      for (let index = 1; index <= 7; index += 1) await record({ flowName: index % 2 === 0 ? 'f' : 'g', trailName: `t${index}` });
      const pages = async (flow: string | undefined, upTo: number, size: number) => {
        const names = [];
        for (let end = upTo; end > 0; end -= size)
          names.push(...(await store.trailsByNumber(author.orgId, flow, Math.max(end - size, 0), end)).map(({ name: each }) => each));
        return names;
      };
      for (const size of [1, 2, 3, 7]) {
        expect(await pages(undefined, 7, size)).toEqual(['t7', 't6', 't5', 't4', 't3', 't2', 't1']);
        expect(await pages('f', 3, size)).toEqual(['t6', 't4', 't2']);
        expect(await pages('g', 4, size)).toEqual(['t7', 't5', 't3', 't1']);
      }
    });

    test('finds the attestations whose id begins so, the latest first, and how many there are', async () => {
      const [one, two] = ['0123abcd-0000-0000-0000-00000001', '0123abcd-0000-0000-0000-00000000'];
      for (const id of [one, two, '0123abce-0000-0000-0000-00000000']) await record({ id });
      const begins = async (prefix: string) => {
        const places = await store.findAttestations(author.orgId, { prefix }, 9);
        return [await store.attestationCount(author.orgId, prefix), ...places.map(({ number }) => number)];
      };
      expect([await begins('0123abcd'), await begins('0123abc'), await begins(one), await begins('0123abcf')]).toEqual([
        [2, 2, 1],
        [3, 3, 2, 1],
        [1, 1],
        [0],
      ]);
      expect(await store.attestationCount(author.orgId)).toBe(3);
    });

    test('answers the attestations at some places in the order of these, without what is none', async () => {
      const [one, two] = [await record(), await record()];
      // 1 to 3 are the member, the flow and the trail.
      const rows = await store.attestationsAt(author.orgId, [5, 1, 4, 99]);
      expect(rows.map((row) => [row.sequence, row.record.id])).toEqual([
        [5, two.id],
        [4, one.id],
      ]);
      expect(await store.attestationsAt(author.orgId, [])).toEqual([]);
      expect(await store.eventsOfTrails(author.orgId, [], 0)).toEqual([]);
      const [place] = await store.findAttestations(author.orgId, {}, 1);
      expect(place).toMatchObject({ number: 2, sequence: 5, commit: undefined });
      expect(place?.bytes).toBe(Buffer.byteLength(canonical(rows[0]?.record)));
    });

    test('gives the records after a place in the order of the log, as they were hashed, and its end', async () => {
      const recorded = await record();
      const { head, records } = await store.recordsAfter(author.orgId, 0, 9);
      // 1 to 3 are the member, the flow and the trail.
      expect(records.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
      expect(records.at(-1)).toEqual({ sequence: 4, link: head.link, body: canonical((await byNumber(store, author.orgId, 1))?.record) });
      expect(records.at(-1)?.body).toContain(recorded.id);
      expect(head.sequence).toBe(4);
      expect((await store.recordsAfter(author.orgId, 1, 2)).records).toEqual(records.slice(1, 3));
      expect(await store.recordsAfter(author.orgId, 4, 9)).toEqual({ head, records: [] });
      expect(await store.recordsAfter('nobody', 0, 9)).toEqual({ head: { sequence: 0, link: '0'.repeat(64) }, records: [] });
    });

    test('knows the events of trails by trail and oldest first, from a place in the log on', async () => {
      await record({ trailName: 'a' });
      await record({ trailName: 'b' });
      await record({ trailName: 'a' });
      const [b, a] = await store.trailsByNumber(author.orgId, 'f', 0, 2);
      const events = async (after: number) =>
        (await store.eventsOfTrails(author.orgId, [a?.id ?? '', b?.id ?? ''], after)).map(({ trailId, sequence, event }) => [
          trailId === a?.id ? 'a' : 'b',
          sequence,
          event.type,
        ]);
      const all = await events(0);
      expect(all.toSorted((one, other) => Number(one[1]) - Number(other[1]))).toEqual([
        ['a', 3, 'trail_reported'],
        ['a', 4, 'trail_attestation_reported'],
        ['b', 5, 'trail_reported'],
        ['b', 6, 'trail_attestation_reported'],
        ['a', 7, 'trail_attestation_reported'],
      ]);
      expect(all.filter(([trail]) => trail === 'a').map(([, sequence]) => sequence)).toEqual([3, 4, 7]);
      expect(new Set((await events(5)).map(([, sequence]) => sequence))).toEqual(new Set([6, 7]));
      expect([a?.lastSequence, b?.lastSequence]).toEqual([7, 6]);
    });
  });
}

const requiring = (name: string): StoredTemplate => ({
  template: { version: 1, trail: { attestations: [{ name, type: 'junit' }], artifacts: [] } },
  content: `requires ${name}`,
});

/** The tests of flows, trails and members, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfResources(name: string, open: () => Promise<Engine>): void {
  describe(`the store on ${name} keeps`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;
    let now: number;

    beforeEach(async () => {
      now = 1000;
      ({ engine, store, author } = await openStore(open, () => now));
    });

    const putFlow = (more: Partial<NewFlow> = {}) => store.putFlow({ author, name: 'f', data: {}, ...more });
    const flow = () => store.findFlow(author.orgId, 'f');
    const putTrail = (more: Partial<NewTrail> = {}) => store.putTrail({ author, flowName: 'f', name: 't', data: {}, ...more });
    const trail = () => store.findTrail(author.orgId, 'f', 't');
    const records = async () => (await readChain(engine, author)).records;

    test('a flow as it was said, and what is not said again stays', async () => {
      expect(await putFlow({ data: { description: 'one', visibility: 'public', name: 'f' }, template: requiring('unit') })).toBe('created');
      const first = await flow();
      expect(first).toMatchObject({
        name: 'f',
        details: { description: 'one', visibility: 'public' },
        ...requiring('unit'),
        trailCount: 0,
        createdAt: expect.closeTo(1000, 3),
        lastModifiedAt: expect.closeTo(1000, 3),
        createdBy: 'ada',
      });
      expect(Object.keys(first?.details ?? {})).toEqual(['description', 'visibility']);
      now = 2000;
      const bob = await member(store, 'bob', 'acme');
      expect(await putFlow({ author: bob, data: { description: 'two' } })).toBe('updated');
      expect(await flow()).toEqual({
        ...first,
        details: { description: 'two', visibility: 'public' },
        lastModifiedAt: expect.closeTo(2000, 3),
      });
    });

    test('a new template of a flow under a new id, and the same one under its own', async () => {
      await putFlow({ template: requiring('unit') });
      const first = await flow();
      await putFlow({ template: requiring('unit') });
      expect((await flow())?.templateId).toBe(first?.templateId);
      await putFlow({ template: requiring('lint') });
      expect(await flow()).toMatchObject(requiring('lint'));
      expect((await flow())?.templateId).not.toBe(first?.templateId);
    });

    test('a flow that came with an attestation, without a template: it requires nothing', async () => {
      await record(store, author);
      expect(await flow()).toMatchObject({
        details: {},
        template: { version: 1, trail: { attestations: [], artifacts: [] } },
        content: 'version: 1\n',
        trailCount: 1,
      });
    });

    test('no trail of a flow that is not there, and no number for it', async () => {
      const before = await records();
      expect(await putTrail()).toBe('no-flow');
      expect(await putFlow()).toBe('created');
      expect([await records(), await store.trailCount(author.orgId, 'f'), await store.trailCount(author.orgId, 'g')]).toEqual([
        before + 1,
        0,
        undefined,
      ]);
      expect([await store.trailCount(author.orgId, undefined), await store.trailCount('nobody', undefined)]).toEqual([0, undefined]);
    });

    test('a trail as it was said, and what is not said again stays', async () => {
      await putFlow();
      const data = {
        name: 't',
        description: 'one',
        user_data: { a: 1 },
        git_commit_info: { sha1: 's' },
        external_urls: { a: { href: 'https://a.example' } },
        origin_url: 'https://b.example',
        repo_info: { name: 'r' },
      };
      expect(await putTrail({ data, repoId: 'r1' })).toBe('created');
      const { name: _name, repo_info: _repo, ...details } = data;
      const first = await trail();
      expect(first).toMatchObject({
        flowName: 'f',
        number: 1,
        name: 't',
        details,
        repoIds: ['r1'],
        createdAt: expect.closeTo(1000, 3),
        createdBy: 'ada',
        compliance: { status: 'COMPLIANT' },
      });
      expect(Object.keys(first?.details ?? {}).toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
        'description',
        'external_urls',
        'git_commit_info',
        'origin_url',
        'user_data',
      ]);
      now = 2000;
      expect(await putTrail({ data: { description: 'two' }, repoId: 'r2' })).toBe('updated');
      expect(await trail()).toMatchObject({
        details: { ...details, description: 'two' },
        repoIds: ['r1', 'r2'],
        createdAt: first?.createdAt,
        lastModifiedAt: expect.closeTo(2000, 3),
      });
      await putTrail({ repoId: 'r1' });
      await record(store, author, { repo_id: 'r3' });
      await record(store, author);
      expect((await trail())?.repoIds).toEqual(['r1', 'r2', 'r3']);
    });

    test('no more names on a trail than a decision can read', async () => {
      const targets = Array.from({ length: mostNames }, (_, index) => `a${index}`);
      await record(store, author, { targets, commit: 'c' });
      const before = await records();
      await expect(store.recordAttestation(attestation(author, { name: 'one more' }))).rejects.toThrow(
        `A trail holds at most ${mostNames} names.`,
      );
      expect(await records()).toBe(before);
      // A name that is there may be reported again.
      await record(store, author, { targets: ['a0'], commit: 'c' });
    }, 120_000);

    test('nothing for an author whose organization is gone', async () => {
      const gone = { ...author, orgId: 'gone', orgName: 'lost' };
      await expect(store.putFlow({ author: gone, name: 'f', data: {} })).rejects.toThrow('The organization gone is gone.');
      expect(await store.attestationCount('gone')).toBe(0);
    });
  });
}
