import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { linksFrom } from '../../src/service/evidence/links.ts';
import { complianceRules } from '../../src/service/evidence/rules.ts';
import { getTrail, listTrails, type TrailView } from '../../src/service/resources/trails/use.ts';
import { openTypeRules } from '../../src/service/rules/rules.ts';
import { createStore } from '../../src/service/store/store.ts';
import { openBlobs } from '../../src/service/blobs/folder.ts';
import { openSqlite } from '../../src/service/sqlite/engine.ts';
import { member, record } from './store/setup.ts';
import { folder } from './support.ts';

async function threeRecords() {
  const home = await folder();
  const store = createStore(openSqlite(join(home, 'evidence.db')), complianceRules);
  onTestFinished(() => store.close());
  const blobs = await openBlobs(home, (id) => store.hasBlob(id));
  const author = await member(store, 'ada', 'acme');
  for (let index = 0; index < 3; index += 1) await record(store, author, { name: `n${index}` });
  return {
    author,
    evidence: { store, blobs, links: linksFrom(() => ''), typeRules: openTypeRules(), webhookHosts: new Set<string>(), beginsFlows: true },
  };
}

test('the events of a trail are those of the state that it is shown with, whatever comes while they are read', async () => {
  const { author, evidence } = await threeRecords();
  const views: TrailView[] = [await getTrail(evidence, author, 'f', 't')];
  const { items } = await listTrails(evidence, author, 'f', { page: 1, perPage: 1 });
  for await (const view of items) {
    views.push(view);
    await record(evidence.store, author, { name: 'later', compliant: false });
  }
  for (const { fields, events } of views) {
    const all = (await Array.fromAsync(events)).flat();
    expect(all.map(({ type }) => type)).toEqual(['trail_reported', ...Array<string>(3).fill('trail_attestation_reported')]);
    expect(fields).toMatchObject({ is_compliant: true });
  }
});

test('a list of events ends when no more of them are found', async () => {
  const { author, evidence } = await threeRecords();
  const found = await evidence.store.findWholeTrail(author.orgId, 'f', 't');
  const store = { ...evidence.store, findWholeTrail: async () => found && { ...found, events: [] }, eventsOfTrails: async () => [] };
  const { events } = await getTrail({ ...evidence, store }, author, 'f', 't');
  expect((await Array.fromAsync(events)).flat()).toEqual([]);
});
