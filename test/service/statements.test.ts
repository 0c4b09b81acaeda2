import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { print, putEnvironment, report } from './environment-support.ts';
import { attest, field, putPolicy, sha, token, world, type World } from './support.ts';

// Each statement is a round trip to an engine behind a network, so a page must not take one for each thing on it.

let asked: MockInstance<StatementSync['all']>;
/** The same of reads that run in a thread of their own. */
let sent: MockInstance<Worker['postMessage']>;

beforeEach(() => {
  asked = vi.spyOn(StatementSync.prototype, 'all');
  sent = vi.spyOn(Worker.prototype, 'postMessage');
});
afterEach(() => {
  asked.mockRestore();
  sent.mockRestore();
});

const forget = () => {
  asked.mockClear();
  sent.mockClear();
};
const everyText = () =>
  [
    ...asked.mock.contexts.map((statement) => (statement instanceof StatementSync ? statement.sourceSQL : '')),
    ...sent.mock.calls.map(([statement]) => String(field(statement, 'sql'))),
  ].filter((sql) => !/^(?:begin|commit|rollback)/.test(sql));
/** Leaves out the looks at the queues of messages and the note of when a token was used last, which come at their own time. */
const texts = () => everyText().filter((sql) => !/(?:from|update) outbox|message_queues|^insert into token_uses/.test(sql));

async function statements(it: World, path: string): Promise<number> {
  forget();
  expect((await it.get(path)).status).toBe(200);
  return texts().length;
}

/** The SHA of a commit by its number. */
const commit = (number: number) => number.toString(16).padStart(40, '0');

/** Waits until nothing is worked out in the background, so that only a request is counted. */
async function quiet(): Promise<void> {
  for (let count = -1; count !== 0; count = texts().length) {
    forget();
    await new Promise((resolve) => setTimeout(resolve, 800));
  }
}

async function withTrails(count: number, more: Readonly<Record<string, unknown>> = {}, webhookHosts?: readonly string[]): Promise<World> {
  const it = await (webhookHosts === undefined ? world() : world(undefined, { webhookHosts }));
  await Promise.all(
    Array.from({ length: count }, (_, index) => attest(it, `f/t${index}`, { git_commit_info: { sha1: commit(index) }, ...more })),
  );
  await it.get(`/trails/acme?per_page=${count}`);
  await quiet();
  return it;
}

const pages = [
  ['of trails', '/trails/acme/f?per_page='],
  ['of the trails of all flows', '/trails/acme?per_page='],
  ['of attestations', '/attestations/acme?per_page='],
] as const;

test('a page, and a search by commits, takes as many statements for 30 as for 1', async () => {
  const it = await withTrails(30);
  for (const [what, path] of pages) {
    const counts = [await statements(it, `${path}1`), await statements(it, `${path}10`), await statements(it, `${path}30`)];
    expect([what, ...counts]).toEqual([what, counts[0], counts[0], counts[0]]);
    expect(counts[0]).toBeLessThanOrEqual(6);
  }
  const search = (count: number) =>
    statements(it, `/attestations/acme?${Array.from({ length: count }, (_, index) => `commit_list=${commit(index)}`).join('&')}`);
  const counts = [await search(1), await search(10), await search(30)];
  expect(counts).toEqual([counts[0], counts[0], counts[0]]);
  expect(counts[0]).toBeLessThanOrEqual(4);
});

test('a search by a thousand commits, of which none is known, takes no more', async () => {
  const it = await withTrails(1);
  const commits = Array.from({ length: 1000 }, (_, index) => `commit_list=${commit(index + 100)}`).join('&');
  expect(await statements(it, `/attestations/acme?${commits}`)).toBeLessThanOrEqual(4);
});

