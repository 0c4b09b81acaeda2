import { describe, expect, test } from 'vitest';
import type { GitHubApi, GitHubApiOptions, ListedStatus } from '../../support/github-api/open.ts';
import { bare, between, listed, no, open, running, sha, shown, states, still, yes, type OwnFacts } from './one-context.ts';

describe('with many statuses', () => {
  const many = (count: number, state = 'pending'): readonly ListedStatus[] =>
    Array.from({ length: count }, () => listed(state, 'running', { run: '19.1' }));

  test('899 leave room for a success', async () => {
    const { api, status } = await open(many(899));
    await status.end(yes, still);
    expect(shown(api)).toBe('success');
  });

  test.each([900, 998])('%i leave room for a no alone, and a yes fails the job', async (count) => {
    const green = await open(many(count));
    await green.status.begin(running);
    await expect(green.status.end(yes, still)).rejects.toMatchObject({
      message: expect.stringContaining(`has ${count} statuses named compliance/shop`),
      fix: 'Push a new commit',
    });
    expect(green.api.statuses).toEqual([]);
    const red = await open(many(count));
    await red.status.end(no, still);
    expect(states(red.api)).toEqual(['failure']);
  });

  test('999 leave room for one, and 1,000 for none: then the job fails', async () => {
    const last = await open(many(999));
    await last.status.end(no, still);
    expect(shown(last.api)).toBe('failure');
    const full = await open(many(1_000));
    await expect(full.status.end(no, still)).rejects.toMatchObject({ status: 422 });
  });
});

describe('a name that two flows share', () => {
  test.each<[string, OwnFacts, string]>([
    ['two organizations have', { org: 'globex' }, 'flow shop of organization acme and of flow shop of organization globex'],
    ['differs by case alone', { flow: 'Shop' }, 'flow shop of organization acme and of flow Shop of organization acme'],
  ])('which %s is an error that names both', async (_, other, both) => {
    const { api, status } = await open([listed('success', 'yes', other, { context: 'Compliance/Shop' })]);
    await expect(status.begin(running)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining(both),
      fix: expect.stringContaining('status-context: compliance/acme/shop'),
    });
    expect(states(api)).toEqual(['error']);
    expect(api.statuses[0]?.['description']).toContain('give one a status-context');
  });

  test('is seen as well when the other one comes between', async () => {
    const { api, status } = await open([], { onStatus: between(1, listed('success', 'yes', { org: 'globex' })) });
    await expect(status.end(yes, still)).rejects.toMatchObject({ code: 'invalid-input' });
    expect(states(api)).toEqual(['success', 'error']);
  });
});

describe('another account', () => {
  test.each([
    ['failure', 'failure'],
    ['error', 'failure'],
    ['success', 'success'],
    ['pending', 'success'],
  ])('that set %s: our yes is a %s', async (theirs, state) => {
    const { api, status } = await open([bare(theirs)]);
    await status.end(yes, still);
    expect(shown(api)).toBe(state);
    const words = state === 'failure' ? `ada set ${theirs} in this name by other means: set success there, or push` : 'Compliant';
    expect(api.statuses.at(-1)?.['description']).toBe(words);
  });

  test('that says yes for a slot of ours is not believed', async () => {
    const red = listed('failure', 'no', { job: 'e2e' });
    const forged = listed('success', 'yes', { job: 'e2e', run: '99.1' }, { account: 'mallory' });
    const { api, status } = await open([red, forged]);
    await status.end(yes, still);
    expect(shown(api)).toBe('failure');
  });

  test('is not taken for ours before GitHub has named it: our no is never shown as a success', async () => {
    const forged = listed('success', 'yes', { run: '99.1' }, { account: 'mallory' });
    const { api, status } = await open([listed('success', 'yes', { job: 'e2e' }), forged]);
    await status.end(no, still);
    expect(states(api)).toEqual(['failure']);
  });

  test('whose token this is, is believed, and no other one', async () => {
    const red = listed('failure', 'no', { job: 'e2e' }, { account: 'release-bot' });
    const green = listed('success', 'yes', { job: 'e2e', run: '20.2' }, { account: 'release-bot' });
    const { api, status } = await open([red, green], { account: 'release-bot' });
    await status.end(yes, still);
    expect(shown(api)).toBe('success');
  });
});

