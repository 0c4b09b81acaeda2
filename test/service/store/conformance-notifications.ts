import { beforeEach, describe, expect, test } from 'vitest';
import { writing, type Author } from '../../../src/service/log/chain.ts';
import { raiseEvents } from '../../../src/service/resources/environments/tables-events.ts';
import type { DueMessage, EnvironmentEvent } from '../../../src/service/resources/messages/tables.ts';
import { mostNotifications, type NewNotification, type NewTarget } from '../../../src/service/resources/notifications/tables.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { query, sql } from '../../../src/service/sql/sql.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { hook, later, member, openStore, readChain, takeDue } from './setup.ts';

/** The tests of signing secrets, and of recipients, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfSigning(name: string, open: () => Promise<Engine>): void {
  describe(`of signed messages the store on ${name} keeps`, () => {
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

    const put = (more: Partial<NewNotification> = {}) =>
      store.putNotification({
        author,
        name: 'r',
        environments: ['prod'],
        triggers: ['ON_STARTED_ARTIFACT'],
        targets: [hook('a')],
        ...more,
      });
    const raise = async () => {
      // A record brings the time of the log up to date.
      await store.putFlow({ author, name: 'f', data: {} });
      const event = { trigger: 'ON_STARTED_ARTIFACT', environment_id: prod, environment: 'prod', snapshot_index: 3, at: now } as const;
      await engine.write(() => writing(author, now, (chain) => raiseEvents(chain, [event])));
    };
    /** Claims the due messages for no time: they may be asked for again at once. */
    const due = async (): Promise<readonly DueMessage[]> => {
      now += 1;
      const messages = await takeDue(store, 0);
      now -= 1;
      return messages;
    };
    const first = async (): Promise<DueMessage> => {
      const [message] = await due();
      if (message === undefined) throw new Error('No message is due.');
      return message;
    };

    test('a signing secret for each address that stays, and for a day the one before it', async () => {
      const signed = (path: string, signingSecret: string): NewTarget => ({ ...hook(path), signingSecret });
      expect(await put({ targets: [signed('a', 'one'), hook('plain'), signed('b', 'two')] })).toMatchObject({ newlySigned: [0, 2] });
      expect(await put({ number: 1, targets: [signed('b', 'x'), signed('c', 'three')] })).toMatchObject({ newlySigned: [1] });
      const secrets = async () => {
        await raise();
        const messages = await due();
        for (const message of messages) await store.keepAttempt(message, { kind: 'delivered' });
        return messages.toSorted((one, other) => one.position - other.position).map(({ signingSecrets }) => signingSecrets);
      };
      expect(await secrets()).toEqual([['two'], ['three']]);
      let count = 0;
      const made = await store.replaceSecrets(author, 1, () => `new ${(count += 1)}`);
      expect([...(made ?? [])]).toEqual([
        [0, 'new 1'],
        [1, 'new 2'],
      ]);
      const both = [
        ['new 1', 'two'],
        ['new 2', 'three'],
      ];
      expect(await secrets()).toEqual(both);
      await put({ number: 1, name: 'other', targets: [signed('b', 'x'), signed('c', 'x')] });
      expect(await secrets()).toEqual(both);
      now += 24 * 3600 + 10;
      expect(await secrets()).toEqual([['new 1'], ['new 2']]);
      expect(await store.replaceSecrets(author, 7, () => 'x')).toBeUndefined();
      await put({ targets: [{ target: { type: 'EMAIL', emails: ['ada@acme.example'] } }] });
      expect(await store.replaceSecrets(author, 2, () => 'x')).toEqual(new Map());
      const bodies = await engine.read(() => query(sql`select body from records where org_id = ${author.orgId}`));
      expect(bodies.map(({ body }) => String(body)).join()).not.toMatch(/"(?:one|two|three|new \d)"/);
    });

    test('no signing secret that the records do not speak of', async () => {
      await put({ targets: [{ ...hook('a'), signingSecret: 'one' }] });
      await raise();
      await engine.write(() => query(sql`update webhooks set signing_secret = 'another'`));
      expect(await first()).toMatchObject({ target: undefined });
    });

    test('the recipients that need no further attempt', async () => {
      await put();
      await raise();
      const settled = [{ email: 'ada@acme.example' }, { email: 'bob@acme.example', refused: '550 5.1.1' }];
      await store.keepAttempt(await first(), { ...later(0), settled });
      expect(await first()).toMatchObject({ settled });
    });
  });
}

const chat = { channel_id: 'C1', channel_name: 'alerts', team_id: 'T1' };

/**
 * The tests of rules that send messages, and of the messages, on every engine. `open` answers an engine on an empty database.
 */
