import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../../src/errors/index.ts';
import { startService } from '../../../src/service/index.ts';
import { attest, folder, token, world } from '../support.ts';

const metrics = { host: '127.0.0.1', port: 0, version: '9.8.7' };

/** The samples of a service, by their name with its labels. */
async function samples(url: string | undefined): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(url ?? '');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

const attests = 'method="POST",route="/api/v2/attestations/:org/:flow_name/trail/:trail_name/junit"';

test('count requests by route, method and status, and show how the store, the messages and the process are', async () => {
  const it = await world(undefined, { metrics });
  const { metricsUrl } = it.service;
  await Promise.all(Array.from({ length: 5 }, (_, index) => attest(it, `f/t${index}`)));
  await attest(it, 'f/t', { junit_results: 'none' });
  await it.get('/nowhere');
  await expect
    .poll(async () => (await samples(metricsUrl)).get(`evidence_http_request_duration_seconds_count{${attests},status="201"}`))
    .toBe(5);
  const found = await samples(metricsUrl);
  const of = (name: string) => found.get(`evidence_${name}`);
  expect(of(`http_request_duration_seconds_count{${attests},status="400"}`)).toBe(1);
  expect(of('http_request_duration_seconds_count{method="GET",route="none",status="404"}')).toBe(1);
  expect(of('build_info{version="9.8.7",store="sqlite"}')).toBe(1);
  expect(['store_up', 'store_damaged', 'messages_waiting', 'http_connections_refused_total'].map(of)).toEqual([1, 0, 0, 0]);
  expect(of('store_commit_writes_sum')).toBeGreaterThanOrEqual(5);
  expect(of('store_commit_duration_seconds_count')).toBeGreaterThanOrEqual(1);
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']) expect([...found.keys()]).toContain(name);
});

test('say nothing of those whose evidence it is', async () => {
  const it = await world(undefined, { metrics });
  await attest(it, 'very-secret-flow/very-secret-trail');
  await fetch(`${it.service.url}/very-secret-path?token=${token}`);
  const text = await (await fetch(it.service.metricsUrl ?? '')).text();
  expect(text).toContain('evidence_http_request_duration_seconds_count');
  for (const name of ['acme', 'secret', 'ada', token]) expect(text).not.toContain(name);
});

test('are at an address of their own, and nowhere if nobody wants them', async () => {
  const it = await world(undefined, { metrics });
  // There it is the page of an organization, for which nobody signed in.
  expect((await fetch(`${it.service.url}/metrics`)).status).toBe(401);
  const other = await fetch((it.service.metricsUrl ?? '').replace('/metrics', '/api/v2/flows/acme'));
  expect(other.status).toBe(404);
  await it.service.close();
  await expect(fetch(it.service.metricsUrl ?? '')).rejects.toThrow('fetch failed');
  expect((await world()).service.metricsUrl).toBeUndefined();
});

test('on a port that is taken keep the service from starting, and say so', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const dataDir = await folder();
  const error: unknown = await startService({ host: '127.0.0.1', port: 0, dataDir, metrics: { ...metrics, port } }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toMatchObject({ message: `The metrics cannot listen on 127.0.0.1, port ${port}: something else listens there.` });
  // It lets go of the data directory.
  await (await startService({ host: '127.0.0.1', port: 0, dataDir })).close();
});