describe('GitHub is asked', () => {
  const pulls = (state: 'open' | 'closed'): GitHubApiOptions => ({
    pullRequests: [{ number: 8, state, sha, branch: 'topic', repository: 'acme/shop' }],
  });
  const questions = ({ asked }: GitHubApi): readonly string[] => asked.filter((line) => !line.includes('/statuses'));

  test.each([
    ['closed', 'success'],
    ['open', 'failure'],
  ] as const)('about the pull request of a slot that says no: %s is a %s', async (state, expected) => {
    const { api, status } = await open([listed('failure', 'no', { run: '19.1', pullRequests: [8] })], pulls(state));
    await status.end(yes, still);
    expect(shown(api)).toBe(expected);
    expect(questions(api)).toContain('GET /repos/acme/shop/pulls/8');
  });

  test('not whether our own slot is over: a newer no of it holds', async () => {
    const { api, status } = await open([listed('failure', 'no', { run: '21.1', pullRequests: [8] })], pulls('closed'), {
      pullRequests: [8],
    });
    await status.end(yes, still);
    expect(shown(api)).toBe('failure');
    expect(questions(api)).toEqual([]);
  });

  test('whether another run has ended: also a newer one of this slot that said nothing', async () => {
    for (const [status, expected] of [
      ['in_progress', 'pending'],
      ['completed', 'success'],
    ] as const) {
      const { api, status: own } = await open([listed('pending', 'running', { run: '21.1' })], { runs: { 21: { status } } });
      await own.end(yes, still);
      expect(shown(api)).toBe(expected);
    }
  });

  test('not about other jobs of this run, and not where its own no decides', async () => {
    const waits = await open([listed('pending', 'running', { job: 'e2e' })]);
    await waits.status.end(yes, still);
    expect(shown(waits.api)).toBe('pending');
    const red = await open(Array.from({ length: 30 }, (_, at) => listed('failure', 'no', { job: `leg-${at}`, run: '19.1' })));
    await red.status.end(no, still);
    expect([...questions(waits.api), ...questions(red.api)]).toEqual([]);
  });

  test('no further than to the first that holds', async () => {
    const before = Array.from({ length: 30 }, (_, at) => listed('failure', 'no', { job: `leg-${at}`, run: '19.1', pullRequests: [8] }));
    const { api, status } = await open(before, pulls('open'));
    await status.end(yes, still);
    expect(shown(api)).toBe('failure');
    expect(questions(api)).toHaveLength(2);
  });

  test('about twenty at most: the others hold', async () => {
    const before = Array.from({ length: 21 }, (_, at) => listed('failure', 'no', { job: `leg-${at}`, run: '19.1', pullRequests: [8] }));
    const { api, status } = await open(before, pulls('closed'));
    await status.end(yes, still);
    expect(shown(api)).toBe('failure');
  });
});

test('a run that waits for approval holds up no other pull request, and replaces nothing of it', async () => {
  const { api, status } = await open([listed('success', 'yes', { pullRequests: [7] })], {}, { run: '77.1', pullRequests: [8] });
  await status.begin({ ...running, word: 'unapproved' });
  expect(shown(api)).toBe('success');
  const alone = await open([], {}, { run: '77.1', pullRequests: [8] });
  await alone.status.begin({ ...running, word: 'unapproved' });
  expect(states(alone.api)).toEqual(['pending']);
});

const cancelled = { word: 'no', state: 'error', words: 'The run was cancelled' } as const;

test('a run without time says no with one look', async () => {
  const { api, status } = await open([listed('success', 'yes')]);
  await status.endAtOnce(cancelled);
  expect(states(api)).toEqual(['error']);
  expect(api.asked).toHaveLength(2);
});

test('a run without time says no though nothing can be read', async () => {
  const { api, status } = await open([], { refuse: (line) => (line.startsWith('GET') ? { status: 403 } : undefined) });
  await status.endAtOnce(cancelled);
  expect(states(api)).toEqual(['error']);
});

test('a run that was cancelled for a newer one leaves the word of that one', async () => {
  const { api, status } = await open([listed('success', 'yes', { run: '21.1' })]);
  await status.endAtOnce(cancelled);
  expect(states(api)).toEqual([]);
});
