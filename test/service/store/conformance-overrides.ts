import { beforeEach, describe, expect, test } from 'vitest';
import type { Template } from '../../../src/contract/index.ts';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import type { Author } from '../../../src/service/log/chain.ts';
import type { NewOverride } from '../../../src/service/resources/attestations/tables.ts';
import { attestation, found, member, readChain, record } from './setup.ts';

const one = '1a'.repeat(32);
const [first, second] = ['c'.repeat(40), 'd'.repeat(40)];

/** How evidence is overridden on every engine. `open` answers an engine on an empty database. */
export function conformanceOfOverrides(name: string, open: () => Promise<Engine>): void {
  describe(`of overrides the store on ${name} takes those`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;
    let orgId: string;

    beforeEach(async () => {
      engine = await open();
      store = createStore(engine, () => 1000);
      author = await member(store, 'ada', 'acme');
      ({ orgId } = author);
    });

    const override = (more: Partial<NewOverride> = {}) => {
      const data = { name: 'unit', type: 'override', originalType: 'junit' };
      return store.recordOverride({ ...attestation(author, data), originalType: 'junit', ...more }, complianceRules);
    };
    const nothing = { outcome: 'nothing-to-override' };

    test('only of what is on the trail or required there, by its type', async () => {
      expect(await override()).toEqual(nothing);
      await store.putFlow({ author, name: 'f', data: {} });
      expect(await override()).toEqual(nothing);
      await record(store, author, { compliant: false });
      const before = (await readChain(engine, author)).records;
      expect(await override({ name: 'other' })).toEqual(nothing);
      expect(await override({ originalType: 'generic' })).toEqual({ outcome: 'other-type', type: 'junit' });
      expect(await override({ fingerprint: one })).toEqual({ outcome: 'unknown-artifact' });
      expect(await override({ targets: ['image'] })).toEqual(nothing);
      expect((await readChain(engine, author)).records).toBe(before);
      expect(await override()).toMatchObject({ outcome: 'recorded', change: { before: 'NON-COMPLIANT', after: 'COMPLIANT' } });
    });

    test('name the record that they override, also where they override another override', async () => {
      const { id } = await record(store, author, { compliant: false });
      await override();
      await override({ compliant: false });
      const rows = await found(store, orgId, { name: 'unit', trail: { flowName: 'f', name: 't' } });
      expect(rows.map((row) => row.record.overridden)).toEqual([{ id, type: 'junit' }, { id, type: 'junit' }, undefined]);
      const idempotency = { key: 'k', requestHash: 'h' };
      const made = await override({ idempotency });
      expect(made).toMatchObject({ outcome: 'recorded' });
      expect(await override({ idempotency })).toMatchObject({ outcome: 'replayed', id: made.outcome === 'recorded' ? made.id : '' });
    });

    test('of what is required and missing name themselves', async () => {
      const attestations = [
        { name: 'unit', type: 'junit' },
        { name: 'any', type: '*' },
        { name: 'go', type: 'decision' },
      ];
      const template: Template = { version: 1, trail: { attestations, artifacts: [{ name: 'image', attestations }] } };
      await store.putFlow({ author, name: 'f', data: {}, template: { template, content: 'x' } });
      await store.putTrail({ author, flowName: 'f', name: 't', data: {} }, complianceRules);
      expect(await override({ name: 'unit', originalType: 'generic' })).toEqual({ outcome: 'other-type', type: 'junit' });
      for (const [called, originalType] of [
        ['unit', 'junit'],
        ['any', 'generic'],
        ['go', 'system:decision'],
      ] as const) {
        const made = await override({ name: called, originalType });
        if (made.outcome !== 'recorded') throw new Error(made.outcome);
        expect((await store.attestationById(orgId, made.id))?.record.overridden).toEqual({ id: made.id, type: originalType });
      }
      // The same of an artifact by its name, before it is there, and by its fingerprint.
      expect(await override({ targets: ['image'], commit: first })).toMatchObject({ outcome: 'recorded' });
      expect(await override({ targets: ['other'] })).toEqual(nothing);
      await store.reportArtifact(
        { author, flowName: 'f', name: 'image', fingerprint: one, data: {}, trail: {}, trailName: 't', commit: first },
        complianceRules,
      );
      expect(await override({ fingerprint: one, name: 'any' })).toMatchObject({ outcome: 'recorded' });
      expect(await override({ fingerprint: one, name: 'none' })).toEqual(nothing);
    });

    test('of an artifact that is not there yet read only the records of their own commit', async () => {
      const early = await record(store, author, { targets: ['image'], commit: first, compliant: false });
      expect(await override({ targets: ['image'], commit: second })).toEqual(nothing);
      const made = await override({ targets: ['image'], commit: first });
      if (made.outcome !== 'recorded') throw new Error(made.outcome);
      expect((await store.attestationById(orgId, made.id))?.record.overridden).toEqual({ id: early.id, type: 'junit' });
    });

    test('are told of an artifact: its own, those of its name and commit, and those of its trail', async () => {
      const report = { author, flowName: 'f', name: 'image', data: {}, trail: {}, trailName: 't', commit: first };
      await store.reportArtifact({ ...report, fingerprint: one }, complianceRules);
      const told = async (): Promise<unknown> => (await store.artifactsNumbered(orgId, [1]))[0]?.overridden;
      await record(store, author, { compliant: false });
      await record(store, author, { name: 'scan', fingerprint: one, compliant: false });
      await record(store, author, { name: 'sign', targets: ['image'], commit: first, compliant: false });
      await record(store, author, { name: 'other', targets: ['image'], commit: second, compliant: false });
      expect(await told()).toEqual([]);
      await override();
      await override({ name: 'scan', fingerprint: one });
      await override({ name: 'sign', targets: ['image'], commit: first });
      await override({ name: 'other', targets: ['image'], commit: second });
      const overridden = { type: 'junit', id: expect.any(String), overriddenId: expect.any(String), compliant: true };
      expect(await told()).toEqual(['unit', 'scan', 'sign'].map((name) => ({ ...overridden, name })));
      await record(store, author, { name: 'sign', fingerprint: one });
      await record(store, author);
      expect(await told()).toMatchObject([{ name: 'scan' }]);
    });

    test('are the latest of their name, each about its own thing', async () => {
      await record(store, author, { compliant: false });
      const made = await override();
      const early = await record(store, author, { targets: ['image', 'docs'], commit: first });
      const trailId = (await store.findTrail(orgId, 'f', 't'))?.id ?? '';
      const latest = await store.latestNamed(orgId, trailId, 'unit');
      expect(latest.toSorted((a, b) => (a.target ?? '').localeCompare(b.target ?? ''))).toEqual([
        { id: made.outcome === 'recorded' ? made.id : '' },
        { id: early.id, target: 'docs', commit: first },
        { id: early.id, target: 'image', commit: first },
      ]);
      expect(await store.latestNamed(orgId, trailId, 'none')).toEqual([]);
    });
  });
}
