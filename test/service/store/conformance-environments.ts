import { beforeEach, describe, expect, test } from 'vitest';
import type { Author } from '../../../src/service/log/chain.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { environmentActs, print } from './environment-acts.ts';
import { member, openStore, readChain, record } from './setup.ts';

/** The tests of what runs in environments, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfSnapshots(name: string, open: () => Promise<Engine>): void {
  describe(`of what runs the store on ${name} keeps`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;
    let orgId: string;
    let now: number;

    beforeEach(async () => {
      now = 1000;
      ({ engine, store, author } = await openStore(open, () => now));
      ({ orgId } = author);
    });
    const { put, change, find, idOf, report, allow, provide, policy, snapshot, events, records } = environmentActs(() => ({
      engine,
      store,
      author,
    }));

    test('a snapshot for each other set of artifacts, and the latest one in place of itself', async () => {
      await put('prod');
      expect(await report('prod', 'ab')).toEqual({ outcome: 'recorded', snapshot: 1, isNew: true });
      now = 2000;
      expect(await report('prod', 'aab')).toEqual({ outcome: 'recorded', snapshot: 1, isNew: false });
      const first = await snapshot('prod');
      const artifact = { state: 'UNKNOWN', isAllowed: false, decisions: [], was: 0 };
      expect(first).toEqual({
        number: 1,
        createdAt: expect.closeTo(1000, 3),
        state: 'UNKNOWN',
        policies: [],
        artifacts: [
          { ...artifact, fingerprint: print('a'), name: 'a', instances: [7, 7] },
          { ...artifact, fingerprint: print('b'), name: 'b', instances: [7] },
        ],
      });
      const before = await records();
      now = 3000;
      expect(await report('prod', 'aab')).toEqual({ outcome: 'recorded', snapshot: 1, isNew: false });
      expect([await snapshot('prod'), await records()]).toEqual([first, before + 1]);
      const environment = await find('prod');
      expect([environment?.lastReportedAt, environment?.lastChangedAt]).toEqual([expect.closeTo(3000, 3), expect.closeTo(1000, 3)]);
      expect(await report('prod', 'a')).toEqual({ outcome: 'recorded', snapshot: 2, isNew: true });
      expect((await snapshot('prod'))?.artifacts).toEqual([
        { ...artifact, fingerprint: print('a'), name: 'a', instances: [7], was: 2 },
        { ...artifact, fingerprint: print('b'), name: 'b', instances: [], was: 1 },
      ]);
      now = 4000;
      await report('prod', '');
      const id = await idOf('prod');
      const at = (time: number) => store.snapshotNumberAt(orgId, id, time);
      expect([await at(999), await at(1001), await at(3001), await at(5000)]).toEqual([0, 1, 2, 3]);
      expect(await at(Number(first?.createdAt))).toBe(1);
      const spans = await store.snapshotSpans(orgId, id, 1, 2);
      expect(spans).toEqual([
        { number: 1, createdAt: first?.createdAt, endedAt: spans[1]?.createdAt, state: 'UNKNOWN' },
        { number: 2, createdAt: expect.closeTo(3000, 3), endedAt: expect.closeTo(4000, 3), state: 'UNKNOWN' },
      ]);
      expect(await store.snapshotSpans(orgId, id, 3, 9)).toMatchObject([{ number: 3, endedAt: undefined }]);
      expect(await store.findSnapshot(orgId, id, 4)).toBeUndefined();
    });

    test('what happened there, as readers see it', async () => {
      await put('prod');
      await policy('strict');
      await provide('a', { repoName: 'r', commit: 'c' });
      await provide('a', { flowName: 'g', trailName: 't', repoName: 's' });
      await report('prod', 'ab');
      now = 2000;
      await report('prod', 'aaa');
      await report('prod', 'a');
      await change('prod', { delta: 'attach', policies: ['strict'] });
      await report('prod', 'abb');
      await allow('prod', 'b');
      const all = await events('prod');
      const event = (type: string, letter: string, more: object) => ({
        type,
        artifact_name: letter,
        sha256: letter === '' ? '' : print(letter),
        flows: letter === 'a' ? ['g', 'f'] : [],
        artifact_compliance: null,
        snapshot_compliance: null,
        ...more,
      });
      expect(all.map(({ body }) => body)).toEqual([
        event('started', 'a', { description: '1 instance started running (from 0 to 1)' }),
        event('started', 'b', { description: '1 instance started running (from 0 to 1)' }),
        event('scaled', 'a', { description: '2 instances started running (from 1 to 3)' }),
        event('exited', 'b', { description: '1 instance stopped running (from 1 to 0)' }),
        event('scaled', 'a', { description: '2 instances stopped running (from 3 to 1)' }),
        event('became-compliant', '', { description: 'everything that runs here is compliant', snapshot_compliance: true }),
        event('started', 'b', {
          description: '2 instances started running (from 0 to 2)',
          artifact_compliance: false,
          snapshot_compliance: false,
        }),
        event('became-non-compliant', '', { description: 'something that runs here is not compliant', snapshot_compliance: false }),
        event('allowed', 'b', { description: 'the artifact was allowed here', snapshot_compliance: false }),
        event('became-compliant', '', { description: 'everything that runs here is compliant', snapshot_compliance: true }),
      ]);
      expect(all.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(all[0]).toMatchObject({ snapshot: 1, at: expect.closeTo(1000, 3), repoName: 's' });
      expect((await find('prod'))?.eventCount).toBe(10);
      const numbers = async (more: object, skip?: number, limit?: number) =>
        (await events('prod', more, skip, limit)).map((each) => each.number);
      expect(all.map((each) => each.snapshot)).toEqual([1, 1, 2, 2, 2, 3, 4, 4, 4, 5]);
      expect([await numbers({ from: 3, to: 4 }), await numbers({}, 8), await numbers({ oldestFirst: false }, 1, 2)]).toEqual([
        [6, 7, 8, 9],
        [9, 10],
        [9, 8],
      ]);
      expect([await numbers({ repoNames: ['none', 's'] }), await numbers({ repoNames: ['r'] })]).toEqual([[1, 3, 5], []]);
      const first = all[0]?.at;
      expect([
        await numbers({ before: first }),
        await numbers({ after: all[9]?.at }),
        await numbers({ after: 1500, before: 1600 }),
      ]).toEqual([[1, 2], [9, 10], []]);
    });

    test('where artifacts run and ran, and each start of one in its flow', async () => {
      for (const each of ['prod', 'dev']) await put(each);
      await provide('a', { commit: 'c1' });
      await provide('b', { trailName: 't', commit: 'c2' });
      await provide('b', { flowName: 'g' });
      await report('prod', 'a');
      now = 2000;
      await report('dev', 'bb');
      await report('dev', 'b');
      now = 3000;
      await report('prod', 'b');
      await report('prod', 'ab');
      const [prod, dev] = [await idOf('prod'), await idOf('dev')];
      const rows = await store.artifactsNumbered(orgId, [1, 2, 3]);
      const near = (time: number) => expect.closeTo(time, 3);
      const starts = rows.map(({ presence }) =>
        presence.deployments.map(({ endedAt, environment, number, startedAt }) => [number, environment, startedAt, endedAt]),
      );
      expect(starts).toEqual([
        [
          [1, 'prod', near(1000), near(3000)],
          [4, 'prod', near(3000), undefined],
        ],
        [
          [2, 'dev', near(2000), undefined],
          [3, 'prod', near(3000), undefined],
        ],
        [
          [1, 'dev', near(2000), undefined],
          [2, 'prod', near(3000), undefined],
        ],
      ]);
      const place = (environment: string, environmentId: string, letter: string, count: number, more: object = {}) => ({
        environmentId,
        environment,
        fingerprint: print(letter),
        name: letter,
        isRunning: true,
        snapshot: count,
        ...more,
      });
      expect(await store.residencesOf(orgId, [print('b')])).toEqual([place('dev', dev, 'b', 1), place('prod', prod, 'b', 3)]);
      expect(await store.residencesOf(orgId, [])).toEqual([]);
      const flow = (await store.findFlow(orgId, 'f'))?.id ?? '';
      const running = (...ids: readonly string[]) => store.runningCommit(orgId, flow, ids);
      expect([await running(prod), await running(dev), await running(dev, prod), await running()]).toEqual(['c1', 'c2', 'c1', undefined]);
      await report('prod', 'b');
      expect([await running(prod), await store.runningCommit(orgId, 'none', [prod])]).toEqual(['c2', undefined]);
      expect(await store.residencesOf(orgId, [print('a')])).toEqual([place('prod', prod, 'a', 4, { isRunning: false })]);
      const told = await store.eventsOfTrails(orgId, [(await store.findTrail(orgId, 'f', 't'))?.id ?? ''], 0);
      expect(told.map(({ event }) => event.type)).toEqual([
        'trail_reported',
        'artifact_creation_reported',
        'artifact_started_running',
        'artifact_started_running',
      ]);
      expect((await readChain(engine, author)).problems).toEqual([]);
    });

    test('where an artifact comes from, the latest first', async () => {
      await provide('a', { commit: 'c', repoName: 'r' });
      await provide('a', { flowName: 'g', trailName: 't', name: 'image' });
      await record(store, author, { flowName: 'g', fingerprint: print('a'), compliant: false });
      await provide('b');
      const [flow, other] = [await store.findFlow(orgId, 'f'), await store.findFlow(orgId, 'g')];
      const trail = await store.findTrail(orgId, 'g', 't');
      const [second, first] = await store.originsOf(orgId, [print('a'), print('z')]);
      const origin = { artifactId: expect.stringMatching(/./), fingerprint: print('a') };
      expect(second).toEqual({
        ...origin,
        number: 2,
        name: 'image',
        flowId: other?.id,
        flow: 'g',
        trailId: trail?.id,
        trail: 't',
        state: 'NON-COMPLIANT',
        commit: '',
        repoName: '',
      });
      expect(first).toEqual({
        ...origin,
        number: 1,
        name: 'a',
        flowId: flow?.id,
        flow: 'f',
        trailId: '',
        trail: '',
        state: '',
        commit: 'c',
        repoName: 'r',
      });
      const many = Array.from({ length: 1000 }, (_, index) => `x${index}`);
      expect((await store.originsOf(orgId, [...many, print('b')])).map(({ number }) => number)).toEqual([3]);
      expect(await store.originsOf(orgId, [])).toEqual([]);
    });
  });
}

/**
 * The tests of environments, and of what is allowed and asked for there, on every engine. `open` answers an engine on an empty
 * database.
 */
