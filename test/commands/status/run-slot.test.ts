import { tmpdir } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contextOf } from '../../../src/commands/index.ts';
import { runSlot, type RunSlot, type SlotFacts } from '../../../src/commands/status/context-status.ts';
import type { EventFacts } from '../../../src/git/index.ts';
import { openGitHubApi, type GitHubApiOptions, type PullRequest } from '../../support/github-api/open.ts';

const sha = 'a'.repeat(40);
const { event: away } = contextOf({}, tmpdir(), new AbortController().signal, () => {});
const push: EventFacts = {
  ...away,
  eventName: 'push',
  sha,
  ref: 'refs/heads/main',
  repository: 'acme/shop',
  runId: '20',
  runAttempt: '1',
  workflow: 'CI',
  workflowFile: { repository: 'acme/shop', path: '.github/workflows/ci.yml', ref: 'refs/heads/main' },
  job: 'gate',
  payload: { ref: 'refs/heads/main', after: sha },
};
const facts: SlotFacts = { org: 'acme', flow: 'shop', sha, isClaimed: false, matrix: null, leg: undefined };
const shop = { full_name: 'acme/shop' };

/** The event of a pull request. */
function pull(number: number): EventFacts {
  const head = { sha, ref: 'topic', repo: shop };
  const payload = { number, repository: shop, pull_request: { number, head, base: { ref: 'main', repo: shop } } };
  const ref = `refs/pull/${number}/merge`;
  const workflowFile = { repository: 'acme/shop', path: '.github/workflows/ci.yml', ref };
  return { ...push, eventName: 'pull_request', sha: 'd'.repeat(40), ref, payload, workflowFile };
}

/** The event that follows a run. */
function follows(run: object): EventFacts {
  const followed = {
    id: 77,
    run_attempt: 1,
    name: 'Tests',
    path: '.github/workflows/tests.yml',
    event: 'pull_request',
    head_sha: sha,
    head_branch: 'topic',
    head_repository: { full_name: 'mallory/shop' },
    repository: shop,
    pull_requests: [],
    ...run,
  };
  return { ...push, eventName: 'workflow_run', payload: { action: 'completed', repository: shop, workflow_run: followed } };
}

async function slotOf(event: EventFacts, more: Partial<SlotFacts> = {}, options: GitHubApiOptions = {}): Promise<RunSlot> {
  const api = await openGitHubApi(options);
  onTestFinished(async () => {
    await api.close();
    expect(api.breaches).toEqual([]);
  });
  const access = { token: 'ghs_token', apiUrl: api.url, repository: 'acme/shop', firstPause: 1 };
  return runSlot(event, { ...facts, ...more }, (work) => work(access));
}

const keyOf = async (...given: Parameters<typeof slotOf>): Promise<string> => (await slotOf(...given)).slot.key;
const opened = (number: number): PullRequest => ({ number, sha, branch: 'topic', repository: 'mallory/shop' });

test('runs and attempts of one job at one commit are one slot', async () => {
  expect(await keyOf({ ...push, runId: '21', runAttempt: '3' })).toBe(await keyOf(push));
  expect(await slotOf({ ...push, runId: '21', runAttempt: '3' })).toMatchObject({ of: { run: '21', attempt: '3' }, by: undefined });
});

test.each<[string, EventFacts, Partial<SlotFacts>]>([
  ['organization', push, { org: 'globex' }],
  ['flow', push, { flow: 'Shop' }],
  ['event', { ...push, eventName: 'schedule' }, {}],
  ['branch', { ...push, ref: 'refs/heads/topic' }, {}],
  ['tag of the name of the branch', { ...push, ref: 'refs/tags/main' }, {}],
  ['pull request', pull(7), {}],
  ['workflow', { ...push, workflow: 'Nightly' }, {}],
  ['file', { ...push, workflowFile: { repository: 'acme/shop', path: '.github/workflows/b.yml', ref: 'refs/heads/main' } }, {}],
  ['job', { ...push, job: 'e2e' }, {}],
  ['leg of a matrix', push, { matrix: { os: 'linux' } }],
  ['label of a leg', push, { leg: 'linux' }],
  ['whose claims it tells', push, { isClaimed: true }],
])('another %s is another slot', async (_, event, more) => {
  expect(await keyOf(event, more)).not.toBe(await keyOf(push));
});

test('two pull requests are two slots, whose files are looked for at the head', async () => {
  const [seven, eight] = [await slotOf(pull(7)), await slotOf(pull(8))];
  expect(seven.slot.key).not.toBe(eight.slot.key);
  expect(seven).toMatchObject({
    slot: { label: 'pull_request #7 › ci.yml › gate', pullRequests: [7], workflow: { ref: 'refs/pull/7/merge' } },
    file: { path: '.github/workflows/ci.yml', ref: sha },
  });
  expect((await slotOf(push)).file).toEqual({ path: '.github/workflows/ci.yml', ref: 'main' });
});

describe('a run that follows another', () => {
  test('speaks for that one, and is of its pull request', async () => {
    const { by, of, slot } = await slotOf(follows({ run_attempt: 2 }), {}, { pullRequests: [opened(7)] });
    expect({ by, of }).toEqual({ by: { run: '20', attempt: '1' }, of: { run: '77', attempt: '2' } });
    expect(slot).toMatchObject({ label: 'pull_request #7 › tests.yml › gate', pullRequests: [7] });
  });

  test('of a push is of no pull request, though GitHub names one that was opened since', async () => {
    const before = await slotOf(follows({ event: 'push' }));
    const since = await slotOf(follows({ event: 'push', pull_requests: [{ number: 7 }] }));
    expect(since.slot).toEqual(before.slot);
    expect(since.slot.pullRequests).toEqual([]);
  });

  test('of either of two pull requests is a slot of its own', async () => {
    const both = { pullRequests: [opened(7), opened(9)] };
    const first = await slotOf(follows({}), {}, both);
    expect(first.slot.pullRequests).toEqual([7, 9]);
    expect(await keyOf(follows({ id: 78 }), {}, both)).not.toBe(first.slot.key);
    expect(await keyOf(follows({ run_attempt: 2 }), {}, both)).toBe(first.slot.key);
  });

  test('is of those that the event names where GitHub may not be asked', async () => {
    const { slot } = await slotOf(follows({ pull_requests: [{ number: 7 }] }), {}, { refuse: () => ({ status: 403 }) });
    expect(slot.pullRequests).toEqual([7]);
  });

  test('differs by the workflow that follows', async () => {
    const other = { repository: 'acme/shop', path: '.github/workflows/other.yml', ref: 'refs/heads/main' };
    expect(await keyOf({ ...follows({}), workflowFile: other })).not.toBe(await keyOf(follows({})));
  });
});

test.each([[{ runId: undefined }], [{ runAttempt: undefined }], [{ runId: 'abc' }], [{ runAttempt: '0' }]])(
  'without a run no status is set (%j)',
  async (more) => {
    await expect(slotOf({ ...push, ...more })).rejects.toMatchObject({
      code: 'missing-input',
      message: expect.stringContaining('GITHUB_RUN_ID'),
    });
  },
);
