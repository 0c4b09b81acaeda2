import { beforeEach, describe, expect, test } from 'vitest';
import type { Author } from '../../../src/service/log/chain.ts';
import type { EnvironmentTrigger } from '../../../src/service/resources/messages/tables.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { environmentActs } from './environment-acts.ts';
import { later, openStore, takeDue } from './setup.ts';

const hour = 3600;
const states: readonly EnvironmentTrigger[] = ['ON_COMPLIANT_ENV', 'ON_NON_COMPLIANT_ENV'];

/** The messages that wait for a target, in which order, and how long, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfQueues(name: string, open: () => Promise<Engine>): void {
  describe(`to a target the store on ${name} gives`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;
    let now: number;
    const { change, put, policy, report } = environmentActs(() => ({ engine, store, author }));

    beforeEach(async () => {
      now = 1000;
      ({ engine, store, author } = await openStore(open, () => now));
      await policy('strict');
      await put('prod', { policies: ['strict'] });
    });

    const listen = (triggers: readonly EnvironmentTrigger[], environments = ['prod']) =>
      store.putNotification({
        author,
        name: 'r',
        environments,
        triggers,
        targets: [{ target: { type: 'WEBHOOK', origin: 'https://hooks.example' }, secret: 'https://hooks.example/a' }],
      });
    /** A second passes, and the message that is due then is taken. */
    const next = async () => {
      now += 1;
      return (await takeDue(store, 60))[0];
    };
    const fail = async (wait: number) => {
      const message = await next();
      if (message === undefined) throw new Error('Nothing is due.');
      await store.keepAttempt(message, later(wait));
    };
    /** Everything that is sent from now on. */
    const rest = async () => {
      const sent: (readonly unknown[])[] = [];
      for (let message = await next(); message !== undefined; message = await next()) {
        const { event } = message.message;
        sent.push([event.trigger, event.environment, event.artifact?.name ?? message.superseded]);
        await store.keepAttempt(message, { kind: 'delivered' });
        await store.letGo(message);
      }
      return sent;
    };
    const isFailing = async () => (await store.findNotification(author.orgId, 1))?.targets[0]?.health?.isFailing;
    const flip = async (times: number) => {
      for (let index = 0; index < times; index += 1) await report('prod', index % 2 === 0 ? 'a' : '');
    };

    test('the newest message about the state of an environment alone, which counts those before it', async () => {
      await listen(states);
      await flip(3);
      await fail(5);
      await flip(5);
      now += 60;
      expect(await next()).toMatchObject({ superseded: 6, isPresent: true, message: { event: { trigger: 'ON_NON_COMPLIANT_ENV' } } });
    });

    test('present states first, and then what artifacts did in order', async () => {
      await put('dev', { policies: ['strict'] });
      await listen([...states, 'ON_STARTED_ARTIFACT', 'ON_EXITED_ARTIFACT'], ['prod', 'dev']);
      await report('prod', 'a');
      await report('prod', 'b');
      await report('dev', 'c');
      await report('prod', '');
      const sent = await rest();
      expect(new Set(sent.slice(0, 2))).toEqual(
        new Set([
          ['ON_COMPLIANT_ENV', 'prod', 1],
          ['ON_NON_COMPLIANT_ENV', 'dev', 0],
        ]),
      );
      expect(sent.slice(2).map(([trigger, , artifact]) => `${String(trigger)} ${String(artifact)}`)).toEqual([
        'ON_STARTED_ARTIFACT a',
        'ON_STARTED_ARTIFACT b',
        'ON_EXITED_ARTIFACT a',
        'ON_STARTED_ARTIFACT c',
        'ON_EXITED_ARTIFACT b',
      ]);
      expect(sent).toHaveLength(7);
    });

    test('no state whose opposite is the present one, also where nobody listens to that', async () => {
      await listen(['ON_COMPLIANT_ENV']);
      await flip(2);
      await fail(5);
      await report('prod', 'a');
      now += 60;
      expect(await next()).toBeUndefined();
      expect(await store.waitingMessages()).toEqual({ count: 0, dueSince: undefined });
      expect(await isFailing()).toBeUndefined();
    });

    test('a new message at most a minute after it happened, and an old one when the wait is over', async () => {
      await listen(['ON_STARTED_ARTIFACT']);
      await report('prod', 'a');
      now += 100;
      await fail(hour);
      now += 600;
      await report('prod', 'ab');
      const happened = now;
      now = happened + 58;
      expect(await next()).toBeUndefined();
      now = happened + 59;
      await fail(hour);
      now = happened + 60 + hour - 2;
      expect(await next()).toBeUndefined();
      expect(await next()).toMatchObject({ attempts: 2, message: { event: { artifact: { name: 'a' } } } });
    });

    test('a message that came while another was sent within that minute, too', async () => {
      await listen(['ON_STARTED_ARTIFACT']);
      await report('prod', 'a');
      const message = await next();
      await report('prod', 'ab');
      if (message !== undefined) await store.keepAttempt(message, later(hour));
      now += 58;
      expect(await next()).toBeUndefined();
      now += 1;
      expect(await next()).toMatchObject({ attempts: 1 });
    });

    test('what an artifact did for three hours, and then says that the target is failing', async () => {
      await listen(['ON_STARTED_ARTIFACT']);
      await report('prod', 'a');
      now += 2 * hour;
      await report('prod', 'ab');
      await fail(5);
      now += hour;
      expect(await isFailing()).toBeUndefined();
      expect((await rest()).map(([, , artifact]) => artifact)).toEqual(['b']);
      await report('prod', 'abc');
      now += 4 * hour;
      expect(await next()).toBeUndefined();
      expect(await isFailing()).toBe(true);
      expect(await store.waitingMessages()).toEqual({ count: 0, dueSince: undefined });
    });

    test('the present state however long ago it began, and one that is not known any more for three hours', async () => {
      await listen(states);
      await report('prod', 'a');
      now += 100 * hour;
      expect(await next()).toMatchObject({ isPresent: true });
      await change('prod', { delta: 'detach', policies: ['strict'] });
      now += hour;
      expect(await next()).toBeUndefined();
      expect(await isFailing()).toBe(true);
    });

    test('no yes that is not known any more', async () => {
      await listen(states);
      await flip(2);
      await fail(5);
      await change('prod', { delta: 'detach', policies: ['strict'] });
      now += 60;
      expect(await next()).toBeUndefined();
      expect(await store.waitingMessages()).toEqual({ count: 0, dueSince: undefined });
    });

    test('nothing of what waited for a target that its rule no longer has, and the others theirs', async () => {
      const targets = ['a', 'b'].map((path) => ({
        target: { type: 'WEBHOOK', origin: 'https://hooks.example' } as const,
        secret: `https://hooks.example/${path}`,
      }));
      const put = (count: number, number?: number) =>
        store.putNotification({
          author,
          ...(number === undefined ? {} : { number }),
          name: 'r',
          environments: ['prod'],
          triggers: states,
          targets: targets.slice(0, count),
        });
      await put(2);
      await report('prod', 'a');
      await put(1, 1);
      expect((await store.waitingMessages()).count).toBe(1);
      expect(await rest()).toEqual([['ON_NON_COMPLIANT_ENV', 'prod', 0]]);
    });

    test('nothing of what waited once its rule is gone, and what waits at once when its targets are others', async () => {
      await listen(['ON_STARTED_ARTIFACT']);
      await report('prod', 'a');
      await fail(hour);
      await store.putNotification({
        author,
        number: 1,
        name: 'r',
        environments: ['prod'],
        triggers: ['ON_STARTED_ARTIFACT'],
        targets: [{ target: { type: 'WEBHOOK', origin: 'https://hooks.example' }, secret: 'https://hooks.example/b' }],
      });
      expect(await next()).toMatchObject({ attempts: 0, secret: 'https://hooks.example/b' });
      await store.removeNotification(author, 1);
      now += hour;
      expect(await store.dueQueues(9)).toEqual([]);
    });

    test('one sender at a time its messages, also those that come meanwhile', async () => {
      await listen(['ON_STARTED_ARTIFACT']);
      await report('prod', 'a');
      now += 1;
      const [queue] = await store.dueQueues(9);
      if (queue === undefined) throw new Error('Nothing is due.');
      const taken = await Promise.all([store.takeMessage(queue, 60), store.takeMessage(queue, 60)]);
      expect(taken.filter(({ message }) => message !== undefined)).toHaveLength(1);
      await report('prod', 'ab');
      expect([await store.dueQueues(9), (await store.takeMessage(queue, 60)).message]).toEqual([[], undefined]);
      const message = taken.find((each) => each.message !== undefined)?.message;
      if (message === undefined) throw new Error('Nobody has it.');
      await store.keepAttempt(message, { kind: 'delivered' });
      expect((await store.takeMessage(message, 60)).message).toMatchObject({ message: { event: { artifact: { name: 'b' } } } });
    });

    test('a message that comes while its queue ends', async () => {
      await listen(['ON_STARTED_ARTIFACT']);
      for (let index = 0; index < 10; index += 1) {
        await report('prod', 'a');
        const message = await next();
        if (message === undefined) throw new Error('Nothing is due.');
        await store.keepAttempt(message, { kind: 'delivered' });
        const [{ message: taken }] = await Promise.all([store.takeMessage(message, 60), report('prod', 'ab')]);
        // Where it came first, it was taken, and whoever took it sends it.
        if (taken !== undefined) {
          await store.keepAttempt(taken, { kind: 'delivered' });
          await store.letGo(taken);
        }
        expect(await rest()).toHaveLength(taken === undefined ? 1 : 0);
        expect(await store.waitingMessages()).toEqual({ count: 0, dueSince: undefined });
        await report('prod', '');
      }
    });
  });
}