describe('what is long', () => {
  const many = 1100;

  /** One trail with many records about two commits. */
  async function longTrail(): Promise<World> {
    const it = await world();
    for (let index = 0; index < many; index += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, place) =>
          attest(it, 'f/t', { git_commit_info: { sha1: commit(place % 2) }, description: `${index + place}` }),
        ),
      );
    return it;
  }

  test('the events of a trail are read page by page, and all are there in order', async () => {
    const it = await longTrail();
    forget();
    const { body } = await it.get('/trails/acme/f/t');
    const pages = texts().filter((sql) => sql.includes('select trail_id, sequence, event'));
    expect(pages).toHaveLength(3);
    for (const sql of pages) expect(sql).toMatch(/limit 500$/);
    const events = field(body, 'events');
    const times = Array.isArray(events) ? events.map((event) => Number(field(event, 'timestamp'))) : [];
    expect(times).toHaveLength(many + 1);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(new Set(times).size).toBe(times.length);
    // The same when it stands in a list, next to a trail that was made later.
    await attest(it, 'f/later');
    const list = (await it.get('/trails/acme/f?per_page=2')).body;
    expect(body).toMatchObject(Object(field(list, 'data.1')));
    expect(field(list, 'data.0.events.1.type')).toBe('trail_attestation_reported');
  });

  test('a search whose commits have more than a page is read by halves, and finds each once, newest first', async () => {
    const it = await longTrail();
    forget();
    const { body } = await it.get(`/attestations/acme?commit_list=${commit(0)}&commit_list=${commit(1)}&commit_list=${sha}`);
    expect(Object.keys(Object(body))).toEqual([commit(0), commit(1), sha]);
    for (const name of [commit(0), commit(1)]) {
      const list = field(body, name);
      const times = Array.isArray(list) ? list.map((each) => Number(field(each, 'created_at'))) : [];
      expect(times).toHaveLength(many / 2);
      expect(times).toEqual([...new Set(times)].toSorted((one, other) => other - one));
    }
    expect(texts().length).toBeLessThan(25);
  });

  test('large records are read a few at once', async () => {
    const it = await world();
    for (let index = 0; index < 4; index += 1) await attest(it, `f/t${index}`, { description: 'x'.repeat(600_000) });
    forget();
    const { body } = await it.get('/attestations/acme?per_page=4');
    expect([0, 1, 2, 3].map((index) => String(field(body, `data.${index}.description`)).length)).toEqual(Array(4).fill(600_000));
    expect(texts().filter((sql) => sql.startsWith('select body'))).toHaveLength(4);
  });
});

