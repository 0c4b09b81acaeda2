import { describe, expect, test } from 'vitest';
import { print, provide, putEnvironment, report } from './environment-support.ts';
import { field, world, type Client, type World } from './support.ts';

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

describe('the events of an environment', () => {
  test('say what began, ended, was scaled and allowed, the latest first', async () => {
    const it = await stage();
    await provide(it, 'a', 't', { repo_info: { name: 'acme/shop', url: 'https://r.example/r' } });
    const allowance = { artifact_fingerprint: print('b'), artifact_name: 'b', description: 'known' };
    expect((await it.json('PUT', '/allowlists/acme/prod', allowance)).status).toBe(201);
    await report(it, 'prod', 'ab');
    await report(it, 'prod', 'abbb');
    await report(it, 'prod', 'b');
    const events = await list(it, '/environments/acme/prod/events');
    expect(
      events.map((event) => ['snapshot_index', 'type', 'artifact_name', 'description', 'pipeline'].map((name) => field(event, name))),
    ).toEqual([
      [2, 'exited', 'a', '1 instance stopped running (from 1 to 0)', 'f'],
      [2, 'scaled', 'b', '2 instances stopped running (from 3 to 1)', ''],
      [1, 'scaled', 'b', '2 instances started running (from 1 to 3)', ''],
      [1, 'started', 'b', '1 instance started running (from 0 to 1)', ''],
      [1, 'started', 'a', '1 instance started running (from 0 to 1)', 'f'],
      [0, 'allowed', 'b', 'the artifact was allowed here', ''],
    ]);
    const types = async (query: string) => (await list(it, `/environments/acme/prod/events?${query}`)).map((event) => field(event, 'type'));
    expect(await types('page=2&per_page=4&interval=&reverse=false')).toEqual(['started', 'allowed']);
    expect(await types('reverse=true&per_page=2')).toEqual(['allowed', 'started']);
    expect(await types('interval=2..2')).toEqual(['exited', 'scaled']);
    expect(await types('start=2')).toEqual(['exited', 'scaled']);
    expect(await types('end=1&start=1')).toEqual(['scaled', 'started', 'started']);
    expect(await types('start=1hour&end=NOW&per_page=1')).toEqual(['exited']);
    expect(await types('start_ts=1700000000.5&end_ts=1700086400')).toEqual([]);
    expect(await types('repo_name=acme/shop&repo_name=other')).toEqual(['exited', 'started']);
    expect((await it.get('/environments/acme/prod/events?start=soon')).status).toBe(400);
  });

  test('are on the trails of what began and ended', async () => {
    const it = await stage();
    await provide(it, 'a', 't', { template_reference_name: 'image' });
    await report(it, 'prod', 'aa');
    await report(it, 'prod', 'a');
    await report(it, 'prod', '');
    const trail = (await it.get('/trails/acme/f/t')).body;
    const events = field(trail, 'events');
    const running = (type: string, snapshot: number, instances: number) => ({
      type,
      flow_id: expect.any(String),
      trail_id: expect.any(String),
      environment_id: expect.any(String),
      environment_name: 'prod',
      snapshot_index: snapshot,
      artifact_id: expect.any(String),
      artifact_fingerprint: print('a'),
      template_reference_name: 'image',
      replica_number: instances,
      git_commit_info: null,
      repo_info: null,
      timestamp: expect.any(Number),
    });
    expect(Array.isArray(events) ? events.slice(2) : events).toEqual([
      running('artifact_started_running', 1, 2),
      running('artifact_stopped_running', 2, 0),
    ]);
  });
});

describe('an artifact that is allowed', () => {
  test('is compliant in that environment alone, with a snapshot of its own, and is listed', async () => {
    const it = await stage();
    await putEnvironment(it, 'test');
    for (const name of ['prod', 'test']) await report(it, name, 'ab');
    const allow = (description: string) =>
      it.json('PUT', '/allowlists/acme/prod', { artifact_fingerprint: print('a'), artifact_name: 'a', description });
    expect((await allow('checked by hand')).status).toBe(201);
    const shown = async (name: string) => {
      const { body } = await it.get(`/snapshots/acme/${name}/-1`);
      return ['index', 'compliant', 'artifact_compliance_count', 'artifacts.0.compliant', 'artifacts.0.allowed'].map((path) =>
        field(body, path),
      );
    };
    expect(await shown('prod')).toEqual([2, false, { true: 1, false: 0, null: 1 }, true, true]);
    expect(await shown('test')).toEqual([1, false, { true: 0, false: 0, null: 2 }, null, false]);
    expect(await list(it, '/allowlists/acme')).toEqual([
      {
        artifact_name: 'a',
        fingerprint: print('a'),
        environment_name: 'prod',
        timestamp: expect.any(Number),
        user_name: 'ada',
        description: 'checked by hand',
      },
    ]);
    // Allowing it once more is no other state: only the reason is new.
    expect((await allow('again')).status).toBe(201);
    expect(await shown('prod')).toEqual([2, false, { true: 1, false: 0, null: 1 }, true, true]);
    expect(await list(it, '/allowlists/acme')).toMatchObject([{ description: 'again' }]);
    const types = (await list(it, '/environments/acme/prod/events')).map((event) => field(event, 'type'));
    expect(types.filter((type) => type === 'allowed')).toHaveLength(1);
  });
});
