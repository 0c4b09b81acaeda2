import { beforeEach, describe, expect, test } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { writing, type Author } from '../../../src/service/log/chain.ts';
import { raiseEvents } from '../../../src/service/resources/environments/tables-events.ts';
import type { DueMessage } from '../../../src/service/resources/notifications/tables-outbox.ts';
import type { NewNotification, NewTarget } from '../../../src/service/resources/notifications/tables.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { query, sql } from '../../../src/service/sql/sql.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import { member } from './setup.ts';
import { later, takeDue } from './taking.ts';

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
