import { Check } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { Approval } from '../../src/contract/index.ts';
import { createToken, verifyData } from '../../src/service/index.ts';
import { attest, field, sha, world, type Answer, type Client, type World } from './support.ts';

const fingerprint = 'ab'.repeat(32);
const another = 'cd'.repeat(32);
const earlier = 'ef'.repeat(32);
const older = 'b'.repeat(40);

const bob = { state: 'APPROVED', comment: 'Fine', approved_by: 'bob', approval_url: 'https://chat.example/1' } as const;
const eve = { state: 'UNAPPROVED', comment: 'Not yet', approved_by: 'eve', approval_url: '' } as const;

function artifact(to: Client, more: Readonly<Record<string, unknown>> = {}, flow = 'f'): Promise<Answer> {
  const whole = { fingerprint, filename: 'shop.tgz', build_url: '', commit_url: '', git_commit: sha, trail_name: 't', ...more };
  return to.json('POST', `/artifacts/acme/${flow}`, whole);
}

function approve(to: Client, more: Readonly<Record<string, unknown>> = {}, flow = 'f'): Promise<Answer> {
  const whole = { artifact_fingerprint: fingerprint, description: 'Ready', src_commit_list: [sha], ...more };
  return to.json('POST', `/approvals/acme/${flow}`, whole);
}

/** A service with an artifact to approve. */
async function withArtifact(): Promise<World> {
  const it = await world();
  await artifact(it);
  return it;
}

const listOf = (body: unknown): readonly unknown[] => (Array.isArray(body) ? body : []);
const numbers = ({ body }: Answer): readonly unknown[] => listOf(body).map((each) => field(each, 'release_number'));
const ofArtifact = (to: Client, of = fingerprint): Promise<Answer> => to.get(`/artifacts/acme/f/${of}/approvals`);

