import { Check } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { Environment } from '../../src/contract/index.ts';
import { createToken } from '../../src/service/index.ts';
import { putEnvironment, report } from './environment-support.ts';
import { field, world, type Client } from './support.ts';

const namesIn = async (to: Client, query = ''): Promise<unknown> => {
  const { body } = await to.get(`/environments/acme${query}`);
  const list = Array.isArray(body) ? body : field(body, 'environments');
  return Array.isArray(list) ? list.map((each) => field(each, 'name')) : body;
};

describe('an environment', () => {
  test('is kept with what was said of it, and what is not said again stays', async () => {
    const it = await world();
    const put = (more: object) => it.json('PUT', '/environments/acme', { name: 'prod', type: 'K8S', ...more });
    expect((await put({ description: 'for customers', include_scaling: true, require_provenance: false })).status).toBe(201);
    const { body } = await it.get('/environments/acme/prod');
    expect(body).toEqual({
      id: expect.any(String),
      name: 'prod',
      org: 'acme',
      type: 'K8S',
      description: 'for customers',
      archived: false,
      state: null,
      created_at: expect.any(Number),
      created_by: 'ada',
      last_modified_at: field(body, 'created_at'),
      last_changed_at: null,
      last_reported_at: null,
      include_scaling: false,
      tags: {},
      policies: [],
      included_environments: null,
    });
    expect(Check(Environment, body)).toBe(true);
    expect((await put({})).status).toBe(200);
    expect((await it.get('/environments/acme/prod')).body).toMatchObject({ description: 'for customers', id: field(body, 'id') });
    expect((await put({ description: 'two' })).status).toBe(200);
    expect((await it.get('/environments/acme/prod')).body).toMatchObject({ description: 'two' });
  });

  test.each([
    ['a type that there is not', { type: 'k8s' }, 'type'],
    ['a name with a space', { name: 'foo bar' }, 'name'],
    ['an unknown field', { types: [] }, 'types'],
    ['parts, and is not logical', { included_environments: ['a'] }, 'included_environments'],
  ])('with %s is refused, and the answer names the field', async (_, more, name) => {
    const it = await world();
    const { body, status } = await it.json('PUT', '/environments/acme', { name: 'prod', type: 'server', ...more });
    expect([status, Object.keys(Object(field(body, 'errors')))]).toEqual([400, [name]]);
    expect(await namesIn(it)).toEqual([]);
  });

  test('never changes its type', async () => {
    const it = await world();
    await putEnvironment(it, 'prod');
    const { body, status } = await it.json('PUT', '/environments/acme', { name: 'prod', type: 'K8S' });
    expect([status, field(body, 'errors.type')]).toEqual([400, 'must be server: the type of an environment never changes.']);
  });

  test('that is not there is named in each answer', async () => {
    const it = await world();
    for (const path of ['/environments/acme/gone', '/environments/acme/gone/events', '/snapshots/acme/gone', '/snapshots/acme/gone/1']) {
      const { body, status } = await it.get(path);
      expect([status, field(body, 'message')], `at ${path}`).toEqual([
        404,
        expect.stringContaining(`no environment 'gone' in the organization 'acme'`),
      ]);
    }
    expect((await report(it, 'gone', 'a')).status).toBe(404);
    for (const [path, body] of [
      ['rename', { new_name: 'x' }],
      ['archive', 'null'],
      ['join', { physical_env_name: 'x' }],
    ] as const)
      expect((await it.json('PUT', `/environments/acme/gone/${path}`, body)).status, `at ${path}`).toBe(404);
  });

  test('that is renamed keeps its snapshots, and its old name is free', async () => {
    const it = await world();
    await putEnvironment(it, 'old');
    await putEnvironment(it, 'taken');
    await report(it, 'old', 'a');
    const before = (await it.get('/environments/acme/old')).body;
    const rename = (name: string) => it.json('PUT', '/environments/acme/old/rename', { new_name: name });
    expect((await rename('taken')).body).toMatchObject({ errors: { new_name: expect.stringContaining('taken') } });
    expect((await rename('a b')).body).toMatchObject({ errors: { new_name: expect.stringContaining('a b') } });
    expect((await rename('new')).status).toBe(200);
    expect((await it.get('/environments/acme/new')).body).toMatchObject({ id: field(before, 'id'), name: 'new' });
    expect((await it.get('/snapshots/acme/new/1')).status).toBe(200);
    expect((await it.get('/environments/acme/old')).status).toBe(404);
    expect((await it.get('/environments/acme/new/events')).body).toMatchObject([{ environment_name: 'new' }]);
  });

  test('that is archived is in no list and takes nothing, until it is created again', async () => {
    const it = await world();
    await putEnvironment(it, 'prod');
    await report(it, 'prod', 'a');
    expect((await it.json('PUT', '/environments/acme/prod/archive', 'null')).status).toBe(200);
    expect(await namesIn(it)).toEqual([]);
    expect((await it.get('/environments/acme/prod')).body).toMatchObject({ archived: true });
    expect((await it.get('/snapshots/acme/prod/1')).status).toBe(200);
    expect(field((await report(it, 'prod', 'b')).body, 'message')).toContain(`'prod' of the organization 'acme' is archived`);
    expect((await it.json('PUT', '/environments/acme/prod/archive', 'null')).status).toBe(400);
    await putEnvironment(it, 'prod');
    expect((await report(it, 'prod', 'b')).body).toMatchObject({ snapshot: 2 });
  });

  test('is made by members and administrators; a snapshotter reports to it, and a reader reads', async () => {
    const it = await world();
    await createToken({ dataDir: it.dataDir, user: 'bot', orgs: ['acme'], role: 'snapshotter', token: 'a-token-of-a-snapshotter' });
    const bot = it.as('a-token-of-a-snapshotter');
    expect((await bot.json('PUT', '/environments/acme', { name: 'prod', type: 'server' })).status).toBe(403);
    await putEnvironment(it, 'prod');
    expect((await report(bot, 'prod', 'a')).status).toBe(201);
  });
});

