import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { attest, field, sha, world, type World } from './support.ts';

// Each statement is a round trip to an engine behind a network, so that a page must not take one for each thing on it.

let asked: MockInstance<StatementSync['all']>;

beforeEach(() => {
  asked = vi.spyOn(StatementSync.prototype, 'all');
});
afterEach(() => {
  asked.mockRestore();
});

const texts = () => asked.mock.contexts.map((statement) => (statement instanceof StatementSync ? statement.sourceSQL : ''));

async function statements(it: World, path: string): Promise<number> {
  asked.mockClear();
  expect((await it.get(path)).status).toBe(200);
  return asked.mock.calls.length;
}

/** The SHA of a commit by its number. */
const commit = (number: number) => number.toString(16).padStart(40, '0');

async function withTrails(count: number, more: Readonly<Record<string, unknown>> = {}): Promise<World> {
  const it = await world();
  await Promise.all(
    Array.from({ length: count }, (_, index) => attest(it, `f/t${index}`, { git_commit_info: { sha1: commit(index) }, ...more })),
  );
  return it;
}

test.each([
  ['of trails', '/trails/acme/f?per_page='],
  ['of the trails of all flows', '/trails/acme?per_page='],
  ['of attestations', '/attestations/acme?per_page='],
])('a page %s takes as many statements for 100 as for 1', async (_, path) => {
  const it = await withTrails(100);
  const counts = [await statements(it, `${path}1`), await statements(it, `${path}10`), await statements(it, `${path}100`)];
  expect(counts).toEqual([counts[0], counts[0], counts[0]]);
  expect(counts[0]).toBeLessThanOrEqual(6);
});

test('a search takes as many statements for 100 commits as for 1', async () => {
  const it = await withTrails(100);
  const search = (count: number) =>
    statements(it, `/attestations/acme?${Array.from({ length: count }, (_, index) => `commit_list=${commit(index)}`).join('&')}`);
  const counts = [await search(1), await search(10), await search(100)];
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
    asked.mockClear();
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
    expect(field(list, 'data.1')).toEqual(body);
    expect(field(list, 'data.0.events.1.type')).toBe('trail_attestation_reported');
  });

  test('a search whose commits have more than a page is read by halves, and finds each once, newest first', async () => {
    const it = await longTrail();
    asked.mockClear();
    const { body } = await it.get(`/attestations/acme?commit_list=${commit(0)}&commit_list=${commit(1)}&commit_list=${sha}`);
    expect(Object.keys(Object(body))).toEqual([commit(0), commit(1), sha]);
    for (const name of [commit(0), commit(1)]) {
      const list = field(body, name);
      const times = Array.isArray(list) ? list.map((each) => Number(field(each, 'created_at'))) : [];
      expect(times).toHaveLength(many / 2);
      expect(times).toEqual([...new Set(times)].toSorted((one, other) => other - one));
    }
    expect(asked.mock.calls.length).toBeLessThan(25);
  });

  test('large records are read a few at once', async () => {
    const it = await world();
    for (let index = 0; index < 4; index += 1) await attest(it, `f/t${index}`, { description: 'x'.repeat(600_000) });
    asked.mockClear();
    const { body } = await it.get('/attestations/acme?per_page=4');
    expect([0, 1, 2, 3].map((index) => String(field(body, `data.${index}.description`)).length)).toEqual(Array(4).fill(600_000));
    expect(texts().filter((sql) => sql.startsWith('select body'))).toHaveLength(4);
  });
});

test('nothing that is read walks over what it does not show, and nothing is sorted', async () => {
  const it = await withTrails(3);
  for (const name of ['a', 'b', 'c']) await it.form('POST', '/custom-attestation-types/acme', { name });
  asked.mockClear();
  const trails = ['/trails/acme/f?per_page=2&page=2', '/trails/acme?per_page=2', '/trails/acme?flow=f', '/trails/acme/f/t1'];
  const search = `/attestations/acme?commit_list=${commit(1)}&commit_list=${commit(2)}`;
  const narrow = `${search}&flow_name=f&attestation_name=unit&attestation_type=junit`;
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
  for (const path of [...trails, ...attestations, ...types, `/attestations/acme?attestation_id=${id}`, '/flows/acme/f'])
    expect((await it.get(path)).status).toBe(200);
  const read = new Set(texts());
  expect(read.size).toBeGreaterThan(10);
  const database = new DatabaseSync(join(it.dataDir, 'evidence.db'), { readOnly: true });
  for (const sql of read) {
    const plan = database.prepare(`explain query plan ${sql}`).all();
    // By an index, and by more of it than the organization; what is scanned is a list of the statement's own.
    const walks = plan
      .map(({ detail }) => String(detail))
      .filter((detail) => /^SCAN (?!counted|\()|TEMP B-TREE|\(org_id=\?\)$/.test(detail));
    expect(walks, `plan of ${sql}`).toEqual([]);
  }
  database.close();
});
