import { beforeEach, describe, expect, test } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import type { NewFlow, StoredTemplate } from '../../../src/service/resources/flows/tables.ts';
import { mostNames, type NewTrail } from '../../../src/service/resources/trails/tables.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import type { Author } from '../../../src/service/log/chain.ts';
import { attestation, member, readChain, record } from './setup.ts';

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
      engine = await open();
      store = createStore(engine, () => now);
      author = await member(store, 'ada', 'acme');
    });

    const putFlow = (more: Partial<NewFlow> = {}) => store.putFlow({ author, name: 'f', data: {}, ...more });
    const flow = () => store.findFlow(author.orgId, 'f');
    const putTrail = (more: Partial<NewTrail> = {}) =>
      store.putTrail({ author, flowName: 'f', name: 't', data: {}, ...more }, complianceRules);
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
      await record(store, author, { repoId: 'r3' });
      await record(store, author);
      expect((await trail())?.repoIds).toEqual(['r1', 'r2', 'r3']);
    });

    test('no more names on a trail than a decision can read', async () => {
      const targets = Array.from({ length: mostNames }, (_, index) => `a${index}`);
      await record(store, author, { targets, commit: 'c' });
      const before = await records();
      await expect(store.recordAttestation(attestation(author, { name: 'one more' }), complianceRules)).rejects.toThrow(
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
