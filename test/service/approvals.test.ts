import { Check } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { Approval } from '../../src/contract/index.ts';
import { createToken, verifyData } from '../../src/service/index.ts';
import {
  another,
  approve,
  artifact,
  bob,
  earlier,
  eve,
  fingerprint,
  listOf,
  numbers,
  ofArtifact,
  older,
  withArtifact,
} from './approving.ts';
import { field, sha, world } from './support.ts';

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
