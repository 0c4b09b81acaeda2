import { beforeEach, describe, expect, test } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import type { KeptAnswer } from '../../../src/service/resources/gate/tables.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { send, sql } from '../../../src/service/sql/sql.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import type { Author } from '../../../src/service/log/chain.ts';
import { member, record } from './setup.ts';

const fingerprint = '1a'.repeat(32);
const no = { verdict: 'non-compliant', reason: { code: 'failing', message: 'It failed', fix: 'Fix it' } };

/** The tests of kept answers of a gate, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfGateAnswers(name: string, open: () => Promise<Engine>): void {
  describe(`an answer of a gate that the store on ${name} keeps`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;

    beforeEach(async () => {
      engine = await open();
      store = createStore(engine, () => 1000);
      author = await member(store, 'ada', 'acme');
      await record(store, author);
      await report('f');
    });

    const report = (flowName: string, trailName = 't') =>
      store.reportArtifact({ author, flowName, trailName, name: 'image', fingerprint, data: {}, trail: {} }, complianceRules);
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
      expect((await store.findTrailNow(author.orgId, 'f', 't', complianceRules))?.trail.gate.answer).toEqual(no);
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
      ['a new name of the flow', () => store.renameFlow(author, 'f', 'other', complianceRules), undefined],
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
