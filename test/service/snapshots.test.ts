import { Check } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { Snapshot, SnapshotDiff } from '../../src/contract/index.ts';
import { print, provide, putEnvironment, report } from './environment-support.ts';
import { field, sha, world, type Client, type World } from './support.ts';

async function stage(): Promise<World> {
  const it = await world();
  await putEnvironment(it, 'prod');
  return it;
}

const list = async (to: Client, path: string): Promise<readonly unknown[]> => {
  const { body, status } = await to.get(path);
  expect([status, body]).toEqual([200, expect.any(Array)]);
  return Array.isArray(body) ? body : [];
};
const numbers = async (to: Client, query: string) => (await list(to, `/snapshots/acme/prod${query}`)).map((each) => field(each, 'index'));
/** The artifacts of a snapshot: name, annotation, instances before and now. */
const annotations = async (to: Client, expression: string): Promise<unknown> => {
  const artifacts = field((await to.get(`/snapshots/acme/prod/${expression}`)).body, 'artifacts');
  return Array.isArray(artifacts)
    ? artifacts.map((each) => [field(each, 'name'), ...['type', 'was', 'now'].map((name) => field(each, `annotation.${name}`))])
    : artifacts;
};

describe('a report', () => {
  test('makes a snapshot when another artifact runs, and none when another number of instances does', async () => {
    const it = await stage();
    const steps = [
      ['a', 201, 1],
      ['a', 200, 1],
      ['aa', 200, 1],
      ['ab', 201, 2],
      ['', 201, 3],
      ['', 200, 3],
      ['b', 201, 4],
    ] as const;
    for (const [letters, status, snapshot] of steps) {
      const answer = await report(it, 'prod', letters);
      expect([answer.status, field(answer.body, 'snapshot')], `with ${letters}`).toEqual([status, snapshot]);
    }
    expect(await annotations(it, '1')).toEqual([['a', 'started-unknown', 0, 2]]);
    expect(await annotations(it, '2')).toEqual([
      ['a', 'scaled-unknown', 2, 1],
      ['b', 'started-unknown', 0, 1],
    ]);
    expect(await annotations(it, '3')).toEqual([
      ['a', 'exited', 1, 0],
      ['b', 'exited', 1, 0],
    ]);
    expect(await annotations(it, '4')).toEqual([['b', 'started-unknown', 0, 1]]);
  });

  test('takes one artifact under several names as one, by the first of them', async () => {
    const it = await stage();
    const digests = { zeta: print('a'), alpha: print('a') };
    expect((await it.json('PUT', '/environments/acme/prod/report/server', { artifacts: [{ digests, creationTimestamp: 7 }] })).status).toBe(
      201,
    );
    expect((await it.get('/snapshots/acme/prod/1')).body).toMatchObject({ artifacts: [{ name: 'alpha', creationTimestamp: [7, 7] }] });
  });

  test.each([
    ['a type that the environment has not', 'K8S', { artifacts: [] }, 'type'],
    ['a short fingerprint', 'server', { artifacts: [{ digests: { a: 'ab' }, creationTimestamp: 1 }] }, 'artifacts'],
    ['what only clusters say', 'server', { artifacts: [{ digests: {}, creationTimestamp: 1, podName: 'x' }] }, 'artifacts'],
    ['no artifacts', 'server', {}, 'artifacts'],
  ])('with %s is refused, and the answer names the field', async (_, type, input, path) => {
    const it = await stage();
    const { body, status } = await it.json('PUT', `/environments/acme/prod/report/${type}`, input);
    expect([status, Object.keys(Object(field(body, 'errors')))[0]]).toEqual([400, expect.stringContaining(path)]);
    expect(await numbers(it, '')).toEqual([]);
  });

  test('of more different artifacts than are evaluated at once is refused', async () => {
    const it = await stage();
    const digests = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ digests: { a: index.toString(16).padStart(64, '0') }, creationTimestamp: 1 }));
    const send = (count: number) => it.json('PUT', '/environments/acme/prod/report/server', { artifacts: digests(count) });
    expect((await send(1000)).status).toBe(201);
    expect((await send(1001)).body).toMatchObject({ errors: { artifacts: expect.stringContaining('at most 1000') } });
  });

  test('says when it was, also where nothing is new', async () => {
    const it = await stage();
    await report(it, 'prod', 'a');
    const first = (await it.get('/environments/acme/prod')).body;
    await report(it, 'prod', 'a');
    const second = (await it.get('/environments/acme/prod')).body;
    expect(Number(field(second, 'last_reported_at'))).toBeGreaterThan(Number(field(first, 'last_reported_at')));
    expect(field(second, 'last_changed_at')).toBe(field(first, 'last_changed_at'));
  });
});

