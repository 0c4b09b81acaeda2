import { describe, expect, test } from 'vitest';
import { another, approve, artifact, earlier, eve, fingerprint, listOf, numbers, ofArtifact, older, withArtifact } from './approving.ts';
import { attest, field, sha, world, type Client } from './support.ts';
import { print, putEnvironment, report } from './environment-support.ts';

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
      expect([path, status, field(body, 'message')]).toEqual([path, 404, expect.stringContaining(name)]);
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

describe('the commit that runs in an environment', () => {
  const running = async (to: Client, environment = 'production') =>
    field((await to.get(`/approvals/acme/f/artifact-commit/${environment}`)).body, 'commit_sha');

  test('is that of the artifact of the flow that began last to run there, as long as it does', async () => {
    const it = await world();
    for (const name of ['production', 'staging']) await putEnvironment(it, name);
    await artifact(it, { fingerprint: print('a'), git_commit: older });
    await artifact(it, { fingerprint: print('b'), git_commit: sha });
    await artifact(it, { fingerprint: print('c'), git_commit: 'd'.repeat(40) }, 'other');
    expect(await running(it)).toBeNull();
    await report(it, 'production', 'ac');
    expect([await running(it), await running(it, 'staging')]).toEqual([older, null]);
    await report(it, 'production', 'abc');
    expect(await running(it)).toBe(sha);
    await report(it, 'production', 'ac');
    expect(await running(it)).toBe(older);
    await report(it, 'production', 'c');
    expect(await running(it)).toBeNull();
  });

  test('is that of its parts where it is made of others', async () => {
    const it = await world();
    await putEnvironment(it, 'production');
    await putEnvironment(it, 'all', { type: 'logical', included_environments: ['production'] });
    await artifact(it, { fingerprint: print('a') });
    await report(it, 'production', 'a');
    expect(await running(it, 'all')).toBe(sha);
  });

  test('is not told of a flow or an environment that is not there', async () => {
    const it = await withArtifact();
    await putEnvironment(it, 'production');
    for (const [path, name] of [
      ['/approvals/acme/g/artifact-commit/production', "'g'"],
      ['/approvals/acme/f/artifact-commit/prod', "'prod'"],
    ] as const) {
      const { body, status } = await it.get(path);
      expect([status, field(body, 'message')]).toEqual([404, expect.stringContaining(name)]);
    }
  });
});

test('an approval changes nothing of what the evidence says', async () => {
  const it = await withArtifact();
  await attest(it, 'f/t', { attestation_name: 'scan', artifact_fingerprint: fingerprint });
  const before = field((await it.get('/trails/acme/f/t')).body, 'compliance_status');
  await approve(it, { approvals: [eve] });
  expect(field((await it.get('/trails/acme/f/t')).body, 'compliance_status')).toEqual(before);
});