export function conformanceOfNotifications(name: string, open: () => Promise<Engine>): void {
  describe(`of notifications the store on ${name} keeps`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;
    let now: number;
    let prod: string;

    beforeEach(async () => {
      now = 1000;
      ({ engine, store, author } = await openStore(open, () => now));
      for (const name of ['prod', 'dev']) await store.putEnvironment({ author, name, type: 'server' });
      prod = (await store.findEnvironment(author.orgId, 'prod'))?.id ?? '';
    });

    const rule = (more: Partial<NewNotification> = {}): NewNotification => ({
      author,
      name: 'prod',
      environments: ['prod'],
      triggers: ['ON_STARTED_ARTIFACT'],
      targets: [hook('a')],
      ...more,
    });
    const put = (more?: Partial<NewNotification>) => store.putNotification(rule(more));
    const event = (more: Partial<EnvironmentEvent> = {}): EnvironmentEvent => ({
      trigger: 'ON_STARTED_ARTIFACT',
      environment_id: prod,
      environment: 'prod',
      snapshot_index: 3,
      at: 1000,
      ...more,
    });
    const raise = (...events: readonly EnvironmentEvent[]) =>
      engine.write(() => writing(author, now, (chain) => raiseEvents(chain, events)));
    /** Claims the due messages for no time: they may be asked for again at once. */
    const due = async () => {
      now += 1;
      const messages = await takeDue(store, 0);
      now -= 1;
      return messages;
    };
    const first = async (): Promise<DueMessage> => {
      const [message] = await due();
      if (message === undefined) throw new Error('No message is due.');
      return message;
    };

    test('rules as they were said, each under the next number', async () => {
      const targets = [
        hook('a'),
        { target: { type: 'SLACK', origin: 'https://chat.example', context: chat }, secret: 'https://chat.example/s' },
        { target: { type: 'EMAIL', emails: ['ada@acme.example'] } },
      ] as const;
      expect(await put({ targets, triggers: ['ON_COMPLIANT_ENV', 'ON_COMPLIANT_ENV'], environments: ['prod', 'dev', 'prod'] })).toEqual({
        outcome: 'created',
        number: 1,
        newlySigned: [],
      });
      expect(await put({ name: 'second' })).toEqual({ outcome: 'created', number: 2, newlySigned: [] });
      const [one, two] = await store.notifications(author.orgId);
      expect(one).toEqual(await store.findNotification(author.orgId, 1));
      expect(one).toMatchObject({
        number: 1,
        name: 'prod',
        environments: ['prod', 'dev'],
        triggers: ['ON_COMPLIANT_ENV'],
        createdBy: 'ada',
        createdAt: expect.closeTo(1000, 3),
        lastModifiedAt: expect.closeTo(1000, 3),
      });
      expect(one?.targets.map(({ target, secret, health }) => [target.type, secret, health])).toEqual([
        ['WEBHOOK', 'https://hooks.example/a', undefined],
        ['SLACK', 'https://chat.example/s', undefined],
        ['EMAIL', undefined, undefined],
      ]);
      expect(one?.targets[1]?.target).toMatchObject({ context: chat });
      expect(two).toMatchObject({ number: 2, name: 'second' });
    });

    test('a changed rule in place, and none in place of one that is not there', async () => {
      await put();
      now = 2000;
      const bob = await member(store, 'bob', 'acme');
      expect(await put({ author: bob, number: 1, name: 'other', targets: [hook('b')] })).toEqual({
        outcome: 'updated',
        number: 1,
        newlySigned: [],
      });
      const [only, ...more] = await store.notifications(author.orgId);
      expect(more).toEqual([]);
      expect(only).toMatchObject({
        number: 1,
        name: 'other',
        createdBy: 'ada',
        createdAt: expect.closeTo(1000, 3),
        lastModifiedAt: expect.closeTo(2000, 3),
        targets: [{ secret: 'https://hooks.example/b' }],
      });
      const before = (await readChain(engine, author)).records;
      expect(await put({ number: 2 })).toEqual({ outcome: 'no-notification' });
      expect((await readChain(engine, author)).records).toBe(before);
    });

    test('nothing of a rule that was removed, but for its number', async () => {
      await put();
      await raise(event());
      expect(await store.removeNotification(author, 1)).toBe(true);
      expect(await store.removeNotification(author, 1)).toBe(false);
      expect(await store.removeNotification(author, 7)).toBe(false);
      expect([await store.notifications(author.orgId), await store.findNotification(author.orgId, 1), await due()]).toEqual([
        [],
        undefined,
        [],
      ]);
      await raise(event());
      expect(await due()).toEqual([]);
      expect(await put({ number: 1 })).toEqual({ outcome: 'no-notification' });
      expect(await put()).toMatchObject({ outcome: 'created', number: 2 });
      expect(await readChain(engine, author)).toEqual({ records: 6, problems: [] });
    });

    test('no more rules than an event can look at', async () => {
      for (let index = 0; index < mostNotifications; index += 1) await put();
      expect(await put()).toEqual({ outcome: 'too-many' });
      expect(await put({ number: 5, name: 'may change' })).toMatchObject({ outcome: 'updated' });
      await store.removeNotification(author, 1);
      expect(await put()).toMatchObject({ outcome: 'created', number: mostNotifications + 1 });
    });

    test('no address of a webhook in the log', async () => {
      await put({ targets: [hook('very-secret')] });
      await raise(event());
      const bodies = await engine.read(() => query(sql`select body from records where org_id = ${author.orgId}`));
      expect(bodies.map(({ body }) => String(body)).join()).not.toContain('very-secret');
      expect(bodies.map(({ body }) => String(body)).join()).toContain('https://hooks.example');
    });

    test('a message for each target of each rule that listens to what happened, where it happened', async () => {
      await put({ targets: [hook('a'), { target: { type: 'EMAIL', emails: ['ada@acme.example'] } }, hook('b')] });
      await put({ targets: [{ target: { type: 'SLACK', origin: 'https://chat.example' }, secret: 'https://chat.example/s' }] });
      await put({ environments: ['dev'], targets: [hook('dev')] });
      await put({ triggers: ['ON_EXITED_ARTIFACT'], targets: [hook('exited')] });
      const artifact = { name: 'app', fingerprint: 'a'.repeat(64), flow: 'f', trail: 't', commit: 'c'.repeat(40) };
      await raise(event({ artifact, from: 0, to: 1 }), event({ trigger: 'ON_COMPLIANT_ENV' }));
      const messages = await due();
      expect(
        messages
          .map(({ number, position, secret }) => [number, position, secret])
          .toSorted((one, other) => Number(one[0]) - Number(other[0]) || Number(one[1]) - Number(other[1])),
      ).toEqual([
        [1, 0, 'https://hooks.example/a'],
        [1, 1, undefined],
        [1, 2, 'https://hooks.example/b'],
        [2, 0, 'https://chat.example/s'],
      ]);
      expect(messages.find(({ number }) => number === 1)).toMatchObject({
        orgId: author.orgId,
        orgName: 'acme',
        attempts: 0,
        message: { event: event({ artifact, from: 0, to: 1 }) },
      });
      expect(new Set(messages.map(({ id }) => id)).size).toBe(4);
    });

    test('one message of one thing that is said twice of one state of the log', async () => {
      await put();
      await raise(event(), event());
      expect(await due()).toHaveLength(1);
    });

    test('a message until it is delivered, and when its target is due again', async () => {
      await put();
      await raise(event());
      const message = await first();
      await store.keepAttempt(message, later(60));
      expect(await due()).toEqual([]);
      now = 1060;
      expect(await due()).toEqual([{ ...message, attempts: 1, leaseUntil: 1061 }]);
      await store.keepAttempt(message, { kind: 'delivered' });
      expect(await due()).toEqual([]);
      now = 1e9;
      expect(await due()).toEqual([]);
    });

    test('how the last message to a target ended, and when each kind of end was last', async () => {
      await put({ targets: [hook('a'), hook('b')] });
      const health = async () => (await store.findNotification(author.orgId, 1))?.targets.map((each) => each.health);
      const settle = async (kind: 'delivered' | 'given up', position: number) => {
        await raise(event({ at: now }));
        for (const message of await due()) {
          if (message.position === position) await store.keepAttempt(message, kind === 'given up' ? { kind, why: `at ${now}` } : { kind });
          else await store.keepAttempt(message, later(0));
        }
      };
      await settle('delivered', 1);
      expect(await health()).toEqual([undefined, { isFailing: false, lastSuccessAt: 1000, lastFailureAt: undefined, reason: undefined }]);
      now = 2000;
      await settle('given up', 1);
      expect(await health()).toEqual([undefined, { isFailing: true, lastSuccessAt: 1000, lastFailureAt: 2000, reason: 'at 2000' }]);
      now = 3000;
      await settle('delivered', 1);
      expect(await health()).toEqual([undefined, { isFailing: false, lastSuccessAt: 3000, lastFailureAt: 2000, reason: 'at 2000' }]);
      await put({ number: 1, targets: [hook('a'), hook('new')] });
      expect(await health()).toEqual([undefined, undefined]);
    });

    test('nothing of a message whose rule went while it was sent', async () => {
      await put();
      await raise(event());
      const message = await first();
      await store.removeNotification(author, 1);
      await store.keepAttempt(message, { kind: 'given up', why: 'it answered 500' });
      expect(await engine.read(() => query(sql`select * from notification_health`))).toEqual([]);
    });

    test('no address that the records do not speak of', async () => {
      await put();
      await raise(event());
      await engine.write(() => query(sql`update webhooks set address = 'https://elsewhere.example/'`));
      expect(await first()).toMatchObject({ target: undefined, secret: undefined });
    });
  });
}