describe('a snapshot', () => {
  test('shows what runs, and where each artifact comes from', async () => {
    const it = await stage();
    await provide(it, 'a', 't', { git_commit: sha, template_reference_name: 'image' });
    await report(it, 'prod', 'ab');
    const { body } = await it.get('/snapshots/acme/prod/1');
    expect(body).toEqual({
      index: 1,
      is_latest: true,
      timestamp: expect.any(Number),
      next_snapshot_timestamp: null,
      type: 'server',
      compliant: false,
      artifact_compliance_count: { true: 0, false: 0, null: 2 },
      html_url: expect.stringMatching(/\/acme\/environments\/prod\/snapshots\/1$/),
      artifacts: [
        {
          name: 'a',
          fingerprint: print('a'),
          compliant: null,
          allowed: false,
          creationTimestamp: [1000],
          annotation: { type: 'started-unknown', was: 0, now: 1 },
          flow_name: 'f',
          git_commit: sha,
          commit_url: 'https://ci.example/c',
          html_url: expect.stringContaining(`/acme/flows/f/artifacts/${print('a')}?artifact_id=`),
          flow_html_url: expect.stringMatching(/\/acme\/flows\/f$/),
          flows: [
            {
              flow_name: 'f',
              trail_name: 't',
              template_reference_name: 'image',
              artifact_id: expect.any(String),
              git_commit: sha,
              artifact_compliance_in_flow: 'COMPLIANT',
              html_url: expect.stringContaining('/acme/flows/f/trails/t'),
            },
          ],
          deployments: [1],
          pods: null,
          policy_decisions: [],
          reasons_for_incompliance: [],
        },
        expect.objectContaining({ name: 'b', flow_name: '', git_commit: '', commit_url: '', html_url: null, flows: [], deployments: [] }),
      ],
      applied_policies: [],
    });
    expect(Check(Snapshot, body)).toBe(true);
    await report(it, 'prod', 'b');
    const later = (await it.get('/snapshots/acme/prod/1')).body;
    expect(later).toMatchObject({
      is_latest: false,
      next_snapshot_timestamp: field((await it.get('/snapshots/acme/prod/2')).body, 'timestamp'),
    });
  });

  test('is found by its number, from the end, behind the latest, and by time', async () => {
    const it = await stage();
    const before = new Date(Date.now() - 5000).toISOString().slice(0, 19);
    for (const letters of ['a', 'b', 'c']) await report(it, 'prod', letters);
    const after = new Date(Date.now() + 2000).toISOString().slice(0, 19);
    const index = async (expression: string) => {
      const { body, status } = await it.get(`/snapshots/acme/prod/${encodeURIComponent(expression)}`);
      return status === 200 ? field(body, 'index') : status;
    };
    for (const [expression, expected] of [
      ['1', 1],
      ['#2', 2],
      ['-1', 3],
      ['-3', 1],
      ['~0', 3],
      ['~2', 1],
      ['@{now}', 3],
      [`@{${after}}`, 3],
      [`@{${before}}`, 404],
      ['@{2.hours.ago}', 404],
      ['@{0.days.ago}', 3],
      ['4', 404],
      ['-4', 404],
      ['~3', 404],
      ['0', 400],
      ['latest', 400],
      ['@{never}', 400],
      ['@{2.moons.ago}', 400],
    ] as const)
      expect([expression, await index(expression)]).toEqual([expression, expected]);
    const { body } = await it.get('/snapshots/acme/prod/23');
    expect(field(body, 'message')).toContain(`Of the environment 'prod' in the organization 'acme' there is no snapshot '23': it has 3.`);
  });

  test('of an environment to which nothing was reported is not there', async () => {
    const { body, status } = await (await stage()).get('/snapshots/acme/prod/-1');
    expect([status, field(body, 'message')]).toEqual([404, expect.stringContaining('Report what runs in it first.')]);
  });
});

