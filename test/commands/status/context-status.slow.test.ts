import { describe, expect, test } from 'vitest';
import type { Said } from '../../../src/commands/status/context-status.ts';
import type { GitHubApiOptions, ListedStatus } from '../../support/github-api/open.ts';
import { bare, between, listed, no, open, running, shown, states, still, yes } from './one-context.ts';

describe('whoever comes between', () => {
  test('a no of another slot turns our success into a failure that names it', async () => {
    const { api, status } = await open([], { onStatus: between(1, listed('failure', 'no', { job: 'e2e' })) });
    await status.end(yes, still);
    expect(states(api)).toEqual(['success']);
    expect(shown(api)).toBe('failure');
  });

  test.each([1, 3])('a success of another slot after our failure is replaced (%i times)', async (times) => {
    const { api, status } = await open([], { onStatus: between(times, listed('success', 'yes', { job: 'e2e' })) });
    await status.end(no, still);
    expect(states(api)).toEqual(Array.from({ length: times + 1 }, () => 'failure'));
    expect(shown(api)).toBe('failure');
  });

  test('after the third correction it is an error, and the job fails', async () => {
    const { api, status } = await open([], { onStatus: between(99, listed('success', 'yes', { job: 'e2e' })) });
    await expect(status.end(no, still)).rejects.toMatchObject({ message: expect.stringContaining('(4 times)') });
    expect(states(api)).toEqual(['failure', 'failure', 'failure', 'failure', 'error']);
  });

  test('a success without a mark does not stay over our failure, nor a pending over our success', async () => {
    const red = await open([], { onStatus: between(1, bare('success')) });
    await red.status.end(no, still);
    expect(shown(red.api)).toBe('failure');
    const green = await open([], { onStatus: between(1, bare('pending')) });
    await green.status.end(yes, still);
    expect(shown(green.api)).toBe('success');
  });

  test('a trail that changed makes the success a failure, and that is what counts', async () => {
    const { api, status } = await open([]);
    expect(await status.end(yes, () => Promise.resolve(no))).toBe(no);
    expect(states(api)).toEqual(['success', 'failure']);
    expect(api.statuses.at(-1)).toMatchObject({ description: expect.stringContaining('unit has 1 failed test') });
  });
});

describe('what comes late', () => {
  test('a success after a newer failure of another slot shows the failure', async () => {
    const { api, status } = await open([listed('failure', 'no', { job: 'e2e', run: '21.1' })]);
    await status.end(yes, still);
    expect(api.statuses).toMatchObject([
      { state: 'failure', description: 'Not compliant: #7 › e2e says no in run 21: run it again, or push' },
    ]);
  });

  test('a success after a newer failure of the same slot shows the failure, and names the run to repeat', async () => {
    const { api, status } = await open([listed('failure', 'no', { run: '21.1' })]);
    await status.end(yes, still);
    expect(shown(api)).toBe('failure');
    expect(api.statuses.at(-1)?.['description']).toBe('Not compliant: newer run 21 of #7 › gate says no: run that one again, or push');
  });

  test('a failure of an older run after a newer success leaves the success', async () => {
    const { api, status } = await open([listed('success', 'yes', { run: '21.1' })]);
    await status.begin(running);
    await status.end(no, still);
    expect(shown(api)).toBe('success');
  });

  test.each([
    ['of this run', { run: '77.1', by: '30.1' }, { run: '77.1', by: '31.1' }],
    ['of a newer run', { run: '77.1' }, { run: '78.1' }],
    ['of a newer attempt', { run: '77.1' }, { run: '77.2' }],
  ])('an in_progress after the verdict %s sets nothing', async (_, ours, theirs) => {
    const { api, status } = await open([listed('success', 'yes', theirs)], {}, ours);
    await status.begin({ ...running, word: 'awaiting' });
    expect(api.statuses).toEqual([]);
  });

  test('a newer attempt is pending over an older success, and over an older failure it stays red', async () => {
    const green = await open([listed('success', 'yes')], {}, { run: '20.2' });
    await green.status.begin(running);
    expect(states(green.api)).toEqual(['pending']);
    const red = await open([listed('failure', 'no')], {}, { run: '20.2' });
    await red.status.begin(running);
    expect(states(red.api)).toEqual(['failure']);
    expect(red.api.statuses.at(-1)?.['description']).toContain('checked again now');
    await red.status.end(yes, still);
    expect(shown(red.api)).toBe('success');
  });
});

describe('a read that fails', () => {
  const refusing = (...reads: readonly number[]): GitHubApiOptions => {
    let read = 0;
    return { refuse: (line) => (/^GET .*\/statuses\?/.test(line) && reads.includes((read += 1)) ? { status: 404 } : undefined) };
  };

  test.each([
    ['before the status was set', 1, ['error']],
    ['after it', 2, ['success', 'error']],
  ])('%s is an error, and the job fails', async (_, at, expected) => {
    const { api, status } = await open([], refusing(at));
    await expect(status.end(yes, still)).rejects.toMatchObject({ status: 404 });
    expect(states(api)).toEqual(expected);
    expect(api.statuses.at(-1)?.['description']).toContain('could not be read');
  });

  test('of the trail, after the success was set, is an error, and the job fails', async () => {
    const { api, status } = await open([]);
    await expect(status.end(yes, () => Promise.reject(new Error('The service is down')))).rejects.toThrow('The service is down');
    expect(states(api)).toEqual(['success', 'error']);
  });

  test('at the beginning fails the job, and sets nothing', async () => {
    const { api, status } = await open([], refusing(1));
    await expect(status.begin(running)).rejects.toMatchObject({ status: 404 });
    expect(api.statuses).toEqual([]);
  });
});

describe('a list that lags', () => {
  /** GitHub lists a status so late after it was set. */
  const late = (milliseconds: number): GitHubApiOptions => ({
    onStatus: (api) => {
      const status = api.listed.pop();
      if (status !== undefined && milliseconds < 60_000) setTimeout(() => api.listed.push(status), milliseconds);
    },
  });

  test('is read again', async () => {
    const { api, status } = await open([], late(500));
    await status.end(yes, still);
    expect(states(api)).toEqual(['success']);
  });

  test('for ever is an error, and the job fails', { timeout: 30_000 }, async () => {
    const { api, status } = await open([], late(60_000));
    await expect(status.end(yes, still)).rejects.toMatchObject({ message: expect.stringContaining('does not list it') });
    expect(states(api)).toEqual(['success', 'error']);
  });
});

describe('nothing is posted', () => {
  test.each<[string, Said, ListedStatus]>([
    ['where this attempt said yes, and that shows', yes, listed('success', 'yes')],
    ['where it said no, and that shows', no, listed('failure', 'no')],
  ])('%s', async (_, said, before) => {
    const { api, status } = await open([before]);
    await status.end(said, still);
    expect(api.statuses).toEqual([]);
  });

  test.each<[string, Said, readonly ListedStatus[], string]>([
    ['another state shows', yes, [listed('pending', 'yes')], 'success'],
    ['another slot shows it', yes, [listed('success', 'yes', { job: 'e2e' })], 'success'],
    ['an older attempt shows it', yes, [listed('success', 'yes', { run: '19.1' })], 'success'],
    ['another word shows it', no, [listed('failure', 'yes')], 'failure'],
    ['another account shows it for a newer run', no, [listed('success', 'yes', { run: '21.1' }, { account: 'mallory' })], 'failure'],
  ])('but where %s', async (_, said, before, state) => {
    const { api, status } = await open(before);
    await status.end(said, still);
    expect(api.statuses.length).toBeGreaterThan(0);
    expect(shown(api)).toBe(state);
  });
});
