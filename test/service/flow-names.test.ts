import { describe, expect, test } from 'vitest';
import { verifyData } from '../../src/service/index.ts';
import { attest, field, putFlow, sha, world, type World } from './support.ts';

const fingerprint = 'ab'.repeat(32);

async function withFlow(): Promise<World> {
  const it = await world();
  await putFlow(it, 'f', 'version: 1\n');
  await attest(it, 'f/t', { git_commit_info: { sha1: sha } });
  return it;
}

const rename = (it: World, name: string, newName: unknown) => it.json('PUT', `/flows/acme/${name}/rename`, { new_name: newName });
const archive = (it: World, name: string) => it.json('PUT', `/flows/acme/${name}/archive`, null);
const names = (body: unknown) => (Array.isArray(body) ? body.map((flow) => field(flow, 'name')) : []);

describe('a flow that is renamed', () => {
  test('is found under its new name and its old one, and shows its new one everywhere', async () => {
    const it = await withFlow();
    const report = { fingerprint, filename: 'a', build_url: '', commit_url: '', git_commit: sha, trail_name: 't' };
    await it.json('POST', '/artifacts/acme/f', report);
    expect((await rename(it, 'f', 'g')).status).toBe(200);
    for (const name of ['f', 'g']) {
      expect(field((await it.get(`/flows/acme/${name}`)).body, 'name')).toBe('g');
      const trail = (await it.get(`/trails/acme/${name}/t`)).body;
      expect([field(trail, 'flow.name'), String(field(trail, 'html_url')).endsWith('/acme/flows/g/trails/t')]).toEqual(['g', true]);
      expect(field((await it.get(`/trails/acme/${name}`)).body, '0.flow.name')).toBe('g');
      expect(field((await it.get(`/trails/acme?flow=${name}`)).body, 'data.0.flow.name')).toBe('g');
      expect(field((await it.get(`/attestations/acme/${name}/trail/t/unit`)).body, '0.flow_name')).toBe('g');
      expect(field((await it.get(`/artifacts/acme/${name}/fingerprint/${fingerprint}`)).body, 'flow_name')).toBe('g');
    }
    expect(names((await it.get('/flows/acme')).body)).toEqual(['g']);
    expect(field((await it.get(`/attestations/acme?commit_list=${sha}`)).body, `${sha}.0.flow_name`)).toBe('g');
    expect(field((await it.get(`/search/acme/sha/${fingerprint}`)).body, 'artifacts.0.flow')).toBe('g');
  });

  test('still has the files of its records, under both names', async () => {
    const it = await withFlow();
    const id = String(field((await attest(it, 'f/t', {}, { content: '"a"' })).body, 'attestation_id'));
    await rename(it, 'f', 'g');
    for (const name of ['f', 'g']) {
      const { body, status } = await it.get(`/attestations/acme/${name}/trail/t/attestation/${id}/evidence`);
      expect([status, body]).toEqual([200, 'a']);
    }
  });

  test('takes what is reported under its old name', async () => {
    const it = await withFlow();
    await rename(it, 'f', 'g');
    await attest(it, 'f/later');
    expect(field((await it.get('/trails/acme/g/later')).body, 'flow.name')).toBe('g');
    expect(names((await it.get('/flows/acme')).body)).toEqual(['g']);
  });

  test('loses its old name to a flow that is created with it', async () => {
    const it = await withFlow();
    await rename(it, 'f', 'g');
    expect((await putFlow(it, 'f', 'version: 1\n')).status).toBe(201);
    expect(field((await it.get('/flows/acme/f')).body, 'name')).toBe('f');
    expect((await it.get('/trails/acme/f/t')).status).toBe(404);
    expect((await it.get('/trails/acme/g/t')).status).toBe(200);
    // A record leads to the flow that has it, not to the flow that took the name.
    expect(field((await it.get(`/attestations/acme?commit_list=${sha}`)).body, `${sha}.0.flow_name`)).toBe('g');
  });

  test('loses its old name to a flow that is renamed so', async () => {
    const it = await withFlow();
    await rename(it, 'f', 'g');
    await putFlow(it, 'other', 'version: 1\n');
    expect((await rename(it, 'other', 'f')).status).toBe(200);
    expect(field((await it.get('/flows/acme/f')).body, 'name')).toBe('f');
    expect(names((await it.get('/flows/acme')).body)).toEqual(['f', 'g']);
  });

  test('may have its old name back, or the one that it has', async () => {
    const it = await withFlow();
    await rename(it, 'f', 'g');
    expect([(await rename(it, 'f', 'g')).status, (await rename(it, 'g', 'f')).status]).toEqual([200, 200]);
    expect(names((await it.get('/flows/acme')).body)).toEqual(['f']);
    expect(field((await it.get('/flows/acme/g')).body, 'name')).toBe('f');
  });

  test.each([
    ['is one of another flow', 'f', 'other', 400, /has a flow 'other' already/],
    ['is none', 'f', 'new illegal name', 400, /errors/],
    ['is missing', 'f', undefined, 400, /errors/],
    ['is for a flow that there is not', 'nothing', 'g', 404, /There is no flow 'nothing'/],
  ])('is refused when the name %s', async (_, name, newName, status, said) => {
    const it = await withFlow();
    await putFlow(it, 'other', 'version: 1\n');
    const answer = await rename(it, name, newName);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringMatching(said)]);
    expect(names((await it.get('/flows/acme')).body)).toEqual(['f', 'other']);
  });
});

