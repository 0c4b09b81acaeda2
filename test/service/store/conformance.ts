import { beforeEach, describe, expect, test } from 'vitest';
import type { Author } from '../../../src/service/log/chain.ts';
import { newRecordId } from '../../../src/service/record/id.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import { attestation as build, byNumber, failingOn, found, member, openStore, readChain, record as add, type Evidence } from './setup.ts';

/** The tests that every engine must pass. `open` answers an engine on an empty database, closed when the test ends. */
export function conformance(name: string, open: () => Promise<Engine>): void {
  describe(`the store on ${name}`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;
    let now: number;

    beforeEach(async () => {
      now = 1000;
      ({ engine, store, author } = await openStore(open, () => now));
    });

    test('numbers trails per flow and attestations per organization, from 1, without a gap, also when writers come at once', async () => {
      await Promise.all(Array.from({ length: 60 }, (_, index) => record({ flowName: `f${index % 2}`, trailName: `t${index % 20}` })));
      for (const flow of ['f0', 'f1']) {
        const trails = await store.trailsByNumber(author.orgId, flow, 0, 100);
        expect(trails.map(({ number }) => number)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
        expect(await store.trailCount(author.orgId, flow)).toBe(10);
      }
      expect(await store.trailsByNumber(author.orgId, undefined, 0, 100)).toHaveLength(20);
      expect(await store.attestationCount(author.orgId)).toBe(60);
      const all = await Promise.all(Array.from({ length: 60 }, (_, index) => byNumber(store, author.orgId, index + 1)));
      expect(new Set(all.map((row) => row?.record.id)).size).toBe(60);
    });

    test('chains the records, and finds the chain whole', async () => {
      await Promise.all(Array.from({ length: 30 }, () => record()));
      expect(await readChain(engine, author)).toEqual({ records: 33, problems: [] });
    });

    test('orders the records by time, even when the clock stands or goes back', async () => {
      await record();
      now = 500;
      await record();
      await record();
      const times = await Promise.all(
        [1, 2, 3].map(async (place) => Number((await byNumber(store, author.orgId, place))?.record.created_at)),
      );
      // The member, the flow and the trail took the first three.
      expect(times).toEqual([1000.000003, 1000.000004, 1000.000005]);
    });

    test('keeps what was sent as it was, whatever the text', async () => {
      const user_data = { text: '\u0000 " \\ ☃ 𝔘\u2028', list: [1e21, -0, 0.1, null, true], '': {}, __proto: 'x' };
      await record({ data: { user_data } });
      expect((await byNumber(store, author.orgId, 1))?.record.data.user_data).toEqual({
        ...user_data,
        list: [1e21, 0, 0.1, null, true],
      });
    });

    test('keeps its own word beside what was sent, never under it', async () => {
      const data = { is_compliant: true, attestation_type: 'x', flow: 'x', trail: 'x', id: 'x', org: 'x', created_at: 0 };
      const { id } = await record({ compliant: false, data });
      expect((await store.attestationById(author.orgId, id))?.record).toMatchObject({
        is_compliant: false,
        attestation_type: 'junit',
        flow: 'f',
        trail: 't',
        id,
        org: 'acme',
        created_at: 1000.000003,
        data,
      });
      expect(await readChain(engine, author)).toEqual({ records: 4, problems: [] });
    });

    test('lets the latest record of a name speak', async () => {
      await record({ name: 'unit', compliant: false });
      expect((await store.findTrail(author.orgId, 'f', 't'))?.compliance.status).toBe('NON-COMPLIANT');
      const { id } = await record({ name: 'unit' });
      expect((await store.findTrail(author.orgId, 'f', 't'))?.compliance).toMatchObject({
        status: 'COMPLIANT',
        attestations_statuses: [{ attestation_id: id }],
      });
    });

    test('knows what a trail was decided as before a write and after it', async () => {
      const changeOf = async (compliant: boolean) => {
        const outcome = await store.recordAttestation(attestation({ compliant }));
        return outcome.outcome === 'recorded' ? [outcome.change.before, outcome.change.after] : [outcome.outcome];
      };
      expect(await changeOf(true)).toEqual([undefined, 'COMPLIANT']);
      expect(await changeOf(false)).toEqual(['COMPLIANT', 'NON-COMPLIANT']);
      expect(await changeOf(false)).toEqual(['NON-COMPLIANT', 'NON-COMPLIANT']);
    });

    test('keeps two organizations apart', async () => {
      const eve = await member(store, 'eve', 'other');
      const { id } = await record({ commit: 'c' });
      expect(await store.attestationById(eve.orgId, id)).toBeUndefined();
      expect(await found(store, eve.orgId, { commits: ['c'] })).toEqual([]);
      expect(await store.findTrail(eve.orgId, 'f', 't')).toBeUndefined();
      expect(await store.findFlow(eve.orgId, 'f')).toBeUndefined();
      expect(await store.attestationCount(eve.orgId)).toBe(0);
    });

    test('says what was damaged only once something was', () => {
      expect(store.damage()).toBeUndefined();
    });

    test('a write that fails leaves nothing behind, and spoils no other that came with it', async () => {
      const failing = createStore(engine, failingOn('broken'), () => now);
      const [failure, good] = await Promise.allSettled(
        ['broken', 'good'].map((name) => failing.recordAttestation(attestation({ trailName: name, name }))),
      );
      expect([failure?.status, good?.status]).toEqual(['rejected', 'fulfilled']);
      expect(await store.findTrail(author.orgId, 'f', 'broken')).toBeUndefined();
      expect(await readChain(engine, author)).toEqual({ records: 4, problems: [] });
    });

    test('a refused write takes no number', async () => {
      await record();
      expect(await store.recordAttestation(attestation({ fingerprint: 'f'.repeat(64) }))).toEqual({
        outcome: 'unknown-artifact',
      });
      await record();
      expect(await readChain(engine, author)).toEqual({ records: 5, problems: [] });
    });

    test('answers a key that it knows as it did before', async () => {
      const request = { key: 'k', hash: 'h' };
      const first = await store.recordAttestation(attestation({ request }));
      if (first.outcome !== 'recorded') throw new Error(first.outcome);
      await record();
      const { id, head } = first;
      expect(await store.recordAttestation(attestation({ request }))).toEqual({ outcome: 'replayed', id, head });
      expect(await store.recordAttestation(attestation({ request: { ...request, hash: 'other' } }))).toEqual({
        outcome: 'key-reused',
      });
      expect(await store.attestationCount(author.orgId)).toBe(2);
    });

    test('records once what comes at once under one key, and answers all of it alike', async () => {
      const request = { key: 'k', hash: 'h' };
      await record();
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => store.recordAttestation(attestation({ request }))));
      expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['recorded', ...Array<string>(9).fill('replayed')].toSorted());
      expect(new Set(outcomes.map((each) => ('head' in each ? `${each.id} ${each.head}` : ''))).size).toBe(1);
      expect(await store.attestationCount(author.orgId)).toBe(2);
    });

    test('knows a blob once its record is there', async () => {
      const blob = { id: newRecordId(), filename: 'r.xml', bytes: 3, sha256: 'f'.repeat(64) };
      expect(await store.hasBlob(blob.id)).toBe(false);
      await record({ attachment: blob });
      expect(await store.hasBlob(blob.id)).toBe(true);
    });

    const attestation = (more: Evidence) => build(author, more);
    const record = (more: Evidence = {}) => add(store, author, more);
  });
}