describe('an approval', () => {
  test('is kept with all that was said of it, and with who is known to have said so', async () => {
    const it = await withArtifact();
    const said = { description: 'Ready', environment: 'production', user_data: { ticket: 7 }, src_commit_list: [sha, older] };
    const { body, status } = await approve(it, { ...said, approvals: [bob] });
    expect([status, body]).toMatchObject([201, { ...said, artifact_fingerprint: fingerprint, release_number: 1, state: 'APPROVED' }]);
    const [kept] = listOf((await ofArtifact(it)).body);
    expect(kept).toEqual({
      ...said,
      release_number: 1,
      state: 'APPROVED',
      base_artifact: fingerprint,
      artifact_name: 'shop.tgz',
      target_artifact: fingerprint,
      created_at: expect.any(Number),
      last_modified_at: field(kept, 'created_at'),
      approvals: [{ ...bob, timestamp: field(kept, 'created_at') }],
      reported_by: 'ada',
    });
    expect(Check(Approval, kept)).toBe(true);
    expect(Number(field(kept, 'created_at')) * 1000).toBeCloseTo(Date.now(), -5);
  });

  test('is valid everywhere, and holds no data, where nothing else is said', async () => {
    const it = await withArtifact();
    await approve(it, { environment: null, user_data: null, oldest_commit: null, approvals: null });
    expect((await it.get('/approvals/acme/f/1')).body).toMatchObject({ environment: null, user_data: {}, state: 'PENDING', approvals: [] });
  });

  test.each([
    ['requested, and nobody has said anything', [], 'PENDING'],
    ['given by all', [bob, bob], 'APPROVED'],
    ['refused by one of them', [bob, eve], 'UNAPPROVED'],
  ])('%s: its state is that', async (_, approvals, state) => {
    const it = await withArtifact();
    await approve(it, { approvals });
    expect((await it.get('/approvals/acme/f/1')).body).toMatchObject({ state });
  });

  test('of a request comes under a number of its own, and the request stays', async () => {
    const it = await withArtifact();
    await approve(it, { approvals: [] });
    const before = (await it.get('/approvals/acme/f/1')).body;
    expect(field((await approve(it, { approvals: [bob] })).body, 'release_number')).toBe(2);
    expect((await it.get('/approvals/acme/f/1')).body).toEqual(before);
    expect(listOf((await ofArtifact(it)).body).map((each) => field(each, 'state'))).toEqual(['PENDING', 'APPROVED']);
  });

  test('is based on the artifact that was made of the oldest commit, the latest of several', async () => {
    const it = await withArtifact();
    await artifact(it, { fingerprint: another, git_commit: older });
    await artifact(it, { fingerprint: earlier, git_commit: older });
    await artifact(it, { fingerprint: 'be'.repeat(32), git_commit: older }, 'other');
    await approve(it, { oldest_commit: older });
    await approve(it, { oldest_commit: 'd'.repeat(40) });
    const bases = [1, 2].map(async (number) => field((await it.get(`/approvals/acme/f/${number}`)).body, 'base_artifact'));
    expect(await Promise.all(bases)).toEqual([earlier, fingerprint]);
  });

  test('names its artifact as it was called when it was approved', async () => {
    const it = await withArtifact();
    await approve(it);
    await artifact(it, { filename: 'renamed.tgz' });
    await approve(it);
    expect(listOf((await ofArtifact(it)).body).map((each) => field(each, 'artifact_name'))).toEqual(['shop.tgz', 'renamed.tgz']);
  });

  test('says so on the trail of its artifact', async () => {
    const it = await withArtifact();
    await approve(it, { approvals: [bob, eve], environment: 'production' });
    await approve(it);
    const events = listOf(field((await it.get('/trails/acme/f/t')).body, 'events'));
    const common = { type: 'artifact_approval_reported', artifact_fingerprint: fingerprint, artifact_name: 'shop.tgz' };
    expect(events.slice(2)).toMatchObject([
      { ...common, approval_number: 1, state: 'UNAPPROVED', reviewer: 'bob, eve', environment_name: 'production' },
      { ...common, approval_number: 2, state: 'PENDING', reviewer: null, environment_name: null },
    ]);
  });

  test('of an artifact without a trail is kept all the same', async () => {
    const it = await world();
    await artifact(it, { trail_name: null });
    expect([(await approve(it, { approvals: [bob] })).status, numbers(await ofArtifact(it))]).toEqual([201, [1]]);
  });

  test('is there after a restart, and the log bears it out', async () => {
    const it = await withArtifact();
    await approve(it, { approvals: [bob] });
    const before = (await ofArtifact(it)).body;
    const again = await it.restart();
    expect((await ofArtifact(again)).body).toEqual(before);
    await again.service.close();
    expect(await verifyData({ dataDir: it.dataDir })).toMatchObject({ organizations: [{ problem: undefined }], problem: undefined });
  });

  test('by somebody else is told under that name, whoever is said to have approved', async () => {
    const it = await withArtifact();
    await createToken({ dataDir: it.dataDir, user: 'mallory', orgs: ['acme'], role: 'member', token: 'token-of-mallory' });
    await approve(it.as('token-of-mallory'), { approvals: [bob] });
    expect((await it.get('/approvals/acme/f/1')).body).toMatchObject({ reported_by: 'mallory', approvals: [{ approved_by: 'bob' }] });
  });

  test.each([
    ['a short fingerprint', { artifact_fingerprint: 'ab' }, 'artifact_fingerprint'],
    ['no description', { description: undefined }, 'description'],
    ['a commit that is none', { src_commit_list: ['main'] }, 'src_commit_list[0]'],
    ['an oldest commit that is none', { oldest_commit: 'main' }, 'oldest_commit'],
    ['an environment that no environment is called', { environment: 'a/b' }, 'environment'],
    ['a state of one person that is none', { approvals: [{ ...bob, state: 'PENDING' }] }, 'approvals[0].state'],
    ['a person who does not say why', { approvals: [{ ...bob, comment: undefined }] }, 'approvals[0].comment'],
    ['an unknown field', { state: 'APPROVED' }, 'state'],
    ['a link that runs', { approvals: [bob, { ...bob, approval_url: 'javascript:alert(1)' }] }, 'approvals[1].approval_url'],
  ])('with %s is refused, and takes no number', async (_, more, path) => {
    const it = await withArtifact();
    const { body, status } = await approve(it, more);
    expect([status, Object.keys(Object(field(body, 'errors')))]).toEqual([400, [path]]);
    expect(numbers(await it.get('/approvals/acme/f'))).toEqual([]);
  });

  test.each([
    ['a flow that is not there', 'g', fingerprint, "flow 'g'"],
    ['an artifact that is not there', 'f', another, another],
    ['an artifact of another flow', 'other', fingerprint, fingerprint],
  ])('of %s is refused by its name, and nothing is begun', async (_, flow, of, name) => {
    const it = await withArtifact();
    await artifact(it, { fingerprint: another }, 'other');
    const { body, status } = await approve(it, { artifact_fingerprint: of }, flow);
    expect([status, field(body, 'message')]).toEqual([404, expect.stringContaining(name)]);
    expect((await it.get('/flows/acme/g')).status).toBe(404);
  });
});

