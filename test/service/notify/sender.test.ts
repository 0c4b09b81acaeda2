import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Evidence } from '../../../src/service/evidence/context.ts';
import { linksFrom } from '../../../src/service/evidence/links.ts';
import { judges } from '../../../src/service/evidence/judges.ts';
import { openRules } from '../../../src/service/rules/rules.ts';
import { startSender, type Pace, type Sender } from '../../../src/service/notify/sender.ts';
import { createStore, openBlobs, openSqlite, type Author, type Store } from '../../../src/service/store/index.ts';
import { closeChain, openChain } from '../../../src/service/store/log/chain.ts';
import type { Engine } from '../../../src/service/store/sql/engine.ts';
import { query } from '../../../src/service/store/sql/statement.ts';
import { raiseEvents } from '../../../src/service/store/tables/outbox.ts';
import { member } from '../../store/setup.ts';
import { field, folder } from '../support.ts';
import { untilReceived, webhookTarget, type Target } from '../webhook-target.ts';

const fast: Pace = { pause: 20, timeout: 200, firstWait: 20, attempts: 3, patience: 50 };

interface Outbox {
  readonly author: Author;
  readonly store: Store;
  readonly engine: Engine;
  readonly log: readonly string[];
  /** Rule 1 sends to these targets. */
  listen(...targets: readonly Target[]): Promise<void>;
  raise(...indexes: readonly number[]): Promise<void>;
  send(pace?: Partial<Pace>): Sender;
  failing(): Promise<readonly (boolean | undefined)[]>;
  waiting(): Promise<number>;
}

async function outbox(hosts: readonly Target[]): Promise<Outbox> {
  const home = await folder();
  const engine = openSqlite(join(home, 'evidence.db'));
  const store = createStore(engine);
  const rules = openRules();
  const evidence: Evidence = {
    store,
    blobs: await openBlobs(home, async () => false),
    links: linksFrom(() => 'https://evidence.example'),
    rules,
    webhookHosts: new Set(hosts.map(({ host }) => host)),
  };
  const author = await member(store, 'ada', 'acme');
  await store.putEnvironment({ author, name: 'prod', type: 'server' }, judges);
  const { id = '' } = (await store.findEnvironment(author.orgId, 'prod')) ?? {};
  const log: string[] = [];
  const senders: Sender[] = [];
  onTestFinished(async () => {
    await Promise.all(senders.map((sender) => sender.stop()));
    await rules.close();
    await store.close();
  });
  return {
    author,
    store,
    engine,
    log,
    listen: async (...targets) => {
      const webhooks = targets.map(({ host }) => ({ type: 'WEBHOOK', webhook: `http://${host}/` }) as const);
      const rule = { author, name: 'r', environments: ['prod'], triggers: ['ON_COMPLIANT_ENV'], targets: webhooks } as const;
      expect(await store.putNotification(rule)).toMatchObject({ outcome: 'created' });
    },
    raise: async (...indexes) => {
      const event = { trigger: 'ON_COMPLIANT_ENV', environment_id: id, environment: 'prod', at: 1000 } as const;
      for (const snapshot_index of indexes) {
        await engine.write(function* () {
          const chain = yield* openChain(author);
          yield* raiseEvents(chain, [{ ...event, snapshot_index }]);
          yield* closeChain(chain);
        });
        // Each is due a little later than the one before it.
        await store.putFlow({ author, name: 'f', data: {} });
      }
    },
    send: (pace = {}) => {
      const sender = startSender(evidence, (line) => log.push(line), { ...fast, ...pace });
      senders.push(sender);
      return sender;
    },
    failing: async () => (await store.findNotification(author.orgId, 1))?.targets.map(({ health }) => health?.isFailing) ?? [],
    waiting: async () => (await engine.read(() => query('select id from outbox'))).length,
  };
}

const indexesOf = ({ received }: Target) => received.map(({ body }) => field(body, 'snapshot.index'));