describe('a flow that is archived', () => {
  test('is no longer listed, and can still be read', async () => {
    const it = await withFlow();
    expect((await archive(it, 'f')).status).toBe(200);
    expect(names((await it.get('/flows/acme')).body)).toEqual([]);
    expect([(await it.get('/flows/acme/f')).status, (await it.get('/trails/acme/f/t')).status]).toEqual([200, 200]);
  });

  test('is listed again once somebody puts it again', async () => {
    const it = await withFlow();
    await archive(it, 'f');
    expect((await putFlow(it, 'f', 'version: 1\n')).status).toBe(200);
    expect(names((await it.get('/flows/acme')).body)).toEqual(['f']);
  });

  test('must be there', async () => {
    expect((await archive(await withFlow(), 'nothing')).status).toBe(404);
  });
});

test('the older form makes a flow whose artifact needs an attestation of any type for each name', async () => {
  const it = await world();
  const put = (body: object) => it.json('PUT', '/flows/acme', body);
  expect((await put({ name: 'f', description: 'd', visibility: 'public', template: ['unit', 'scan', 'unit'] })).status).toBe(201);
  const { body } = await it.get('/flows/acme/f');
  expect([field(body, 'description'), field(body, 'visibility')]).toEqual(['d', 'public']);
  await attest(it, 'f/t');
  const { body: trail } = await it.get('/trails/acme/f/t');
  const any = (name: string) => ({ name, type: '*' });
  expect(field(trail, 'template.trail')).toEqual({
    attestations: [],
    artifacts: [{ name: 'artifact', attestations: [any('unit'), any('scan')] }],
  });
  expect(field(trail, 'template.content')).toBe(field(body, 'template'));
  expect(field(trail, 'compliance_state')).toBe('INCOMPLETE');
  // A template without names changes nothing.
  expect((await put({ name: 'f', template: null })).status).toBe(200);
  expect(field((await it.get('/flows/acme/f')).body, 'template')).toBe(field(body, 'template'));
  expect((await put({ name: 'f', template: ['a b'] })).status).toBe(400);
});

test('what was renamed, archived and tagged is what the records say', async () => {
  const it = await withFlow();
  await rename(it, 'f', 'g');
  await putFlow(it, 'f', 'version: 1\n');
  await attest(it, 'f/t');
  await attest(it, 'g/t');
  await archive(it, 'f');
  await it.json('PATCH', '/tags/acme/flow/g', { set_tags: { a: 'b', c: 'd' } });
  await it.json('PATCH', '/tags/acme/flow/g', { set_tags: { a: 'e' }, remove_tags: ['c'] });
  await it.service.close();
  const { organizations, problem } = await verifyData({ dataDir: it.dataDir });
  expect([problem, organizations.map(({ problem: of }) => of)]).toEqual([undefined, [undefined]]);
});
