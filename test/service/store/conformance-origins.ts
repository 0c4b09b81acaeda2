import { beforeEach, describe, expect, test } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { flowOrigins } from '../../../src/service/migrations/evidence.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { query, send, sql, verbatim } from '../../../src/service/sql/sql.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import type { Author } from '../../../src/service/log/chain.ts';
import { member, record } from './setup.ts';

const template = (names: readonly string[]) => ({
  template: { version: 1 as const, trail: { attestations: names.map((name) => ({ name, type: 'junit' })), artifacts: [] } },
  content: `version: 1 # "attestations":[{ and ${names.join()}\n`,
});

/** How flows began, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfOrigins(name: string, open: () => Promise<Engine>): void {
  describe(`of how flows began the store on ${name} knows`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;
    let now: number;

    beforeEach(async () => {
      now = 1000;
      engine = await open();
      store = createStore(engine, () => (now += 1));
      author = await member(store, 'ada', 'acme');
    });

    const put = (called: string, names?: readonly string[], by = author) =>
      store.putFlow({ author: by, name: called, data: { name: called }, ...(names === undefined ? {} : { template: template(names) }) });
    /** Whether it was made, at once or later; and whether a template was there before. */
    const origin = async (called: string, orgId = author.orgId) => {
      const flow = await store.findFlow(orgId, called);
      const made = flow?.madeAt === undefined ? 'never' : flow.madeAt === flow.createdAt ? 'at once' : 'later';
      return [made, flow?.begunAfterTemplate];
    };
    const digest = 'ab'.repeat(32);

    async function everyWay(): Promise<void> {
      await record(store, author, { flowName: 'early' });
      await put('empty');
      await put('hollow', []);
      await record(store, author, { flowName: 'early-2' });
      await put('shop', ['unit']);
      await record(store, author, { flowName: 'by-attestation' });
      const artifact = { author, name: 'image', fingerprint: digest, data: {}, trail: {} };
      await store.reportArtifact({ ...artifact, flowName: 'by-artifact' }, complianceRules);
      await put('late');
      await record(store, author, { flowName: 'made-later' });
      await put('made-later');
      await put('made-later', ['lint']);
      await record(store, author, { flowName: 'renamed' });
      await store.renameFlow(author, 'renamed', 'renamed-2', complianceRules);
      await record(store, await member(store, 'eve', 'other'), { flowName: 'of-others' });
    }

    const expected = {
      early: ['never', false],
      empty: ['at once', false],
      hollow: ['at once', false],
      'early-2': ['never', false],
      shop: ['at once', false],
      'by-attestation': ['never', true],
      'by-artifact': ['never', true],
      late: ['at once', true],
      'made-later': ['later', true],
      'renamed-2': ['never', true],
    };

    const known = async () =>
      Object.fromEntries(await Promise.all(Object.keys(expected).map(async (flow) => [flow, await origin(flow)] as const)));

    test('each: by a request or by evidence, and before or after the first template that requires something', async () => {
      await everyWay();
      expect(await known()).toEqual(expected);
      const other = await member(store, 'eve', 'other');
      expect(await origin('of-others', other.orgId)).toEqual(['never', false]);
      expect(await put('early')).toBe('updated');
      expect(await origin('early')).toEqual(['later', false]);
    });

    test('the same of data that an earlier program wrote', async () => {
      await everyWay();
      const rows = () => engine.read(() => query(sql`select org_id, id, made_at, begun_after_template from flows order by org_id, id`));
      const written = await rows();
      await engine.write(function* () {
        yield* send(sql`update flows set made_at = null, begun_after_template = ${false}`);
        for (const statement of flowOrigins.filter((each) => each.startsWith('update'))) yield* send(verbatim(statement));
      });
      expect(await rows()).toEqual(written);
    });
  });
}
