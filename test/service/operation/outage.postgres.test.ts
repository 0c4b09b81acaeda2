import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { build } from '../../cli/build.ts';
import { openCluster, type Cluster } from '../../support/postgres/cluster.ts';
import { administer } from '../../support/postgres/database.ts';
import { attest, client, field, token, type Answer } from '../client.ts';
import { begun, serve } from '../processes.ts';

/** A service in a process of its own, on a server of its own. */
async function world() {
  const cluster = await openCluster();
  onTestFinished(cluster.remove);
  const { child, url } = await serve(await begun(cluster.url('postgres')), { metrics: { host: '127.0.0.1', port: 0, version: '1' } });
  const it = client(url, { authorization: `Bearer ${token}` });
  const ready = () => fetch(`${url}/ready`, { signal: AbortSignal.timeout(2000) });
  return { child, cluster, it, ready, url };
}

/** Sends a signal to the processes of a server that answer questions. */
function signal({ folder }: Cluster, name: 'SIGSTOP' | 'SIGCONT'): void {
  const file = join(folder, 'data', 'postmaster.pid');
  if (!existsSync(file)) return;
  const [server] = readFileSync(file, 'utf8').split('\n');
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ');
  for (const pid of [server, ...children].filter((each) => each !== '')) process.kill(Number(pid), name);
}

test('a database that hangs makes the service not ready within 2 s, whoever asks, and it goes on by itself', async () => {
  const { cluster, ready, url } = await world();
  expect((await ready()).status).toBe(200);
  signal(cluster, 'SIGSTOP');
  const answers = await Promise.all(Array.from({ length: 20 }, ready));
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(field(await answer.json(), 'message')).toContain('does not answer');
  }
  expect((await fetch(`${url}/health`, { signal: AbortSignal.timeout(1000) })).status).toBe(200);
  signal(cluster, 'SIGCONT');
  await expect.poll(async () => (await ready()).status).toBe(200);
});

test('a database that stays away makes requests answered with 503 and Retry-After after ten seconds, until it is back', async () => {
  const { child, cluster, it, ready } = await world();
  expect((await it.get('/flows/acme')).status).toBe(200);
  await cluster.kill();
  expect((await ready()).status).toBe(503);
  const asked = it.get('/flows/acme');
  expect(await Promise.race([asked.then(() => 'answered'), sleep(9500, 'waits')])).toBe('waits');
  expect(await Promise.race([asked.then(() => 'answered'), sleep(3000, 'waits')])).toBe('answered');
  const refused = await asked;
  expect([refused.status, refused.headers.get('retry-after'), field(refused.body, 'message')]).toEqual([
    503,
    '1',
    expect.stringContaining('The service cannot reach its database.'),
  ]);
  await cluster.start();
  await expect.poll(async () => (await ready()).status).toBe(200);
  expect((await it.get('/flows/acme')).status).toBe(200);
  expect(child.exitCode).toBeNull();
});

test.each([1000, 8000])(
  'a database that is away for %i ms fails nobody: 8 clients that ask once lose nothing, and read',
  async (awayMs) => {
    const { cluster, it, ready } = await world();
    expect((await attest(it, 'f/t')).status).toBe(201);
    const over = new AbortController();
    const statuses: number[] = [];
    const recorded: string[] = [];
    const write = async (at: number): Promise<void> => {
      for (let time = 0; !over.signal.aborted; time += 1) {
        const name = `w${at}-${time}`;
        const { body, status } = await attest(it, `f/t${at}`, { attestation_name: `a${time % 5}`, description: name });
        statuses.push(status);
        recorded.push(String(field(body, 'attestation_id')));
      }
    };
    const read = async (): Promise<void> => {
      while (!over.signal.aborted) statuses.push((await it.get('/trails/acme/f?per_page=5')).status);
    };
    const load = [...Array.from({ length: 8 }, (_, at) => write(at)), read(), read()];
    await expect.poll(() => statuses.length).toBeGreaterThan(30);
    await cluster.kill();
    const isBack = sleep(awayMs);
    expect(await Promise.race([ready().then(({ status }) => status), sleep(2000, 'no answer')])).toBe(503);
    await isBack;
    await cluster.start();
    await expect.poll(async () => (await ready()).status, { timeout: 20_000 }).toBe(200);
    const before = statuses.length;
    await expect.poll(() => statuses.length, { timeout: 20_000 }).toBeGreaterThan(before + 20);
    over.abort();
    await Promise.all(load);
    expect(new Set(statuses)).toEqual(new Set([200, 201]));
    const kept = (await administer(`select id from attestations order by number`, cluster.url('postgres'))).map(({ id }) => String(id));
    expect(kept.slice(1).toSorted()).toEqual(recorded.toSorted());
  },
);

