import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { verifyData } from '../../../src/service/index.ts';
import { createStore } from '../../../src/service/store/store.ts';
import { openSqlite } from '../../../src/service/sqlite/engine.ts';
import { attestation, factsOf, failingOn, member, newFile, readChain, record } from './setup.ts';

async function open(rules = complianceRules) {
  const file = await newFile();
  const engine = openSqlite(file);
  const joint = vi.spyOn(engine, 'writeJoint');
  onTestFinished(async () => {
    await engine.close();
    await rm(join(file, '..'), { recursive: true, force: true });
  });
  const store = createStore(engine, rules);
  const author = await member(store, 'ada', 'acme');
  /** The problems that a replay of all records finds in the tables. */
  const problem = async () => (await verifyData({ dataDir: join(file, '..') })).organizations.map((org) => org.problem);
  return { engine, store, author, joint, problem };
}

/** Records that come together, each with its own words. */
const together = (it: Awaited<ReturnType<typeof open>>, all: readonly Parameters<typeof attestation>[1][]) =>
  Promise.allSettled(all.map((more) => it.store.recordAttestation(attestation(it.author, more))));

test('evidence that comes together is one chain, on trails and flows that are there and that are new', async () => {
  const it = await open();
  await record(it.store, it.author);
  const names = Array.from({ length: 40 }, (_, index) => ({
    flowName: `f${index % 3}`,
    trailName: `t${index % 4}`,
    name: `n${index % 5}`,
  }));
  const ended = await together(it, names);
  expect(ended.every(({ status }) => status === 'fulfilled')).toBe(true);
  // One that grants the token, three more flows, twelve more trails, and the first flow, trail and record.
  expect(await readChain(it.engine, it.author)).toEqual({ records: 1 + 3 + 3 + 12 + 40, problems: [] });
  expect(await it.store.attestationCount(it.author.orgId)).toBe(41);
  expect(await it.problem()).toEqual([undefined]);
});

test('the decision after it is the one that a later reader would make', async () => {
  const it = await open();
  await together(it, [{ name: 'b' }, { name: 'a', compliant: false }, { name: 'b', compliant: false }, { name: 'c', targets: ['app'] }]);
  const facts = await factsOf(it.engine, it.author);
  expect(facts.map(({ compliant, name, target }) => [name, compliant, target])).toEqual([
    ['b', false, undefined],
    ['a', false, undefined],
    ['c', true, 'app'],
  ]);
  expect(await it.problem()).toEqual([undefined]);
  const trail = await it.store.findTrailNow(it.author.orgId, 'f', 't');
  expect(trail?.trail.compliance).toMatchObject({ status: 'NON-COMPLIANT', attestations_statuses: [{}, {}] });
});

test('one that fails spoils none of the others, and leaves nothing behind', async () => {
  const it = await open(failingOn('broken'));
  const broken = it.store.recordAttestation(attestation(it.author, { trailName: 'broken', name: 'broken' }));
  const ended = await Promise.allSettled([...['a', 'b'].map((name) => record(it.store, it.author, { name })), broken]);
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(await readChain(it.engine, it.author)).toEqual({ records: 5, problems: [] });
  expect(await it.store.findTrail(it.author.orgId, 'f', 'broken')).toBeUndefined();
  expect(await it.problem()).toEqual([undefined]);
});

test('a key that comes twice at once is recorded once', async () => {
  const it = await open();
  const request = { key: 'k', hash: 'h' };
  const ended = await together(it, [{ request }, { request }, { request: { ...request, hash: 'other' } }, {}]);
  expect(ended.map((end) => (end.status === 'fulfilled' ? end.value.outcome : end.reason))).toEqual([
    'recorded',
    'replayed',
    'key-reused',
    'recorded',
  ]);
  expect(await it.problem()).toEqual([undefined]);
});

test('evidence about artifacts is recorded next to other evidence, each on its own', async () => {
  const it = await open();
  const ended = await together(it, [
    {},
    { fingerprint: 'f'.repeat(64) },
    { targets: ['b', 'a'], commit: 'c'.repeat(40) },
    { name: 'lint' },
  ]);
  expect(ended.map((end) => (end.status === 'fulfilled' ? end.value.outcome : end.reason))).toEqual([
    'recorded',
    'unknown-artifact',
    'recorded',
    'recorded',
  ]);
  expect(it.joint).toHaveBeenCalledTimes(4);
  expect((await factsOf(it.engine, it.author)).map(({ name, target }) => [name, target])).toEqual([
    ['unit', undefined],
    ['lint', undefined],
    ['unit', 'a'],
    ['unit', 'b'],
  ]);
  expect(await it.problem()).toEqual([undefined]);
});

test('each record names its own user, and a key is of one user alone', async () => {
  const it = await open();
  const bob = await member(it.store, 'bob', 'acme');
  const request = { key: 'k', hash: 'h' };
  const each = (more: object) => Promise.all([it.author, bob].map((author) => it.store.recordAttestation(attestation(author, more))));
  expect((await each({ request })).map(({ outcome }) => outcome)).toEqual(['recorded', 'recorded']);
  const outcomes = await each({});
  const ids = outcomes.map((outcome) => ('id' in outcome ? outcome.id : ''));
  const rows = await Promise.all(ids.map((id) => it.store.attestationById(it.author.orgId, id)));
  expect(rows.map((row) => row?.record.reported_by)).toEqual(['ada', 'bob']);
});