describe('the snapshots of an environment', () => {
  test('are listed the latest first, by page and by interval', async () => {
    const it = await stage();
    expect(await numbers(it, '')).toEqual([]);
    for (const letters of ['a', 'b', 'c', 'd']) await report(it, 'prod', letters);
    for (const [query, expected] of [
      ['', [4, 3, 2, 1]],
      ['?page=1&per_page=15&interval=&reverse=false', [4, 3, 2, 1]],
      ['?per_page=3', [4, 3, 2]],
      ['?per_page=3&page=2', [1]],
      ['?per_page=3&page=3', []],
      ['?reverse=true', [1, 2, 3, 4]],
      ['?reverse=true&per_page=3&page=2', [4]],
      ['?interval=2..3', [3, 2]],
      ['?interval=1..2&reverse=true', [1, 2]],
      ['?interval=~1..NOW', [4, 3]],
      ['?interval=NOW', [4]],
      ['?interval=1hour..NOW', [4, 3, 2, 1]],
      ['?interval=3..9', [4, 3]],
    ] as const)
      expect([query, await numbers(it, query)]).toEqual([query, expected]);
    expect((await it.get('/snapshots/acme/prod?interval=1..2..3')).status).toBe(400);
    const [latest, before] = await list(it, '/snapshots/acme/prod');
    expect(latest).toEqual({ index: 4, from: expect.any(Number), to: 0, compliant: false, state: 'UNKNOWN', duration: expect.any(Number) });
    expect(field(before, 'to')).toBe(field(latest, 'from'));
    expect(field(before, 'duration')).toBeCloseTo(Number(field(before, 'to')) - Number(field(before, 'from')), 5);
  });

  test('are compared: what only one has, what changed its number, what is the same', async () => {
    const it = await stage();
    await putEnvironment(it, 'test');
    await provide(it, 'a', 't');
    await report(it, 'prod', 'abcc');
    await report(it, 'test', 'bccd');
    await report(it, 'test', 'bcd');
    const { body } = await it.get('/env-diff/acme?snappish1=prod&snappish2=test%231');
    const sides = ['snappish1', 'snappish2', 'changed', 'not-changed'].map((side) => field(body, `${side}.artifacts`));
    expect(sides).toEqual([
      [
        {
          fingerprint: print('a'),
          name: 'a',
          most_recent_timestamp: 1000,
          flow: 'f',
          commit_url: 'https://ci.example/c',
          instance_count: 1,
        },
      ],
      [expect.objectContaining({ name: 'd', flow: '', instance_count: 1 })],
      [expect.objectContaining({ name: 'c', s1_instance_count: 2, s2_instance_count: 1 })],
      [expect.objectContaining({ name: 'b', instance_count: 1 })],
    ]);
    expect([field(body, 'snappish1.snapshot_id'), field(body, 'snappish2.snapshot_id')]).toEqual(['prod#1', 'test#1']);
    expect(Check(SnapshotDiff, body)).toBe(true);
    expect((await it.get('/env-diff/acme?snappish1=prod~1&snappish2=test')).status).toBe(404);
    expect((await it.get('/env-diff/acme?snappish1=prod')).status).toBe(400);
  });
});
