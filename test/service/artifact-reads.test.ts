import { describe, expect, test } from 'vitest';
import { attest, field, sha, world, type Client } from './support.ts';

const one = 'aa'.repeat(32);
const two = 'bb'.repeat(32);
const three = 'cc'.repeat(32);
const other = 'b'.repeat(40);

async function report(
  to: Client,
  fingerprint: string,
  trail: string | null,
  commit: string | null,
  branch?: string,
  flow = 'f',
): Promise<void> {
  const body = { fingerprint, filename: 'a', build_url: '', commit_url: '', trail_name: trail, git_commit: commit };
  const info = commit === null || branch === undefined ? {} : { git_commit_info: { sha1: commit, branch } };
  expect((await to.json('POST', `/artifacts/acme/${flow}`, { ...body, ...info })).status).toBe(201);
}

describe('the artifacts of a commit', () => {
  test('are those of the flow, and of the trail where one is named, the latest first', async () => {
    const it = await world();
    await report(it, one, 't', sha);
    await report(it, two, 'u', sha);
    await report(it, three, 't', other);
    await report(it, three, 't', sha, undefined, 'g');
    const found = async (query = '', commit = sha) => {
      const { body } = await it.get(`/artifacts/acme/f/commit_sha/${commit}${query}`);
      return Array.isArray(body) ? body.map((each) => field(each, 'fingerprint')) : body;
    };
    expect([await found(), await found('?trail=t'), await found('', other), await found('', 'c'.repeat(40))]).toEqual([
      [two, one],
      [one],
      [three],
      [],
    ]);
    expect((await it.get(`/artifacts/acme/nothing/commit_sha/${sha}`)).status).toBe(404);
    expect((await it.get('/artifacts/acme/f/commit_sha/abc')).status).toBe(400);
  });
});

describe('the latest commit of a flow', () => {
  test('is that of its latest artifact, this one left out, on the branch that is named', async () => {
    const it = await world();
    await report(it, one, 't', sha, 'main');
    await report(it, two, 't', other, 'topic');
    await report(it, three, 't', null);
    const latest = async (of: string, query = '') => (await it.get(`/artifacts/acme/f/${of}/latest_commit${query}`)).body;
    expect([await latest(three), await latest(two), await latest(one, '?branch=main'), await latest(three, '?branch=main')]).toEqual(
      [other, sha, null, sha].map((latest_commit) => ({ latest_commit })),
    );
    expect(await latest('dd'.repeat(32), '?branch=nothing')).toEqual({ latest_commit: null });
  });

  test('is none before the first report, in a flow that is there', async () => {
    const it = await world();
    await attest(it, 'f/t');
    const answer = await it.get(`/artifacts/acme/f/${one}/latest_commit?branch=main`);
    expect([answer.status, answer.body]).toEqual([200, { latest_commit: null }]);
    expect((await it.get(`/artifacts/acme/nothing/${one}/latest_commit`)).status).toBe(404);
  });
});

describe('an artifact that several trails have', () => {
  test('is the one of the trail that is named, or of one of its attestations', async () => {
    const it = await world();
    await report(it, one, 't', sha);
    const { body } = await attest(it, 'f/t', { artifact_fingerprint: one });
    const id = String(field(body, 'attestation_id'));
    await report(it, one, 'u', sha);
    const ask = (query: string, of = one, flow = 'f') => it.get(`/artifacts/acme/${flow}/fingerprint/${of}${query}`);
    const trail = async (query: string) => field((await ask(query)).body, 'trail_name');
    expect([await trail(''), await trail('?trail=t'), await trail(`?attestation_id=${id}`)]).toEqual(['u', 't', 't']);
    expect([(await ask(`?attestation_id=${id}&trail=t`)).status, (await ask(`?attestation_id=${id}&trail=u`)).status]).toEqual([200, 404]);
    await report(it, two, 't', sha);
    await report(it, one, 't', sha, undefined, 'g');
    const unknown = '00000000-0000-0000-0000-00000000';
    const statuses = [
      await ask(`?attestation_id=${id}`, two),
      await ask(`?attestation_id=${unknown}`),
      await ask('?attestation_id=x'),
      // The record is about the same fingerprint on a trail of that name, but in another flow.
      await ask(`?attestation_id=${id}`, one, 'g'),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 400, 404]);
  });
});

test('a repository that no artifact is of is told from one whose artifacts are on an earlier page', async () => {
  const it = await world();
  const body = { fingerprint: one, filename: 'a', build_url: '', commit_url: '', repo_info: { name: 'acme/shop', url: '' } };
  await it.json('POST', '/artifacts/acme/f', body);
  const ask = async (query: string) => (await it.get(`/artifacts/acme?repo_name=${query}`)).status;
  expect([await ask('acme/shop'), await ask('acme/shop&page=2'), await ask(''), await ask('acme/shpo')]).toEqual([200, 200, 200, 404]);
});

test('the commits since the artifact before it are kept with a report, up to a thousand', async () => {
  const it = await world();
  const commits = (count: number) => Array.from({ length: count }, (_, index) => ({ sha1: index.toString(16).padStart(40, '0') }));
  const ask = (commits_list: unknown) =>
    it.json('POST', '/artifacts/acme/f', { fingerprint: one, filename: 'a', build_url: '', commit_url: '', commits_list });
  expect((await ask(commits(2))).status).toBe(201);
  expect(field((await it.get(`/artifacts/acme/f/fingerprint/${one}`)).body, 'commits_list')).toEqual(commits(2));
  expect([(await ask(commits(1000))).status, (await ask(commits(1001))).status, (await ask([{ sha1: 'abc' }])).status]).toEqual([
    201, 400, 400,
  ]);
});

test('the page of an artifact is named by its fingerprint and its identifier', async () => {
  const it = await world();
  await report(it, one, null, sha);
  const { body } = await it.get(`/artifacts/acme/f/fingerprint/${one}`);
  const page = new RegExp(`^http://[^/]+/acme/flows/f/artifacts/${one}\\?artifact_id=${String(field(body, 'id'))}$`);
  expect(field(body, 'html_url')).toMatch(page);
  expect(field((await it.get(`/search/acme/sha/${one}`)).body, 'artifacts.0.html_url')).toMatch(page);
});