test('while a database goes and comes back under load each answer is one of those that are meant, and says nothing of the inside', async () => {
  const { cluster, it, ready, url } = await world();
  expect((await attest(it, 'f/t')).status).toBe(201);
  const answers: Answer[] = [];
  const over = new AbortController();
  const goOn = async (ask: (time: number) => Promise<Answer>): Promise<void> => {
    for (let time = 0; !over.signal.aborted; time += 1) answers.push(await ask(time));
  };
  const stranger = client(url, { authorization: 'Bearer not-known-to-this-service' });
  const load = [
    ...Array.from({ length: 8 }, (_, at) => goOn((time) => attest(it, `f/t${at}`, { attestation_name: `a${time % 5}` }))),
    ...Array.from({ length: 8 }, () => goOn(() => it.get('/trails/acme/f?per_page=5'))),
    ...Array.from({ length: 2 }, () => goOn(() => stranger.get('/flows/acme'))),
  ];
  await expect.poll(() => answers.filter(({ status }) => status === 201).length).toBeGreaterThan(20);
  await cluster.kill();
  // Each waits for ten seconds first.
  await expect.poll(() => answers.filter(({ status }) => status === 503).length, { timeout: 30_000 }).toBeGreaterThan(10);
  await cluster.start();
  await expect.poll(async () => (await ready()).status).toBe(200);
  const before = answers.length;
  await expect.poll(() => answers.length).toBeGreaterThan(before + 50);
  over.abort();
  await Promise.all(load);
  expect([...new Set(answers.map(({ status }) => status))].toSorted((one, other) => one - other)).toEqual([200, 201, 401, 503]);
  const refused = answers.filter(({ status }) => status === 503);
  expect(new Set(refused.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['1']));
  expect([...new Set(refused.map(({ body }) => JSON.stringify(body)))]).toEqual([
    JSON.stringify({
      message:
        'The service cannot reach its database. Ask again in a moment, with the same Idempotency-Key if there was one; if it stays so, tell those who run the service.',
    }),
  ]);
  expect(answers.at(-1)?.status).not.toBe(503);
});

test.each([
  ['is gone', (cluster: Cluster) => cluster.kill()],
  ['hangs', async (cluster: Cluster) => signal(cluster, 'SIGSTOP')],
])('a service whose database %s still stops when it is told to, with exit code 0', async (_, end) => {
  const cli = build();
  const cluster = await openCluster();
  onTestFinished(async () => {
    cli.remove();
    signal(cluster, 'SIGCONT');
    await cluster.remove();
  });
  const { blobs, url } = await begun(cluster.url('postgres'));
  const child = cli.start(['serve', '--blobs', blobs, '--port', '0'], { env: { EVIDENCE_DATABASE_URL: url } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout?.on('data', (piece) => (said += String(piece)));
  await expect.poll(() => said).toContain('is ready at');
  await end(cluster);
  // The sender looks for messages once a second.
  await sleep(1500);
  child.kill('SIGTERM');
  expect(await Promise.race([once(child, 'exit'), sleep(25_000, ['too late'])])).toEqual([0, null]);
});