export function conformanceOfEnvironments(name: string, open: () => Promise<Engine>): void {
  describe(`of environments the store on ${name} keeps`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;
    let orgId: string;
    let now: number;

    beforeEach(async () => {
      now = 1000;
      ({ engine, store, author } = await openStore(open, () => now));
      ({ orgId } = author);
    });
    const { put, logical, change, find, idOf, report, allow, provide, policy, snapshot, seen, events, records } = environmentActs(() => ({
      engine,
      store,
      author,
    }));

    test('each as it was said, and what is not said again stays', async () => {
      await policy('strict');
      expect(await put('prod', { description: 'one', policies: ['strict', 'strict'] })).toEqual({ outcome: 'created' });
      const first = await find('prod');
      expect(first).toEqual({
        id: expect.stringMatching(/./),
        name: 'prod',
        type: 'server',
        description: 'one',
        isArchived: false,
        state: 'UNKNOWN',
        snapshotCount: 0,
        eventCount: 0,
        createdAt: expect.closeTo(1000, 3),
        createdBy: 'ada',
        lastModifiedAt: first?.createdAt,
        lastChangedAt: undefined,
        lastReportedAt: undefined,
        policies: ['strict'],
        included: [],
      });
      now = 2000;
      expect(await put('prod')).toEqual({ outcome: 'updated' });
      expect(await find('prod')).toEqual({ ...first, lastModifiedAt: expect.closeTo(2000, 3) });
      expect(await put('prod', { description: 'two', policies: [] })).toEqual({ outcome: 'updated' });
      expect(await find('prod')).toMatchObject({ description: 'two', policies: [] });
      expect(await change('prod', { name: 'live' })).toEqual({ outcome: 'updated' });
      expect([await find('prod'), (await find('live'))?.id]).toEqual([undefined, first?.id]);
      expect(await store.environmentNames(orgId, [first?.id ?? '', 'none'])).toEqual(new Map([[first?.id, 'live']]));
      expect(await store.environmentNames(orgId, [])).toEqual(new Map());
    });

    test('environments by name, a page behind another, with those that were archived', async () => {
      for (const each of ['b', 'a', 'c']) await put(each);
      await put('d', { author: await member(store, 'eve', 'other') });
      await change('b', { isArchived: true });
      const page = async (after: string, limit: number) => (await store.environmentsAfter(orgId, after, limit)).map((each) => each.name);
      expect([await page('', 9), await page('', 2), await page('a', 9)]).toEqual([
        ['a', 'b', 'c'],
        ['a', 'b'],
        ['b', 'c'],
      ]);
    });

    test('nothing that is refused', async () => {
      await put('prod');
      await put('old');
      await change('old', { isArchived: true });
      await logical('all', 'prod');
      await policy('strict');
      const before = await records();
      const no = (outcome: string, called: string, more: object = {}) => ({ outcome, name: called, ...more });
      expect(await put('prod', { type: 'docker' })).toEqual(no('other-type', 'prod', { type: 'server' }));
      expect(await change('none', {})).toEqual(no('no-environment', 'none'));
      expect(await change('old', { name: 'new' })).toEqual(no('archived', 'old'));
      expect(await change('prod', { name: 'all' })).toEqual(no('name-taken', 'all'));
      expect(await change('all', { policies: ['strict'] })).toEqual(no('not-physical', 'all'));
      expect(await change('prod', { policies: ['strict', 'none'] })).toEqual(no('no-policy', 'none'));
      expect(await change('prod', { included: [] })).toEqual(no('not-logical', 'prod'));
      expect(await change('all', { included: ['prod', 'none'] })).toEqual(no('no-environment', 'none'));
      expect(await change('all', { included: ['all'] })).toEqual(no('not-physical', 'all'));
      expect(await logical('new', 'old')).toEqual(no('archived', 'old'));
      expect(await report('none', 'a')).toEqual(no('no-environment', 'none'));
      expect(await report('old', 'a')).toEqual(no('archived', 'old'));
      expect(await report('all', 'a')).toEqual(no('not-physical', 'all'));
      expect(await store.reportSnapshot({ author, environment: 'prod', type: 'docker', running: [] })).toEqual(
        no('other-type', 'prod', { type: 'server' }),
      );
      expect([await allow('none', 'a'), await allow('old', 'a'), await allow('all', 'a')]).toEqual([
        no('no-environment', 'none'),
        no('archived', 'old'),
        no('not-physical', 'all'),
      ]);
      expect(await records()).toBe(before);
      expect([await change('prod', { name: 'prod' }), await put('old')]).toEqual([{ outcome: 'updated' }, { outcome: 'updated' }]);
      expect((await find('old'))?.isArchived).toBe(false);
    });

    test('what an environment is tied to, one by one', async () => {
      for (const each of ['b', 'a', 'c']) await policy(each);
      for (const each of ['eu', 'us']) await put(each);
      await logical('all');
      const [eu, us, all] = [await idOf('eu'), await idOf('us'), await idOf('all')];
      await change('eu', { delta: 'attach', policies: ['b', 'a'] });
      await change('eu', { delta: 'attach', policies: ['a', 'c'] });
      expect((await find('eu'))?.policies).toEqual(['a', 'b', 'c']);
      await change('eu', { delta: 'detach', policies: ['a', 'b'] });
      expect((await find('eu'))?.policies).toEqual(['c']);
      await change('all', { delta: 'join', part: 'us' });
      await change('all', { delta: 'join', part: 'eu' });
      expect((await find('all'))?.included).toEqual([eu, us].toSorted());
      expect([await store.linkedTo(orgId, 'policy', 'c'), await store.linkedTo(orgId, 'policy', 'a')]).toEqual([[eu], []]);
      expect([await store.linkedTo(orgId, 'part', eu), await store.linkedTo(orgId, 'policy', eu)]).toEqual([[all], []]);
      await change('all', { included: [] });
      expect(await store.linkedTo(orgId, 'part', eu)).toEqual([]);
    });

    test('what is allowed, as it was said last', async () => {
      await put('prod');
      expect([await allow('prod', 'b', 'first'), await allow('prod', 'a')]).toEqual([{ outcome: 'recorded' }, { outcome: 'recorded' }]);
      now = 2000;
      await store.allowArtifact({
        author: await member(store, 'bob', 'acme'),
        environment: 'prod',
        fingerprint: print('b'),
        name: 'new',
        description: 'second',
      });
      expect(await store.allowancesOf(orgId, await idOf('prod'))).toEqual([
        { fingerprint: print('a'), name: 'a', description: 'tried', createdAt: expect.closeTo(1000, 3), createdBy: 'ada' },
        { fingerprint: print('b'), name: 'new', description: 'second', createdAt: expect.closeTo(2000, 3), createdBy: 'bob' },
      ]);
      expect((await events('prod')).map(({ body }) => [body.type, body.artifact_name])).toEqual([
        ['allowed', 'b'],
        ['allowed', 'a'],
      ]);
      await report('prod', 'ab');
      expect(await seen('prod')).toEqual([1, 'UNKNOWN', 'a1 COMPLIANT', 'b1 COMPLIANT']);
    });

    test('what is allowed without a reason, as earlier programs let it, and it does not count', async () => {
      await put('prod');
      await policy('strict');
      await change('prod', { policies: ['strict'] });
      await allow('prod', 'a', ' \u2800');
      await allow('prod', 'b');
      await report('prod', 'ab');
      expect(await seen('prod')).toEqual([1, 'NON-COMPLIANT', 'a1 NON-COMPLIANT', 'b1 COMPLIANT']);
      expect(await store.allowancesOf(orgId, await idOf('prod'))).toHaveLength(2);
      await allow('prod', 'a', 'now with a reason');
      expect((await snapshot('prod'))?.state).toBe('COMPLIANT');
    });

    test('what policies say of it, and says anew whenever what they ask for changes', async () => {
      await put('prod');
      await policy('strict');
      await policy('loose', false);
      await report('prod', 'ab');
      expect(await seen('prod')).toEqual([1, 'UNKNOWN', 'a1 UNKNOWN', 'b1 UNKNOWN']);
      await change('prod', { policies: ['strict', 'loose'] });
      expect(await seen('prod')).toEqual([2, 'NON-COMPLIANT', 'a1 NON-COMPLIANT', 'b1 NON-COMPLIANT']);
      expect((await snapshot('prod'))?.policies).toEqual([
        { name: 'loose', version: 1 },
        { name: 'strict', version: 1 },
      ]);
      expect((await snapshot('prod'))?.artifacts[0]?.decisions).toMatchObject([
        { policy_name: 'loose', status: 'COMPLIANT' },
        { policy_name: 'strict', status: 'NON-COMPLIANT' },
      ]);
      await provide('a');
      expect(await seen('prod')).toEqual([3, 'NON-COMPLIANT', 'a1 COMPLIANT', 'b1 NON-COMPLIANT']);
      await provide('b', { trailName: 't' });
      expect(await seen('prod')).toEqual([4, 'COMPLIANT', 'a1 COMPLIANT', 'b1 COMPLIANT']);
      expect((await find('prod'))?.state).toBe('COMPLIANT');
      await policy('strict', false);
      expect((await snapshot('prod'))?.policies).toContainEqual({ name: 'strict', version: 2 });
      expect((await snapshot('prod'))?.number).toBe(5);
      // An archived environment stays as it was.
      await change('prod', { isArchived: true });
      await policy('strict');
      expect((await snapshot('prod'))?.number).toBe(5);
    });

    test('what they say once a flow has other tags', async () => {
      const rules = {
        provenance: { required: false, exceptions: [] },
        'trail-compliance': { required: true, exceptions: [{ if: { text: 'flow.tags.risk == "low"' } }] },
        attestations: [],
      };
      await store.putPolicy({ author, name: 'green', data: {}, rules: { rules, content: 'green trails' } });
      await put('prod', { policies: ['green'] });
      await provide('a', { trailName: 't' });
      await record(store, author, { compliant: false });
      await report('prod', 'a');
      expect(await seen('prod')).toEqual([1, 'NON-COMPLIANT', 'a1 NON-COMPLIANT']);
      await store.changeTags({ author, resource: 'flow', name: 'f', set: { risk: 'low' }, removed: [] });
      expect(await seen('prod')).toEqual([2, 'COMPLIANT', 'a1 COMPLIANT']);
    });

    test('in a logical one all that runs in its parts, at the worst of each', async () => {
      for (const each of ['eu', 'us', 'empty']) await put(each);
      await policy('strict');
      await logical('all', 'eu', 'us', 'empty');
      expect(await seen('all')).toEqual([undefined, undefined]);
      await report('eu', 'ab');
      expect(await seen('all')).toEqual([1, 'UNKNOWN', 'a1 UNKNOWN', 'b1 UNKNOWN']);
      await allow('us', 'a');
      await report('us', 'aac');
      expect(await seen('all')).toEqual([2, 'UNKNOWN', 'a3 UNKNOWN', 'b1 UNKNOWN', 'c1 UNKNOWN']);
      await allow('eu', 'a');
      expect((await snapshot('all'))?.artifacts.map(({ isAllowed, state }) => [isAllowed, state])).toEqual([
        [true, 'COMPLIANT'],
        [false, 'UNKNOWN'],
        [false, 'UNKNOWN'],
      ]);
      await change('us', { delta: 'attach', policies: ['strict'] });
      expect((await seen('all')).slice(1)).toEqual(['NON-COMPLIANT', 'a3 COMPLIANT', 'b1 UNKNOWN', 'c1 NON-COMPLIANT']);
      expect((await snapshot('all'))?.policies).toEqual([]);
      await change('us', { isArchived: true });
      expect((await seen('all')).slice(1)).toEqual(['UNKNOWN', 'a1 COMPLIANT', 'b1 UNKNOWN', 'c0 NON-COMPLIANT']);
      await report('eu', 'a');
      expect((await seen('all')).slice(1)).toEqual(['UNKNOWN', 'a1 COMPLIANT', 'b0 UNKNOWN']);
    });
  });
}
