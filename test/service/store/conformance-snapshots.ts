import { beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import type { Author } from '../../../src/service/log/chain.ts';
import { environmentActs, print } from './environment-acts.ts';
import { member, readChain, record } from './setup.ts';

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
      engine = await open();
      store = createStore(engine, () => now);
      author = await member(store, 'ada', 'acme');
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
