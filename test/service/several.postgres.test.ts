import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { verifyData } from '../../src/service/index.ts';
import { postgresDatabase } from '../../src/service/postgres.ts';
import { openCluster } from '../support/postgres/cluster.ts';
import { openGate } from '../support/postgres/gate.ts';
import { attest, client, field, token } from './client.ts';
import { begun, names, persist, serve } from './processes.ts';

test.each([1, 2])('50 clients on one trail, whose answers get lost, leave 50 records in one chain (%i processes)', async (processes) => {
  const place = await begun();
  const services = await Promise.all(Array.from({ length: processes }, () => serve(place)));
  const urls = services.map(({ url }) => url);
  await Promise.all(Array.from({ length: 50 }, (_, index) => persist(urls, index, index % 5 === 0 ? `file ${index}` : undefined)));
  const expected = Array.from({ length: 50 }, (_, index) => `n${index}`).toSorted();
  for (const url of urls) expect((await names(url)).toSorted()).toEqual(expected);
  const dataDir = postgresDatabase(place);
  expect(await verifyData({ dataDir })).toMatchObject({
    problem: undefined,
    // The token, the flow and the trail come first.
    organizations: [{ org: 'acme', records: 53, blobs: 10, problem: undefined }],
  });
});

test('a process that is killed under load loses nothing that it acknowledged, and the other goes on', async () => {
  const place = await begun();
  const [one, two] = await Promise.all([serve(place), serve(place)]);
  const load = Array.from({ length: 60 }, (_, index) => persist([one.url, two.url], index, index % 3 === 0 ? `file ${index}` : undefined));
  await sleep(150);
  one.child.kill('SIGKILL');
  await once(one.child, 'exit');
  await Promise.all(load);
  expect((await names(two.url)).toSorted()).toEqual(Array.from({ length: 60 }, (_, index) => `n${index}`).toSorted());
  expect(await verifyData({ dataDir: postgresDatabase(place) })).toMatchObject({
    problem: undefined,
    organizations: [{ records: 63, blobs: 20, problem: undefined }],
  });
});

test('processes count the requests of a caller together', async () => {
  const place = await begun();
  const services = await Promise.all([serve(place, { requestsPerMinute: 10 }), serve(place, { requestsPerMinute: 10 })]);
  const ask = (index: number) => fetch(`${services[index % 2]?.url}/api/v2/flows/acme`, { headers: { authorization: `Bearer ${token}` } });
  const statuses: number[] = [];
  for (let index = 0; index < 14; index += 1) statuses.push((await ask(index)).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  expect(statuses.slice(0, 10)).not.toContain(429);
});

test('a server that crashes under load loses nothing that was acknowledged, and is used again once it is back', async () => {
  const cluster = await openCluster({ isDurable: true });
  onTestFinished(cluster.remove);
  const place = await begun(cluster.url('postgres'));
  const { url } = await serve(place);
  const load = Array.from({ length: 40 }, (_, index) => persist([url], index, index % 4 === 0 ? `file ${index}` : undefined));
  await sleep(200);
  await cluster.kill();
  const meanwhile = await fetch(`${url}/ready`);
  await cluster.start();
  await Promise.all(load);
  expect(meanwhile.status).toBe(503);
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  expect((await names(url)).toSorted()).toEqual(Array.from({ length: 40 }, (_, index) => `n${index}`).toSorted());
  expect(await verifyData({ dataDir: postgresDatabase(place) })).toMatchObject({
    problem: undefined,
    organizations: [{ records: 43, blobs: 10, problem: undefined }],
  });
});

test('a record of which nobody can tell whether it was kept does not lose its file', async () => {
  const place = await begun();
  const gate = await openGate(place.url);
  const { url } = await serve({ ...place, url: gate.url });
  const it = client(url, { authorization: `Bearer ${token}` });
  const send = () => attest(it, 'f/t', {}, { name: 'marked.xml', content: 'the file' }, { 'idempotency-key': 'one' });
  gate.shutAfterCut(true);
  gate.loseCommitAfter('marked.xml');
  expect(await send()).toMatchObject({ status: 503 });
  gate.shutAfterCut(false);
  const { status, body } = await send();
  const id = String(field(body, 'attestation_id'));
  const file = await fetch(`${url}/api/v2/attestations/acme/f/trail/t/attestation/${id}/evidence`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([status, gate.cuts(), await file.text()]).toEqual([201, 1, 'the file']);
  expect(await verifyData({ dataDir: postgresDatabase(place) })).toMatchObject({ problem: undefined, organizations: [{ blobs: 1 }] });
}, 40_000);
