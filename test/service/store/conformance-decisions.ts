import { beforeEach, describe, expect, test } from 'vitest';
import { writing, type Author } from '../../../src/service/log/chain.ts';
import type { AttestationFilter } from '../../../src/service/resources/attestations/tables.ts';
import { raiseEvents } from '../../../src/service/resources/environments/tables-events.ts';
import type { StoredTemplate } from '../../../src/service/resources/flows/tables.ts';
import type { KeptAnswer } from '../../../src/service/resources/gate/tables.ts';
import type { NewTarget } from '../../../src/service/resources/notifications/tables.ts';
import type { NewTrail } from '../../../src/service/resources/trails/tables.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { send, sql } from '../../../src/service/sql/sql.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { byNumber, factsOf as readFacts, found, hook, later, member, openStore, record, record as add, takeDue } from './setup.ts';

const fingerprint = '1a'.repeat(32);
const no = { verdict: 'non-compliant', reason: { code: 'failing', message: 'It failed', fix: 'Fix it' } };

/** The tests of kept answers of a gate, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfGateAnswers(name: string, open: () => Promise<Engine>): void {
  describe(`an answer of a gate that the store on ${name} keeps`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;

    beforeEach(async () => {
      ({ engine, store, author } = await openStore(open, () => 1000));
      await record(store, author);
      await report('f');
    });

    const report = (flowName: string, trailName = 't') =>
      store.reportArtifact({ author, flowName, trailName, name: 'image', fingerprint, data: {}, trail: {} });
    const ofTrail = async (): Promise<KeptAnswer> => kept((await store.trailsByNumber(author.orgId, 'f', 0, 1))[0]);
    const ofArtifact = async (): Promise<KeptAnswer> => kept((await store.artifactsNumbered(author.orgId, [1]))[0]);
    const keep = async (about: KeptAnswer) => await store.keepGateAnswers([{ ...about, answer: no }]);

    function kept(row: { readonly gate: KeptAnswer } | undefined): KeptAnswer {
      if (row === undefined) throw new Error('It is not there.');
      return row.gate;
    }

    test('is shown as long as nothing that it was made from changes', async () => {
      expect([(await ofTrail()).answer, (await ofArtifact()).answer]).toEqual([undefined, undefined]);
      await keep(await ofTrail());
      await keep(await ofArtifact());
      // Another trail of another flow changes nothing.
      await record(store, author, { flowName: 'g', trailName: 't' });
      expect([(await ofTrail()).answer, (await ofArtifact()).answer]).toEqual([no, no]);
      expect((await store.findTrailNow(author.orgId, 'f', 't'))?.trail.gate.answer).toEqual(no);
    });

    test.each<readonly [name: string, change: () => Promise<unknown>, ofTrail: typeof no | undefined]>([
      ['a record on the trail', () => record(store, author), undefined],
      [
        'a new template',
        () =>
          store.putFlow({
            author,
            name: 'f',
            data: {},
            template: { template: { version: 1, trail: { attestations: [], artifacts: [] } }, content: 'new' },
          }),
        undefined,
      ],
      ['a new name of the flow', () => store.renameFlow(author, 'f', 'other'), undefined],
      ['a report of the artifact elsewhere, for the artifact alone', () => report('g'), no],
      [
        'a record where the artifact was reported too',
        async () => {
          await report('f', 'u');
          await keep(await ofArtifact());
          await record(store, author, { trailName: 'u' });
        },
        no,
      ],
    ])('is not shown after %s', async (_, change, trail) => {
      await keep(await ofTrail());
      await keep(await ofArtifact());
      await change();
      expect([(await ofTrail()).answer, (await ofArtifact()).answer]).toEqual([trail, undefined]);
    });

    test('is not shown where it was made from older records than those of now, however late it comes', async () => {
      const before = await ofTrail();
      await record(store, author, { compliant: false });
      await keep(before);
      expect((await ofTrail()).answer).toBeUndefined();
    });

    test('is made anew where somebody broke it', async () => {
      await keep(await ofTrail());
      await engine.write(() => send(sql`update gate_answers set answer = 'yes'`));
      expect((await ofTrail()).answer).toBeUndefined();
    });
  });
}

/** Which sender has a message, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfLeases(name: string, open: () => Promise<Engine>): void {
  describe(`the store on ${name} gives`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;
    let now: number;
    let prod: string;

    beforeEach(async () => {
      now = 1000;
      ({ engine, store, author } = await openStore(open, () => now));
      await store.putEnvironment({ author, name: 'prod', type: 'server' });
      prod = (await store.findEnvironment(author.orgId, 'prod'))?.id ?? '';
    });

    const listen = (...targets: readonly NewTarget[]) =>
      store.putNotification({ author, name: 'r', environments: ['prod'], triggers: ['ON_STARTED_ARTIFACT'], targets });
    const raise = async (snapshot_index: number) => {
      // A record brings the time of the log up to date.
      await store.putFlow({ author, name: 'f', data: {} });
      const event = { trigger: 'ON_STARTED_ARTIFACT', environment_id: prod, environment: 'prod', snapshot_index, at: 1000 } as const;
      await engine.write(() => writing(author, now, (chain) => raiseEvents(chain, [event])));
    };
    const claim = (seconds: number) => takeDue(store, seconds);

    test('a message for one sender at a time, and for the next one once the time of the first is over', async () => {
      await listen(hook('a'));
      await raise(3);
      now = 1010;
      const claims = await Promise.all([claim(60), claim(60)]);
      expect(claims.flat()).toHaveLength(1);
      now = 1069;
      expect(await claim(60)).toEqual([]);
      now = 1070;
      const [mine] = claims.flat();
      const [theirs] = await claim(60);
      if (mine === undefined || theirs === undefined) throw new Error('A message is missing.');
      expect(theirs).toEqual({ ...mine, leaseUntil: 1130 });
      // The first one comes too late to give it back.
      await store.keepAttempt(mine, later(0));
      expect(await claim(60)).toEqual([]);
      await store.keepAttempt(theirs, later(0));
      expect(await claim(60)).toMatchObject([{ attempts: 1 }]);
    });

    test('a message soon after the clock was put back by hours, though it is due or leased later', async () => {
      await listen(hook('a'), hook('b'));
      now = 100_000;
      await raise(3);
      const [leased] = await claim(60);
      expect(leased).toBeDefined();
      now = 50_000;
      expect(await claim(60)).toHaveLength(2);
      // The clocks of two senders may differ a little: nothing is taken away for that.
      now = 49_500;
      expect(await claim(60)).toEqual([]);
    });

    test('a message that happens after the clock was put back, and one that waits for its next attempt when that is due', async () => {
      await listen(hook('a'));
      now = 100_000;
      await raise(3);
      now = 50_000;
      await raise(4);
      const [first] = await claim(60);
      if (first === undefined) throw new Error('A message is missing.');
      await store.keepAttempt(first, later(3600));
      now += 3599;
      expect(await claim(60)).toEqual([]);
      now += 1;
      expect(await claim(60)).toMatchObject([{ attempts: 1, message: { event: { snapshot_index: 3 } } }]);
    });

    test('the messages to one target for one sender, so that they keep their order', async () => {
      await listen(hook('a'), hook('b'));
      await raise(3);
      now = 1010;
      expect(new Set((await claim(60)).map(({ position }) => position))).toEqual(new Set([0, 1]));
      await listen(hook('a'));
      await raise(4);
      now = 1020;
      expect((await claim(60)).map((message) => message.number)).toEqual([2]);
    });
  });
}

/** The tests of the facts for a decision, and of searches, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfDecisions(name: string, open: () => Promise<Engine>): void {
  describe(`what the store on ${name} decides by`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;

    beforeEach(async () => {
      ({ engine, store, author } = await openStore(open, () => 1000));
    });

    const record = (more: Parameters<typeof add>[2] = {}) => add(store, author, more);
    const factsOf = () => readFacts(engine, author);

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
      const put = (more: Partial<NewTrail> = {}) => store.putTrail({ author, flowName: 'f', name: 't', data: {}, ...more });
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