test('a target that does not take a message is left alone after the last attempt, and is failing', async () => {
  const target = await webhookTarget();
  target.answer(503);
  const it = await outbox([target]);
  await it.listen(target);
  await it.raise(1);
  it.send();
  await vi.waitUntil(async () => (await it.failing())[0] === true);
  expect([target.received.length, new Set(target.received.map(({ headers }) => headers['webhook-id'])).size]).toEqual([3, 1]);
  expect(await it.waiting()).toBe(0);
  expect(it.log.at(-1)).toMatch(/it answered 503\. It is not sent again\.$/);
  // The next message is another chance.
  target.answer(200);
  await it.raise(2);
  await vi.waitUntil(async () => (await it.failing())[0] === false);
});

test('each attempt waits longer than the one before it', async () => {
  const target = await webhookTarget();
  target.answer(500);
  const it = await outbox([target]);
  await it.listen(target);
  await it.raise(1);
  const times: number[] = [];
  it.send({ firstWait: 100 });
  for (const count of [1, 2, 3]) {
    await untilReceived(target, count);
    times.push(performance.now());
  }
  const [first = 0, second = 0, third = 0] = times;
  expect(second - first).toBeGreaterThan(80);
  expect(third - second).toBeGreaterThan(250);
});

test('a redirect is not followed', async () => {
  const [target, elsewhere] = [await webhookTarget(), await webhookTarget()];
  target.answer(307, { location: `http://${elsewhere.host}/` });
  const it = await outbox([target, elsewhere]);
  await it.listen(target);
  await it.raise(1);
  it.send();
  await vi.waitUntil(async () => (await it.failing())[0] === true);
  expect([target.received.length, elsewhere.received.length]).toEqual([3, 0]);
});

test('a target that hangs, and one that is not there, hold up no other', async () => {
  const [slow, good, nobody] = [await webhookTarget(), await webhookTarget(), await webhookTarget()];
  slow.answer('hang');
  await nobody.leave();
  const it = await outbox([slow, good, nobody]);
  await it.listen(slow, nobody, good);
  await it.raise(1);
  it.send();
  await untilReceived(good, 1);
  await vi.waitUntil(async () => (await it.failing())[0] === true, { timeout: 5000 });
  expect(await it.failing()).toEqual([true, true, false]);
  expect(it.log.join('\n')).toContain('it did not answer in time');
  expect(it.log.join('\n')).toContain('ECONNREFUSED');
});

test('messages to one target keep their order, also when one of them does not arrive at first', async () => {
  const target = await webhookTarget();
  target.answer(500);
  const it = await outbox([target]);
  await it.listen(target);
  await it.raise(1, 2, 3);
  it.send({ firstWait: 150 });
  await untilReceived(target, 1);
  target.answer(200);
  await untilReceived(target, 4);
  expect(indexesOf(target)).toEqual(['1', '1', '2', '3']);
});

test('a sender that is stopped sends nothing more, and what it did not send stays', async () => {
  const target = await webhookTarget();
  target.answer('hang');
  const it = await outbox([target]);
  await it.listen(target);
  await it.raise(1, 2);
  const sender = it.send({ timeout: 60_000 });
  await untilReceived(target, 1);
  const began = performance.now();
  await sender.stop();
  expect(performance.now() - began).toBeLessThan(2000);
  await it.raise(3);
  await sleep(100);
  expect([target.received.length, await it.waiting(), await it.failing()]).toEqual([1, 3, [undefined]]);
});

test('a store that cannot be read does not end the sender', async () => {
  const target = await webhookTarget();
  const it = await outbox([target]);
  await it.listen(target);
  await it.raise(1);
  await it.engine.write(() => query(`update outbox set event = '{}'`));
  it.send({ pause: 5 });
  await vi.waitUntil(() => it.log.length > 0);
  expect(it.log[0]).toMatch(/^Messages cannot be sent: /);
  await it.engine.write(() => query('delete from outbox'));
  await it.raise(2);
  await untilReceived(target, 1);
});
