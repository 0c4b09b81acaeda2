import { beforeEach, describe, expect, test } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { writing, type Author } from '../../../src/service/log/chain.ts';
import { raiseEvents } from '../../../src/service/resources/environments/tables-events.ts';
import type { NewTarget } from '../../../src/service/resources/notifications/tables.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import { member } from './setup.ts';
import { later, takeDue } from './taking.ts';

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
      engine = await open();
      store = createStore(engine, () => now);
      author = await member(store, 'ada', 'acme');
      await store.putEnvironment({ author, name: 'prod', type: 'server' }, complianceRules);
      prod = (await store.findEnvironment(author.orgId, 'prod'))?.id ?? '';
    });

    const hook = (path: string): NewTarget => ({
      target: { type: 'WEBHOOK', origin: 'https://hooks.example' },
      secret: `https://hooks.example/${path}`,
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