test('nothing that is read walks over what it does not show, and nothing is sorted', async () => {
  const it = await withTrails(3, {}, ['127.0.0.1:9']);
  for (const name of ['a', 'b', 'c']) await it.form('POST', '/custom-attestation-types/acme', { name });
  await putEnvironment(it, 'prod');
  await report(it, 'prod', 'ab');
  const targets = [{ type: 'WEBHOOK', webhook: 'https://127.0.0.1:9/' }];
  const rule = { name: 'r', environments: ['prod'], triggers: ['ON_STARTED_ARTIFACT'], targets };
  await it.json('PUT', '/organizations/acme/environments_notifications', rule);
  await putPolicy(it, 'p', '_schema: https://docs.example/v1\nartifacts:\n  provenance:\n    required: true\n');
  await it.json('PATCH', '/tags/acme/flow/f', { set_tags: { a: 'b' } });
  const fingerprint = 'ab'.repeat(32);
  const artifact = { fingerprint, filename: 'shop.tgz', build_url: '', commit_url: '', git_commit: sha, trail_name: 't1' };
  const approval = { artifact_fingerprint: fingerprint, description: 'Ready', src_commit_list: [sha], oldest_commit: sha };
  expect((await it.json('POST', '/artifacts/acme/f', artifact)).status).toBe(201);
  expect((await it.json('POST', '/approvals/acme/f', approval)).status).toBe(201);
  forget();
  await report(it, 'prod', 'abc');
  // Nobody listens there, so that the sender keeps the message for later.
  await vi.waitUntil(() => everyText().some((sql) => sql.startsWith('update message_queues set attempts')), { timeout: 20_000 });
  const artifacts = [
    `/artifacts/acme/f/commit_sha/${sha}`,
    `/artifacts/acme/f/${fingerprint}/latest_commit`,
    '/flows/acme',
    '/organizations/acme',
  ];
  const asserts = [`/asserts/acme/fingerprint/${fingerprint}`, `/asserts/acme/fingerprint/${fingerprint}?flow_name=f`];
  const narrowed = ['flow_tag=a%3Db', `fingerprint=${fingerprint}`, `flow_tag=a%3Db&fingerprint=${fingerprint}&flow=f`];
  const trails = [
    '/trails/acme/f?per_page=2&page=2',
    '/trails/acme?per_page=2',
    '/trails/acme?flow=f',
    '/trails/acme/f/t1',
    '/trails/acme/f?prefix=abcdef0',
  ];
  const filters = ['state=compliant', 'branch=main', 'author=Ada', 'pull_request=7', 'since=2020-01-01', 'until=2100-01-01', 'text=x'];
  const filtered = [...filters, 'branch=main&author=Ada', filters.join('&')];
  const search = `/attestations/acme?commit_list=${commit(1)}&commit_list=${commit(2)}`;
  const narrow = `${search}&flow_name=f&attestation_name=unit&attestation_type=junit`;
  const approvals = [
    '/approvals/acme/f',
    '/approvals/acme/f/artifact-commit/prod',
    '/approvals/acme/f/-1',
    `/artifacts/acme/f/${fingerprint}/approvals`,
  ];
  const attestations = [
    '/attestations/acme?per_page=2&page=2',
    search,
    narrow,
    '/attestations/acme/f/trail/t1/unit',
    '/attestations/acme/f?per_page=2',
    '/attestations/acme/f?from_timestamp=1&to_timestamp=9999999999',
  ];
  const types = ['/custom-attestation-types/acme', '/custom-attestation-types/acme/b', '/custom-attestation-types/acme/b?version=1'];
  const id = String(field((await it.get('/attestations/acme')).body, 'data.0.attestation_id'));
  const environments = ['/environments/acme', '/environments/acme/prod', '/environments/acme/prod/events', '/allowlists/acme'];
  const snapshots = [
    '/snapshots/acme/prod',
    '/snapshots/acme/prod/1',
    '/snapshots/acme/prod/@%7Bnow%7D',
    '/env-diff/acme?snappish1=prod&snappish2=prod',
  ];
  const found = [`/search/acme/sha/${print('b')}`, '/search/acme/sha/00000'];
  const others = ['/policies/acme', '/policies/acme/p', '/organizations/acme/environments_notifications/1'];
  for (const path of [
    ...trails,
    ...[...narrowed, ...filtered, ...filtered.map((query) => `${query}&flow=f&before=9000000000`)].map((query) => `/trails/acme?${query}`),
    ...artifacts,
    ...approvals,
    ...asserts,
    ...attestations,
    ...environments,
    ...snapshots,
    ...types,
    ...found,
    ...others,
    `/attestations/acme?attestation_id=${id}`,
    `/attestations/acme?prefix=${id.slice(0, 12)}`,
    `${narrow}&prefix=${id.slice(0, 12)}`,
    '/flows/acme/f',
    '/flows/acme/f/tests',
  ])
    expect((await it.get(path)).status).toBe(200);
  const pages = [
    'flows/f',
    'flows/f/tests',
    'flows/f/trails/t1',
    `flows/f/artifacts/${fingerprint}`,
    ...filtered.map((query) => `flows/f?${query}&after=1`),
    'environments/prod/snapshots/1',
  ];
  for (const path of pages) {
    const authorization = `Bearer ${token}`;
    expect((await fetch(`${it.service.url}/acme/${path}`, { headers: { authorization } })).status).toBe(200);
  }
  const read = new Set(everyText().filter((sql) => !sql.startsWith('insert')));
  forget();
  expect((await it.get('/artifacts/acme?flow_name=f')).status).toBe(200);
  for (const sql of texts().filter((each) => each.includes('from approvals'))) read.add(sql);
  expect(read.size).toBeGreaterThan(10);
  const database = new DatabaseSync(join(it.dataDir, 'evidence.db'), { readOnly: true });
  for (const sql of read) {
    const plan = database.prepare(`explain query plan ${sql}`).all();
    // Rows of several flows, about several artifacts, or found by the beginning of a value, have no common order. Only these
    // are sorted, and the rows of a window of a fixed size, which is called `looked` or `found`.
    const sorted =
      /order by (?:(?:org_)?number \+ 0|latest\.first_sequence)|attestations\.id >=|limit [?$]?\d+\)(?: as looked |\s+select found)/.test(
        sql,
      )
        ? []
        : ['TEMP B-TREE'];
    // Each row is found by an index, and by more of it than the organization. A scan is allowed over a list of the statement's
    // own.
    const walks = plan
      .map(({ detail }) => String(detail))
      .filter(
        (detail) =>
          /^SCAN (?!counted|page|looked|found|\()|\((?:org_id|kind)=\?\)$/.test(detail) || sorted.some((each) => detail.includes(each)),
      );
    expect(walks, `plan of ${sql}`).toEqual([]);
  }
  database.close();
});
