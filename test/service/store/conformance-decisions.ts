import { beforeEach, describe, expect, test } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import type { StoredTemplate } from '../../../src/service/resources/flows/tables.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import type { AttestationFilter, NewAttestation } from '../../../src/service/resources/attestations/tables.ts';
import type { Author } from '../../../src/service/log/chain.ts';
import type { NewTrail } from '../../../src/service/resources/trails/tables.ts';
import { byNumber, factsOf as readFacts, found, member, record as add } from './setup.ts';

/** The tests of the facts for a decision, and of searches, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfDecisions(name: string, open: () => Promise<Engine>): void {
  describe(`what the store on ${name} decides by`, () => {
    let store: Store;
    let author: Author;

    beforeEach(async () => {
      store = createStore(await open(), () => 1000);
      author = await member(store, 'ada', 'acme');
    });

    const record = (more: Partial<NewAttestation> = {}) => add(store, author, more);
    const factsOf = () => readFacts(store, author);

    test('finds by every path only what is in the organization that asks, also where all names are equal', async () => {
      const eve = await member(store, 'eve', 'other');
      // This record makes sure that no number of one organization equals that of the other by chance.
      await record({ commit: 'd', trailName: 'earlier', name: 'lint' });
      const mine = await record({ commit: 'c', name: 'unit' });
      const hers = await record({ author: eve, commit: 'c', name: 'unit', compliant: false });
      for (const [{ orgId }, { id }, compliant, theirs, count] of [
        [author, mine, true, hers.id, 2],
        [eve, hers, false, mine.id, 1],
      ] as const) {
        const rows = [
          ...(await found(store, orgId, { trail: { flowName: 'f', name: 't' }, name: 'unit' })),
          ...(await found(store, orgId, { commits: ['c'] })),
          ...(await found(store, orgId, { commits: ['c'], flowName: 'f', name: 'unit', type: 'junit' })),
          await byNumber(store, orgId, count),
          await store.attestationById(orgId, id),
        ];
        expect(rows.map((row) => row?.record.id)).toEqual([id, id, id, id, id]);
        expect(await store.attestationById(orgId, theirs)).toBeUndefined();
        expect(await byNumber(store, orgId, count + 1)).toBeUndefined();
        expect(await store.attestationsAt(orgId, [3 + 2 * count])).toEqual([]);
        expect(await found(store, orgId, { commits: ['c'], id: theirs })).toEqual([]);
        // The member, the flow, the trail and then the first record of each: the same number in both.
        expect((await store.attestationsAt(orgId, [4]))[0]?.record.org).toBe(orgId === author.orgId ? 'acme' : 'other');
        expect((await store.findTrail(orgId, 'f', 't'))?.compliance.is_compliant).toBe(compliant);
        expect((await store.trailsByNumber(orgId, 'f', count - 1, 10)).map((trail) => trail.compliance.is_compliant)).toEqual([compliant]);
        expect((await store.trailsByNumber(orgId, undefined, count - 1, 10)).map((trail) => trail.compliance.is_compliant)).toEqual([
          compliant,
        ]);
        expect([await store.trailCount(orgId, 'f'), await store.trailCount(orgId, undefined)]).toEqual([count, count]);
      }
    });

    test('narrows a search by commit with each filter, and with all of them together', async () => {
      const wanted = await record({ commit: 'c', flowName: 'g', name: 'lint', type: 'generic' });
      await record({ commit: 'c', flowName: 'g', name: 'lint' });
      await record({ commit: 'c', flowName: 'g', type: 'generic' });
      await record({ commit: 'c', name: 'lint', type: 'generic' });
      await record({ commit: 'd', flowName: 'g', name: 'lint', type: 'generic' });
      const all = { flowName: 'g', name: 'lint', type: 'generic', id: wanted.id };
      const count = async (filter: AttestationFilter) => (await found(store, author.orgId, { ...filter, commits: ['c'] })).length;
      expect(await count(all)).toBe(1);
      expect([await count({}), await count({ flowName: 'g' }), await count({ name: 'lint' })]).toEqual([4, 3, 3]);
      expect([await count({ type: 'generic' }), await count({ id: wanted.id })]).toEqual([3, 1]);
    });

    test('keeps the early records of two commits apart: each is one that the decision reads', async () => {
      const early = { name: 'unit', targets: ['cli', 'web'] };
      const one = await record({ ...early, commit: 'c1', compliant: false });
      const two = await record({ ...early, commit: 'c2' });
      const again = await record({ ...early, commit: 'c2' });
      const none = await record({ ...early });
      const facts = await factsOf();
      expect(facts.map(({ id, target, commit }) => [id, target, commit])).toEqual([
        [one.id, 'cli', 'c1'],
        [one.id, 'web', 'c1'],
        [again.id, 'cli', 'c2'],
        [again.id, 'web', 'c2'],
        [none.id, 'cli', undefined],
        [none.id, 'web', undefined],
      ]);
      expect(facts.some(({ id }) => id === two.id)).toBe(false);
      expect(facts.every(({ fingerprint }) => fingerprint === undefined)).toBe(true);
    });

    test('lets a record of the trail itself be outdated by one of another commit', async () => {
      await record({ name: 'unit', commit: 'c1', compliant: false });
      const later = await record({ name: 'unit', commit: 'c2' });
      expect((await factsOf()).map(({ id, target, compliant }) => [id, target, compliant])).toEqual([[later.id, undefined, true]]);
    });

    describe('a trail with a template of its own', () => {
      const demanding = (name: string): StoredTemplate => ({
        template: { version: 1, trail: { attestations: [{ name, type: 'junit' }], artifacts: [] } },
        content: `demands ${name}`,
      });
      const put = (more: Partial<NewTrail> = {}) =>
        store.putTrail({ author, flowName: 'f', name: 't', data: {}, ...more }, complianceRules);
      const putFlow = (template: StoredTemplate) => store.putFlow({ author, name: 'f', data: {}, template });
      const trail = async () => {
        const { content, compliance } = (await store.findTrail(author.orgId, 'f', 't')) ?? {};
        return [content, compliance?.attestations_statuses.map((row) => row.attestation_name), compliance?.status];
      };

      test('follows that from the update on which gave it, whatever its flow demands', async () => {
        await putFlow(demanding('flow-1'));
        expect(await put()).toBe('created');
        expect(await trail()).toEqual(['demands flow-1', ['flow-1'], 'INCOMPLETE']);
        expect(await put({ template: demanding('own') })).toBe('updated');
        expect(await trail()).toEqual(['demands own', ['own'], 'INCOMPLETE']);
        await putFlow(demanding('flow-2'));
        await put({ data: { description: 'said later' } });
        expect(await trail()).toEqual(['demands own', ['own'], 'INCOMPLETE']);
        await record({ name: 'own' });
        expect(await trail()).toEqual(['demands own', ['own'], 'COMPLIANT']);
      });

      test('follows the one that it was given last', async () => {
        await putFlow(demanding('flow'));
        await put({ template: demanding('first') });
        await put({ template: demanding('second') });
        expect(await trail()).toEqual(['demands second', ['second'], 'INCOMPLETE']);
        await record({ name: 'first' });
        expect(await trail()).toEqual(['demands second', ['second', 'first'], 'INCOMPLETE']);
      });

      test('is the only one of its flow that does', async () => {
        await putFlow(demanding('flow-1'));
        await put();
        await put({ name: 'other', template: demanding('own') });
        await putFlow(demanding('flow-2'));
        await put();
        expect(await trail()).toEqual(['demands flow-2', ['flow-2'], 'INCOMPLETE']);
      });
    });
  });
}