describe('the approvals', () => {
  test('of a flow count from 1, also when many come at once, and other flows count for themselves', async () => {
    const it = await withArtifact();
    await artifact(it, {}, 'other');
    await Promise.all(Array.from({ length: 30 }, () => approve(it)));
    await approve(it, {}, 'other');
    expect(numbers(await it.get('/approvals/acme/f?per_page=100'))).toEqual(Array.from({ length: 30 }, (_, index) => 30 - index));
    expect(numbers(await it.get('/approvals/acme/other'))).toEqual([1]);
  });

  test('of a flow come in pages, the latest first; of one artifact all at once, the oldest first', async () => {
    const it = await withArtifact();
    await artifact(it, { fingerprint: another });
    for (let index = 0; index < 25; index += 1) await approve(it, index % 5 === 0 ? { artifact_fingerprint: another } : {});
    const page = async (query: string) => numbers(await it.get(`/approvals/acme/f${query}`));
    expect(await page('')).toEqual(Array.from({ length: 20 }, (_, index) => 25 - index));
    expect(await page('?per_page=0')).toHaveLength(20);
    expect(await page('?page=2')).toEqual([5, 4, 3, 2, 1]);
    expect(await page('?page=3&per_page=10')).toEqual([5, 4, 3, 2, 1]);
    expect(await page('?page=4&per_page=10')).toEqual([]);
    expect((await it.get('/approvals/acme/f?per_page=101')).status).toBe(400);
    expect(numbers(await ofArtifact(it, another))).toEqual([1, 6, 11, 16, 21]);
    expect(numbers(await ofArtifact(it))).toHaveLength(20);
  });

  test('of one artifact are all there when they are more than are read at once', async () => {
    const it = await withArtifact();
    for (let index = 0; index < 6; index += 1) await Promise.all(Array.from({ length: 100 }, () => approve(it)));
    expect(numbers(await ofArtifact(it))).toEqual(Array.from({ length: 600 }, (_, index) => index + 1));
  }, 60_000);

  test('are told by number with their artifact, wherever it was reported', async () => {
    const it = await withArtifact();
    await artifact(it, { trail_name: 'u' });
    await artifact(it, { fingerprint: another });
    for (const of of [fingerprint, another, fingerprint]) await approve(it, { artifact_fingerprint: of });
    const shown = listOf((await it.get('/artifacts/acme')).body).map((each) => [
      field(each, 'fingerprint'),
      field(each, 'trail_name'),
      field(each, 'releases'),
      field(each, 'approvals'),
    ]);
    expect(shown).toEqual([
      [another, 't', [2], [2]],
      [fingerprint, 'u', [1, 3], [1, 3]],
      [fingerprint, 't', [1, 3], [1, 3]],
    ]);
  });

  test('of nothing are an empty list; of what is not there, a message that names it', async () => {
    const it = await withArtifact();
    expect((await ofArtifact(it)).body).toEqual([]);
    expect((await it.get('/approvals/acme/f')).body).toEqual([]);
    for (const [path, name] of [
      [`/artifacts/acme/f/${another}/approvals`, another],
      [`/artifacts/acme/g/${fingerprint}/approvals`, "'g'"],
      ['/approvals/acme/g', "'g'"],
      ['/approvals/acme/g/1', "'g'"],
      ['/approvals/acme/f/1', 'approval 1 '],
    ] as const) {
      const { body, status } = await it.get(path);
      expect([status, field(body, 'message')], path).toEqual([404, expect.stringContaining(name)]);
    }
  });
});

describe('one approval', () => {
  test('is found by its number, or counted from the latest', async () => {
    const it = await withArtifact();
    for (const description of ['one', 'two', 'three']) await approve(it, { description });
    const found = async (number: string) => field((await it.get(`/approvals/acme/f/${number}`)).body, 'description');
    expect(await Promise.all(['1', '3', '-1', '-3', '0', '4', '-4'].map(found))).toEqual([
      'one',
      'three',
      'three',
      'one',
      undefined,
      undefined,
      undefined,
    ]);
    expect((await it.get('/approvals/acme/f/latest')).status).toBe(400);
  });

  test('tells for each of its commits which artifacts of the flow were made of it; in a list they are bare', async () => {
    const it = await withArtifact();
    await artifact(it, { fingerprint: another });
    await artifact(it, { trail_name: 'u' });
    await artifact(it, { fingerprint: earlier }, 'other');
    await approve(it, { src_commit_list: [older, sha] });
    expect(field((await it.get('/approvals/acme/f/1')).body, 'src_commit_list')).toEqual([
      { commit_sha: older, artifact_fingerprints: [] },
      { commit_sha: sha, artifact_fingerprints: [fingerprint, another] },
    ]);
    for (const path of ['/approvals/acme/f', `/artifacts/acme/f/${fingerprint}/approvals`])
      expect(field((await it.get(path)).body, '0.src_commit_list')).toEqual([older, sha]);
  });
});

test('the commit that runs in an environment is not known where nothing runs', async () => {
  const it = await withArtifact();
  expect((await it.get('/approvals/acme/f/artifact-commit/production')).body).toEqual({ commit_sha: null });
  expect((await it.get('/approvals/acme/g/artifact-commit/production')).status).toBe(404);
});

test('an approval changes nothing of what the evidence says', async () => {
  const it = await withArtifact();
  await attest(it, 'f/t', { attestation_name: 'scan', artifact_fingerprint: fingerprint });
  const before = field((await it.get('/trails/acme/f/t')).body, 'compliance_status');
  await approve(it, { approvals: [eve] });
  expect(field((await it.get('/trails/acme/f/t')).body, 'compliance_status')).toEqual(before);
});
