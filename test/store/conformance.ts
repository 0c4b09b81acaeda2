import { beforeEach, describe, expect, test } from 'vitest';
import { evaluate } from '../../src/compliance/index.ts';
import {
  createStore,
  newRecordId,
  type Author,
  type Evaluate,
  type LatestRecord,
  type NewAttestation,
  type NewTrail,
  type Store,
  type StoredTemplate,
} from '../../src/service/store/index.ts';
import type { Engine } from '../../src/service/store/engine.ts';

/** What every engine must do. `open` answers an engine on an empty database, closed when the test ends. */
export function conformance(name: string, open: () => Promise<Engine>): void {
  describe(`the store on ${name}`, () => {
    let store: Store;
    let author: Author;
    let now: number;

    beforeEach(async () => {
      now = 1000;
      store = createStore(await open(), () => now);
      author = await member(store, 'ada', 'acme');
    });

    test('knows a token by its hash, with the organizations and roles of its user', async () => {
      expect(await store.addToken({ hash: 'h2', user: 'ada', orgs: ['other'], role: 'reader' })).toBe(true);
      const principal = await store.authenticate('h2');
      expect(principal?.memberships).toMatchObject(
        new Map([
          ['acme', { orgId: author.orgId, role: 'member' }],
          ['other', { orgId: expect.any(String), role: 'reader' }],
        ]),
      );
      expect(await store.authenticate('h3')).toBeUndefined();
    });

    test('adds to a user that is there, and gives nobody the token of another', async () => {
      expect(await store.addToken({ hash: 'hash of ada', user: 'ada', orgs: ['acme'], role: 'admin' })).toBe(true);
      expect((await store.authenticate('hash of ada'))?.memberships.get('acme')?.role).toBe('admin');
      expect(await store.addToken({ hash: 'hash of ada', user: 'eve', orgs: ['acme'], role: 'reader' })).toBe(false);
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
      const all = await Promise.all(Array.from({ length: 60 }, (_, index) => store.attestationByNumber(author.orgId, index + 1)));
      expect(new Set(all.map((row) => row?.body.id)).size).toBe(60);
    });

    test('chains the records, and finds the chain whole', async () => {
      await Promise.all(Array.from({ length: 30 }, () => record()));
      expect(await store.verifyChain('acme')).toEqual({ records: 32, problems: [] });
      expect(await store.verifyChain('other')).toMatchObject({ problems: [expect.stringContaining('no organization')] });
    });

    test('orders the records by time, even when the clock stands or goes back', async () => {
      await record();
      now = 500;
      await record();
      await record();
      const times = await Promise.all(
        [1, 2, 3].map(async (place) => Number((await store.attestationByNumber(author.orgId, place))?.body.created_at)),
      );
      // The flow and the trail took the first two.
      expect(times).toEqual([1000.000002, 1000.000003, 1000.000004]);
    });

    test('keeps what was sent as it was, whatever the text', async () => {
      const user_data = { text: '\u0000 " \\ ☃ 𝔘\u2028', list: [1e21, -0, 0.1, null, true], '': {}, __proto: 'x' };
      await record({ data: { user_data } });
      expect((await store.attestationByNumber(author.orgId, 1))?.body.user_data).toEqual({
        ...user_data,
        list: [1e21, 0, 0.1, null, true],
      });
    });

    test('keeps its own word beside what was sent, never under it', async () => {
      const data = { is_compliant: true, attestation_type: 'x', flow: 'x', trail: 'x', id: 'x', org: 'x', created_at: 0 };
      const { id } = await record({ compliant: false, data });
      expect((await store.attestationById(author.orgId, id))?.body).toMatchObject({
        is_compliant: false,
        attestation_type: 'junit',
        flow: 'f',
        trail: 't',
        id,
        org: 'acme',
        created_at: 1000.000002,
      });
      expect(await store.verifyChain('acme')).toEqual({ records: 3, problems: [] });
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

    test('keeps two organizations apart', async () => {
      const eve = await member(store, 'eve', 'other');
      const { id } = await record({ commit: 'c' });
      expect(await store.attestationById(eve.orgId, id)).toBeUndefined();
      expect(await store.attestationsOfCommit(eve.orgId, 'c', {})).toEqual([]);
      expect(await store.findTrail(eve.orgId, 'f', 't')).toBeUndefined();
      expect(await store.findFlow(eve.orgId, 'f')).toBeUndefined();
      expect(await store.attestationCount(eve.orgId)).toBe(0);
    });

    test('finds by every path only what is in the organization that asks, also where all names are equal', async () => {
      const eve = await member(store, 'eve', 'other');
      // So that no number of one organization is that of the other by chance.
      await record({ commit: 'd', trailName: 'earlier', name: 'lint' });
      const mine = await record({ commit: 'c', name: 'unit' });
      const hers = await record({ author: eve, commit: 'c', name: 'unit', compliant: false });
      for (const [{ orgId }, { id }, compliant, theirs, count] of [
        [author, mine, true, hers.id, 2],
        [eve, hers, false, mine.id, 1],
      ] as const) {
        const found = await Promise.all([
          ...(await store.attestationsOfTrail(orgId, 'f', 't', 'unit')).map((sequence) => store.attestationBySequence(orgId, sequence)),
          ...(await store.attestationsOfCommit(orgId, 'c', {})).map((sequence) => store.attestationBySequence(orgId, sequence)),
          ...(await store.attestationsOfCommit(orgId, 'c', { flowName: 'f', name: 'unit', type: 'junit' })).map((sequence) =>
            store.attestationBySequence(orgId, sequence),
          ),
          store.attestationByNumber(orgId, count),
          store.attestationById(orgId, id),
        ]);
        expect(found.map((row) => row?.body.id)).toEqual([id, id, id, id, id]);
        expect(await store.attestationById(orgId, theirs)).toBeUndefined();
        expect(await store.attestationByNumber(orgId, count + 1)).toBeUndefined();
        expect(await store.attestationBySequence(orgId, 2 + 2 * count)).toBeUndefined();
        expect(await store.attestationsOfCommit(orgId, 'c', { id: theirs })).toEqual([]);
        // The flow, the trail and then the first record of each: the same number in both.
        expect((await store.attestationBySequence(orgId, 3))?.body.org).toBe(orgId === author.orgId ? 'acme' : 'other');
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
      const count = async (filter: Parameters<Store['attestationsOfCommit']>[2]) =>
        (await store.attestationsOfCommit(author.orgId, 'c', filter)).length;
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
      const put = (more: Partial<NewTrail> = {}) => store.putTrail({ author, flowName: 'f', name: 't', details: {}, ...more }, evaluate);
      const putFlow = (template: StoredTemplate) => store.putFlow({ author, name: 'f', details: {}, template });
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
        await put({ details: { description: 'said later' } });
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

    test('says what was damaged only once something was', () => {
      expect(store.damage()).toBeUndefined();
    });

    test('a write that fails leaves nothing behind, and spoils no other that came with it', async () => {
      const broken = store.recordAttestation(attestation({ trailName: 'broken' }), () => {
        throw new Error('the rule failed');
      });
      const [failure, good] = await Promise.allSettled([broken, record({ trailName: 'good' })]);
      expect([failure.status, good.status]).toEqual(['rejected', 'fulfilled']);
      expect(await store.findTrail(author.orgId, 'f', 'broken')).toBeUndefined();
      expect(await store.verifyChain('acme')).toEqual({ records: 3, problems: [] });
    });

    test('a refused write takes no number', async () => {
      await record();
      expect(await store.recordAttestation(attestation({ fingerprint: 'f'.repeat(64) }), evaluate)).toEqual({
        outcome: 'unknown-artifact',
      });
      await record();
      expect(await store.verifyChain('acme')).toEqual({ records: 4, problems: [] });
    });

    test('answers a key that it knows as it did before', async () => {
      const idempotency = { key: 'k', requestHash: 'h', reply: '"first"' };
      expect(await store.recordAttestation(attestation({ idempotency }), evaluate)).toEqual({ outcome: 'recorded' });
      expect(await store.recordAttestation(attestation({ idempotency: { ...idempotency, reply: '"second"' } }), evaluate)).toEqual({
        outcome: 'replayed',
        reply: '"first"',
      });
      expect(await store.recordAttestation(attestation({ idempotency: { ...idempotency, requestHash: 'other' } }), evaluate)).toEqual({
        outcome: 'key-reused',
      });
      expect(await store.attestationCount(author.orgId)).toBe(1);
    });

    test('knows a blob once its record is there', async () => {
      const blob = { id: newRecordId(), filename: 'r.xml', bytes: 3, sha256: 'f'.repeat(64) };
      expect(await store.hasBlob(blob.id)).toBe(false);
      await record({ blob });
      expect(await store.hasBlob(blob.id)).toBe(true);
    });

    function attestation(more: Partial<NewAttestation>): NewAttestation {
      return {
        author,
        flowName: 'f',
        trailName: 't',
        id: newRecordId(),
        type: 'junit',
        name: 'unit',
        compliant: true,
        targets: [],
        data: {},
        trail: {},
        ...more,
      };
    }

    /** What the next decision of the trail `f/t` is made of. */
    async function factsOf(): Promise<readonly LatestRecord[]> {
      let facts: readonly LatestRecord[] = [];
      const spy: Evaluate = (all) => {
        facts = all.attestations;
        return evaluate(all);
      };
      await store.putTrail({ author, flowName: 'f', name: 't', details: {} }, spy);
      return facts;
    }

    async function record(more: Partial<NewAttestation> = {}): Promise<NewAttestation> {
      const each = attestation(more);
      expect(await store.recordAttestation(each, evaluate)).toEqual({ outcome: 'recorded' });
      return each;
    }
  });
}

async function member(store: Store, user: string, org: string): Promise<Author> {
  await store.addToken({ hash: `hash of ${user}`, user, orgs: [org], role: 'member' });
  const principal = await store.authenticate(`hash of ${user}`);
  const membership = principal?.memberships.get(org);
  if (principal === undefined || membership === undefined) throw new Error('The token that was just added is not known.');
  return { orgId: membership.orgId, orgName: org, userId: principal.userId, userName: user, tokenId: principal.tokenId };
}
