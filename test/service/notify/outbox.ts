import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openBlobs } from '../../../src/service/blobs/folder.ts';
import type { Evidence } from '../../../src/service/context.ts';
import { linksFrom } from '../../../src/service/evidence/links.ts';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { writing, type Author } from '../../../src/service/log/chain.ts';
import type { Means } from '../../../src/service/notify/hosts.ts';
import { startSender, type Pace, type Sender } from '../../../src/service/notify/sender.ts';
import { raiseEvents } from '../../../src/service/resources/environments/tables-events.ts';
import type { NewTarget } from '../../../src/service/resources/notifications/tables.ts';
import { openTypeRules } from '../../../src/service/rules/rules.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { query, sql } from '../../../src/service/sql/sql.ts';
import { openSqlite } from '../../../src/service/sqlite/engine.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import { environmentActs } from '../store/environment-acts.ts';
import { member } from '../store/setup.ts';
import { folder } from '../support.ts';
import type { Target } from '../webhook-target.ts';

export const fast: Pace = { pause: 20, timeout: 200, mailTimeout: 400, firstWait: 20, attempts: 3, spare: 1000, patience: 50 };

export interface Outbox {
  readonly author: Author;
  readonly store: Store;
  readonly engine: Engine;
  /** The file of the database. */
  readonly file: string;
  readonly log: readonly string[];
  /** Rule 1 sends to these targets. */
  listen(...targets: readonly Target[]): Promise<void>;
  listenTo(...targets: readonly NewTarget[]): Promise<void>;
  /** An artifact is scaled, in snapshots with these numbers. */
  raise(...indexes: readonly number[]): Promise<void>;
  /** The environment changes its state. */
  become(state: 'COMPLIANT' | 'NON-COMPLIANT'): Promise<void>;
  send(pace?: Partial<Pace>): Sender;
  failing(): Promise<readonly (boolean | undefined)[]>;
  /** Why the last message to a target that failed did not arrive. */
  reasons(): Promise<readonly (string | undefined)[]>;
  waiting(): Promise<number>;
}

/** A store with an environment, and a sender that sends its messages to targets on this machine, and quickly. */
export async function outbox(
  hosts: readonly { readonly host: string }[],
  means: Partial<Means> = {},
  clock?: () => number,
): Promise<Outbox> {
  const home = await folder();
  const file = join(home, 'evidence.db');
  const engine = openSqlite(file);
  const store = createStore(engine, complianceRules, clock);
  const typeRules = openTypeRules();
  const evidence: Evidence = {
    store,
    blobs: await openBlobs(home, async () => false),
    links: linksFrom(() => 'https://evidence.example'),
    typeRules,
    webhookHosts: new Set(hosts.map(({ host }) => host)),
    beginsFlows: true,
    ...means,
  };
  const author = await member(store, 'ada', 'acme');
  const { policy, put, report } = environmentActs(() => ({ engine, store, author }));
  await policy('strict');
  await put('prod', { policies: ['strict'] });
  const { id = '' } = (await store.findEnvironment(author.orgId, 'prod')) ?? {};
  const log: string[] = [];
  const senders: Sender[] = [];
  onTestFinished(async () => {
    await Promise.all(senders.map((sender) => sender.stop()));
    await typeRules.close();
    await store.close();
  });
  const listenTo = async (...targets: readonly NewTarget[]) => {
    const rule = {
      author,
      name: 'r',
      environments: ['prod'],
      triggers: ['ON_SCALED_ARTIFACT', 'ON_COMPLIANT_ENV', 'ON_NON_COMPLIANT_ENV'],
      targets,
    } as const;
    expect(await store.putNotification(rule)).toMatchObject({ outcome: 'created' });
  };
  return {
    author,
    store,
    engine,
    file,
    log,
    listen: async (...targets) => {
      const webhooks = targets.map(
        ({ host }) => ({ target: { type: 'WEBHOOK', origin: `http://${host}` }, secret: `http://${host}/` }) as const,
      );
      await listenTo(...webhooks);
    },
    listenTo,
    raise: async (...indexes) => {
      const event = { trigger: 'ON_SCALED_ARTIFACT', environment_id: id, environment: 'prod', at: 1000, from: 1, to: 2 } as const;
      for (const snapshot_index of indexes) {
        // Each happens a little later than the one before it.
        await store.putFlow({ author, name: 'f', data: {} });
        await engine.write(() => writing(author, 0, (chain) => raiseEvents(chain, [{ ...event, snapshot_index }])));
      }
    },
    become: async (state) => {
      // Nobody knows where this artifact comes from.
      await report('prod', state === 'COMPLIANT' ? '' : 'a');
    },
    send: (pace = {}) => {
      const sender = startSender(evidence, (line) => log.push(line), { ...fast, ...pace });
      senders.push(sender);
      return sender;
    },
    failing: async () => (await store.findNotification(author.orgId, 1))?.targets.map(({ health }) => health?.isFailing) ?? [],
    reasons: async () => (await store.findNotification(author.orgId, 1))?.targets.map(({ health }) => health?.reason) ?? [],
    waiting: async () => (await engine.read(() => query(sql`select id from outbox`))).length,
  };
}
