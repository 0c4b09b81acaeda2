import { beforeEach, describe, expect, test } from 'vitest';
import type { Template } from '../../../src/contract/index.ts';
import type { Author } from '../../../src/service/log/chain.ts';
import { newRecordId } from '../../../src/service/record/id.ts';
import type { NewApproval } from '../../../src/service/resources/approvals/tables.ts';
import type { NewArtifact } from '../../../src/service/resources/artifacts/tables.ts';
import type { NewOverride } from '../../../src/service/resources/attestations/tables.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { attestation, found, member, openStore, readChain, record, type Evidence } from './setup.ts';

const [one, two, three] = ['1a'.repeat(32), '2b'.repeat(32), '3c'.repeat(32)] as const;
const [first, second] = ['c'.repeat(40), 'd'.repeat(40)];

/** How evidence is overridden on every engine. `open` answers an engine on an empty database. */
export function conformanceOfOverrides(name: string, open: () => Promise<Engine>): void {
  describe(`of overrides the store on ${name} takes those`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;
    let orgId: string;

    beforeEach(async () => {
      ({ engine, store, author } = await openStore(open, () => 1000));
      ({ orgId } = author);
    });

    const override = ({ originalType = 'junit', ...more }: Evidence & Partial<Pick<NewOverride, 'originalType'>> = {}) =>
      store.recordOverride({ ...attestation(author, { type: 'override', ...more }), originalType });
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
      const request = { key: 'k', hash: 'h' };
      const made = await override({ request });
      expect(made).toMatchObject({ outcome: 'recorded' });
      expect(await override({ request })).toMatchObject({ outcome: 'replayed', id: made.outcome === 'recorded' ? made.id : '' });
    });

    test('of what is required and missing name themselves', async () => {
      const attestations = [
        { name: 'unit', type: 'junit' },
        { name: 'any', type: '*' },
        { name: 'go', type: 'decision' },
      ];
      const template: Template = { version: 1, trail: { attestations, artifacts: [{ name: 'image', attestations }] } };
      await store.putFlow({ author, name: 'f', data: {}, template: { template, content: 'x' } });
      await store.putTrail({ author, flowName: 'f', name: 't', data: {} });
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
      await store.reportArtifact({
        author,
        flowName: 'f',
        name: 'image',
        fingerprint: one,
        data: {},
        trail: {},
        trailName: 't',
        commit: first,
      });
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
      await store.reportArtifact({ ...report, fingerprint: one });
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

const nothing = { overridden: [], presence: { residences: [], deployments: [] }, evidence: [], approvals: [], gate: expect.anything() };

/** The tests of artifacts, their approvals and overrides, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfArtifacts(name: string, open: () => Promise<Engine>): void {
  describe(`of artifacts the store on ${name} keeps`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;
    let orgId: string;
    let now: number;

    beforeEach(async () => {
      now = 1000;
      ({ engine, store, author } = await openStore(open, () => now));
      ({ orgId } = author);
    });

    const report = (more: Partial<NewArtifact> = {}) =>
      store.reportArtifact({ author, flowName: 'f', name: 'image', fingerprint: one, data: {}, trail: {}, ...more });
    const approve = (more: Partial<NewApproval> = {}) =>
      store.reportApproval({ author, flowName: 'f', fingerprint: one, state: 'APPROVED', data: {}, ...more });
    const flowId = async (called = 'f') => (await store.findFlow(orgId, called))?.id ?? '';
    const records = async () => (await readChain(engine, author)).records;

    test('each as it was reported last, once in its flow and trail', async () => {
      const made = await report({ data: { filename: 'shop.tgz' } });
      expect(made).toEqual({ id: expect.stringMatching(/./), isNew: true, change: undefined });
      now = 2000;
      const more = { name: 'shop', commit: first, repoName: 'acme/shop', data: { filename: 'other.tgz' } };
      expect(await report(more)).toEqual({ ...made, isNew: false });
      expect(await report({ trailName: 't', repoId: '7' })).toMatchObject({
        isNew: true,
        change: { before: undefined, after: 'COMPLIANT' },
      });
      expect(await report({ flowName: 'g' })).toMatchObject({ isNew: true });
      expect(await store.artifactsNumbered(orgId, [3, 1, 99])).toEqual([
        {
          id: expect.stringMatching(/./),
          number: 3,
          flowId: expect.stringMatching(/./),
          flowName: 'g',
          trailId: '',
          fingerprint: one,
          name: 'image',
          commit: undefined,
          state: '',
          ofDoubtfulFlow: false,
          createdAt: expect.closeTo(2000, 3),
          record: expect.objectContaining({ kind: 'artifact_reported', flow: 'g' }),
          ...nothing,
        },
        expect.objectContaining({
          id: made.id,
          name: 'shop',
          createdAt: expect.closeTo(1000, 3),
          record: expect.objectContaining({ commit: first, data: more.data }),
        }),
      ]);
      expect(await store.artifactsNumbered(orgId, [])).toEqual([]);
      expect((await store.findTrail(orgId, 'f', 't'))?.repoIds).toEqual(['7']);
    });

    test('which of them there are so, the latest first', async () => {
      await report({ trailName: 't', commit: first, repoName: 'r' });
      await report({ trailName: 'u', commit: second, repoName: 'r' });
      await report({ flowName: 'g', trailName: 't', fingerprint: two, commit: first });
      await report({ author: await member(store, 'eve', 'other') });
      const numbers = (filter: Parameters<Store['artifactNumbers']>[1], skip = 0, limit = 9) =>
        store.artifactNumbers(orgId, filter, skip, limit);
      expect([await numbers({}), await numbers({}, 1, 1)]).toEqual([[3, 2, 1], [2]]);
      expect([await numbers({ flowName: 'f' }), await numbers({ flowName: 'none' })]).toEqual([[2, 1], []]);
      expect([await numbers({ repoName: 'r' }), await numbers({ fingerprint: two }), await numbers({ commit: first })]).toEqual([
        [2, 1],
        [3],
        [3, 1],
      ]);
      expect([await numbers({ flowName: 'f', trailName: 'u' }), await numbers({ flowName: 'g', trailName: 'u' })]).toEqual([[2], []]);
      const all = { flowName: 'f', trailName: 't', repoName: 'r', fingerprint: one };
      expect([await numbers({ ...all, commit: first }), await numbers({ ...all, commit: second })]).toEqual([[1], []]);
    });

    test('the latest evidence of each name about one, in the order of the first report', async () => {
      await report({ trailName: 't' });
      await report({ trailName: 't', name: 'other', fingerprint: two });
      await record(store, author, { name: 'unit', fingerprint: one, compliant: false });
      await record(store, author, { name: 'lint', fingerprint: one, type: 'generic' });
      now = 2000;
      const attachment = { id: newRecordId(), filename: 'r.xml', bytes: 3, sha256: 'f'.repeat(64) };
      const { id } = await record(store, author, { name: 'unit', fingerprint: one, attachment });
      await record(store, author, { name: 'unit', fingerprint: two });
      await record(store, author, { name: 'unit' });
      const [row, other] = await store.artifactsNumbered(orgId, [1, 2]);
      const lint = { name: 'lint', type: 'generic', compliant: true, createdAt: expect.closeTo(1000, 3), hasFile: false };
      const trailId = (await store.findTrail(orgId, 'f', 't'))?.id;
      expect(row?.evidence).toEqual([
        {
          trailId,
          fingerprint: one,
          id,
          name: 'unit',
          type: 'junit',
          compliant: true,
          createdAt: expect.closeTo(2000, 3),
          hasFile: true,
        },
        { trailId, fingerprint: one, id: expect.stringMatching(/./), ...lint },
      ]);
      expect([row?.state, other?.evidence.map((each) => each.name)]).toEqual(['COMPLIANT', ['unit']]);
    });

    test('where each stands, the latest first', async () => {
      await report();
      await report({ trailName: 't' });
      await report({ flowName: 'g', trailName: 't' });
      await report({ fingerprint: two });
      await record(store, author, { fingerprint: one, compliant: false });
      const at = (search: object = {}, limit = 9) => store.standings(orgId, { fingerprint: one, ...search }, limit);
      const status = (value: string) => expect.objectContaining({ status: value, artifact_fingerprint: one });
      const all = [
        { number: 3, flowName: 'g', trailName: 't', status: status('COMPLIANT') },
        { number: 2, flowName: 'f', trailName: 't', status: status('NON-COMPLIANT') },
        { number: 1, flowName: 'f' },
      ];
      expect([await at(), await at({ flowName: 'f' }), await at({}, 1), await at({ before: 2 })]).toEqual([
        all,
        all.slice(1),
        all.slice(0, 1),
        all.slice(2),
      ]);
      // Another artifact takes the name: the trail says nothing about this one any more.
      await report({ flowName: 'g', trailName: 't', fingerprint: three });
      expect((await at())[0]).toEqual({ number: 3, flowName: 'g', trailName: 't' });
    });

    test('the SHAs that begin so, and what is known of them', async () => {
      await report({ commit: first, fingerprint: 'ca'.repeat(32) });
      await report({ commit: second, fingerprint: 'cb'.repeat(32) });
      await report({ flowName: 'g', commit: first, fingerprint: 'cb'.repeat(32) });
      await record(store, author, { commit: `c0${'1'.repeat(38)}` });
      await record(store, author, { commit: first });
      await store.putEnvironment({ author, name: 'prod', type: 'server' });
      const running = [{ fingerprint: 'c9'.repeat(32), name: 'x', instances: [1] }];
      await store.reportSnapshot({ author, environment: 'prod', type: 'server', running });
      const begin = (prefix: string, limit = 9) => store.shasBeginning(orgId, prefix, limit);
      const prints = ['c9', 'ca', 'cb'].map((each) => each.repeat(32));
      expect(await begin('c')).toEqual({ commits: [`c0${'1'.repeat(38)}`, first], fingerprints: prints });
      expect(await begin('c', 1)).toEqual({ commits: [`c0${'1'.repeat(38)}`], fingerprints: prints.slice(0, 1) });
      expect(await begin(first)).toEqual({ commits: [first], fingerprints: [] });
      expect(await begin('e')).toEqual({ commits: [], fingerprints: [] });
      expect(await store.latestFirst(orgId, 'commit', [second, `c0${'1'.repeat(38)}`, first])).toEqual([
        first,
        `c0${'1'.repeat(38)}`,
        second,
      ]);
      expect(await store.latestFirst(orgId, 'fingerprint', prints)).toEqual([prints[2], prints[1], prints[0]]);
      expect([await store.latestFirst(orgId, 'commit', []), await store.latestFirst(orgId, 'commit', [first])]).toEqual([[], [first]]);
      const numbers = (commits: readonly string[], fingerprints: readonly string[], limit = 9) =>
        store.artifactsOfShas(orgId, commits, fingerprints, limit);
      expect([await numbers([first], []), await numbers([], ['cb'.repeat(32)]), await numbers([], [])]).toEqual([[3, 1], [3, 2], []]);
      expect([await numbers([first], ['cb'.repeat(32)]), await numbers([first], ['cb'.repeat(32)], 2)]).toEqual([
        [3, 2, 1],
        [3, 2],
      ]);
    });

    test('the fingerprints of commits in a flow, in the order of their first report', async () => {
      await report({ commit: first, fingerprint: two });
      await report({ commit: first, trailName: 't', fingerprint: one });
      await report({ commit: first, trailName: 't', name: 'again', fingerprint: two });
      await report({ commit: second, fingerprint: three });
      await report({ flowName: 'g', commit: first, fingerprint: three });
      const of = async (...commits: readonly string[]) => [...(await store.artifactsOfCommits(orgId, await flowId(), commits))];
      expect(await of(second, first, 'none')).toEqual([
        [first, [two, one]],
        [second, [three]],
      ]);
      expect(await of()).toEqual([]);
      const many = Array.from({ length: 1000 }, (_, index) => `x${index}`);
      expect(await of(...many, first)).toEqual([[first, [two, one]]]);
    });

    test('approvals as they were said, each under the next number of its flow', async () => {
      expect(await approve()).toEqual({ outcome: 'no-flow' });
      await report({ fingerprint: two });
      const before = await records();
      expect(await approve()).toEqual({ outcome: 'no-artifact' });
      expect(await records()).toBe(before);
      await report({ trailName: 't', commit: first, data: { filename: 'shop.tgz' } });
      await report({ trailName: 'u', name: 'later', fingerprint: three, commit: first });
      await report({ flowName: 'g', commit: second, fingerprint: one });
      const all = [
        await approve({ environment: 'prod', oldestCommit: first, data: { description: 'ready' } }),
        await approve({ fingerprint: two, state: 'PENDING', oldestCommit: second }),
        await approve({ flowName: 'g' }),
        await approve({ state: 'UNAPPROVED' }),
      ];
      expect(all).toEqual([1, 2, 1, 3].map((number) => ({ outcome: 'reported', number })));
      const id = await flowId();
      expect([await store.approvalCount(orgId, id), await store.approvalCount(orgId, await flowId('g'))]).toEqual([3, 1]);
      expect(await store.approvalCount(orgId, 'none')).toBe(0);
      const find = async (search: object = {}, limit = 9) =>
        (await store.findApprovals(orgId, id, search, limit)).map((place) => place.number);
      expect([
        await find(),
        await find({}, 2),
        await find({ fingerprint: one }),
        await find({ after: 1 }),
        await find({ upTo: 2 }),
      ]).toEqual([
        [1, 2, 3],
        [1, 2],
        [1, 3],
        [2, 3],
        [1, 2],
      ]);
      expect(await find({ after: 1, upTo: 2, fingerprint: two })).toEqual([2]);
      const places = await store.findApprovals(orgId, id, {}, 9);
      // The first record is the member's.
      const said = await store.approvalsAt(orgId, [places[2]?.sequence ?? 0, 1, places[0]?.sequence ?? 0, places[1]?.sequence ?? 0]);
      const trailId = (await store.findTrail(orgId, 'f', 't'))?.id;
      expect(said).toMatchObject([
        { number: 3, state: 'UNAPPROVED', base: one },
        {
          kind: 'approval_reported',
          flow: 'f',
          flow_id: id,
          trail: 't',
          trail_id: trailId,
          number: 1,
          fingerprint: one,
          artifact_name: 'shop.tgz',
          base: three,
          environment: 'prod',
          state: 'APPROVED',
          data: { description: 'ready' },
        },
        { number: 2, state: 'PENDING', artifact_name: '', base: two },
      ]);
      expect(said[0]).not.toHaveProperty('environment');
      expect(said[2]).not.toHaveProperty('trail');
      expect(places.map(({ bytes }) => bytes)).toEqual([said[1], said[2], said[0]].map((each) => Buffer.byteLength(JSON.stringify(each))));
      expect(await store.approvalsAt(orgId, [])).toEqual([]);
      const rows = await store.artifactsNumbered(orgId, [1, 2, 3, 4]);
      expect(rows.map(({ approvals }) => approvals)).toEqual([[2], [1, 3], [], [1]]);
    });
  });
}