test('an environment has tags, and is found by them', async () => {
  const it = await world();
  for (const name of ['eu', 'us']) await putEnvironment(it, name);
  expect((await it.json('PATCH', '/tags/acme/env/eu', { set_tags: { team: 'payments', tier: '1' } })).status).toBe(200);
  expect((await it.get('/environments/acme/eu')).body).toMatchObject({ tags: { team: 'payments', tier: '1' } });
  expect((await it.get('/environments/acme/us')).body).toMatchObject({ tags: {} });
  for (const [query, names] of [
    ['?tag=team', ['eu']],
    ['?tag=team:payments&tag=tier', ['eu']],
    ['?tag=team:shop', []],
    ['', ['eu', 'us']],
  ] as const)
    expect([query, await namesIn(it, query)]).toEqual([query, names]);
  expect((await it.json('PATCH', '/tags/acme/env/gone', { set_tags: { team: 'x' } })).status).toBe(404);
});

describe('the environments of an organization', () => {
  test('are listed by name, plain or page by page, by a part of the name and by type', async () => {
    const it = await world();
    for (const [name, type] of [
      ['staging', 'server'],
      ['prod-eu', 'K8S'],
      ['prod-us', 'ECS'],
    ] as const)
      await putEnvironment(it, name, { type });
    expect(await namesIn(it)).toEqual(['prod-eu', 'prod-us', 'staging']);
    expect(await namesIn(it, '?name=prod')).toEqual(['prod-eu', 'prod-us']);
    expect(await namesIn(it, '?type=ECS&type=server')).toEqual(['prod-us', 'staging']);
    expect(await namesIn(it, '?tag=team')).toEqual([]);
    expect(await namesIn(it, '?sort_direction=desc')).toEqual(['staging', 'prod-us', 'prod-eu']);
    expect(await namesIn(it, '?sort=last_modified_at')).toEqual(['staging', 'prod-eu', 'prod-us']);
    expect((await it.get('/environments/acme?page=2&per_page=2')).body).toMatchObject({
      environments: [{ name: 'staging' }],
      page: 2,
      per_page: 2,
      total_pages: 2,
      total_count: 3,
    });
    expect((await it.get('/environments/acme?sort=size')).status).toBe(400);
    expect((await it.get('/environments/acme?per_page=101')).status).toBe(400);
  });
});

describe('a logical environment', () => {
  test('is made of others, and what runs in it is what runs in these', async () => {
    const it = await world();
    for (const name of ['eu', 'us']) await putEnvironment(it, name);
    await report(it, 'eu', 'ab');
    await putEnvironment(it, 'prod', { type: 'logical', included_environments: ['eu'] });
    expect((await it.get('/environments/acme/prod')).body).toMatchObject({ included_environments: ['eu'], state: null });
    const shown = async (number: string) => {
      const { body } = await it.get(`/snapshots/acme/prod/${number}`);
      const artifacts = field(body, 'artifacts');
      return Array.isArray(artifacts) ? artifacts.map((each) => [field(each, 'name'), field(each, 'annotation.now')]) : body;
    };
    expect(await shown('1')).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect((await it.json('PUT', '/environments/acme/prod/join', { physical_env_name: 'us' })).status).toBe(200);
    await report(it, 'us', 'bc');
    expect(await shown('-1')).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 1],
    ]);
    await it.json('PUT', '/environments/acme/eu/archive', 'null');
    expect(await shown('-1')).toEqual([
      ['b', 1],
      ['c', 1],
      ['a', 0],
    ]);
  });

  test('takes no report, no allowed artifact, and no part that is logical or is not there', async () => {
    const it = await world();
    await putEnvironment(it, 'prod', { type: 'logical' });
    await putEnvironment(it, 'more', { type: 'logical' });
    await putEnvironment(it, 'old');
    await it.json('PUT', '/environments/acme/old/archive', 'null');
    expect((await report(it, 'prod', 'a', 'logical')).status).toBe(400);
    const allowance = { artifact_fingerprint: 'a'.repeat(64), artifact_name: 'a', description: 'tried' };
    expect((await it.json('PUT', '/allowlists/acme/prod', allowance)).status).toBe(400);
    for (const [part, status] of [
      ['more', 400],
      ['gone', 404],
      ['old', 400],
    ] as const) {
      const { body, status: found } = await it.json('PUT', '/environments/acme/prod/join', { physical_env_name: part });
      expect([found, field(body, 'message')]).toEqual([status, expect.stringContaining(`'${part}'`)]);
    }
  });
});
