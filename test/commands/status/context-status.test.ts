import { describe, expect, onTestFinished, test } from 'vitest';
import { openContextStatus, type ContextStatus, type Said } from '../../../src/commands/status/context-status.ts';
import type { OwnSlot } from '../../../src/commands/status/own-slot.ts';
import type { StatusWord } from '../../../src/gate/index.ts';
import { markedLink, slotKey } from '../../../src/github/status/mark.ts';
import { openGitHubApi, type GitHubApi, type GitHubApiOptions, type ListedStatus } from '../../support/github-api/open.ts';

const sha = 'a'.repeat(40);
const runPage = 'https://github.com/acme/shop/actions/runs/20';
const us = 'github-actions[bot]';

interface OwnFacts {
  readonly job?: string;
  readonly run?: string;
  readonly by?: string;
  readonly org?: string;
  readonly flow?: string;
  readonly pullRequests?: readonly number[];
}

function slotOf({ by, flow = 'shop', job = 'gate', org = 'acme', pullRequests = [7], run = '20.1' }: OwnFacts = {}): OwnSlot {
  const parsed = (text: string): { run: string; attempt: string } => ({ run: text.split('.')[0] ?? '', attempt: text.split('.')[1] ?? '' });
  return {
    slot: {
      key: slotKey([org, flow, job, pullRequests[0]]),
      org,
      flow,
      label: `#${pullRequests[0]} › ${job}`,
      pullRequests,
      workflow: undefined,
    },
    of: parsed(run),
    by: by === undefined ? undefined : parsed(by),
    file: undefined,
  };
}

/** What somebody else's run has set. */
function listed(state: string, word: StatusWord, facts: OwnFacts = {}, more: Partial<ListedStatus> = {}): ListedStatus {
  const { by, of, slot } = slotOf(facts);
  return {
    sha,
    state,
    context: 'compliance/shop',
    account: us,
    target_url: markedLink({ slot, of, by, word }, runPage, undefined) ?? null,
    ...more,
  };
}

const bare = (state: string, account = 'ada'): ListedStatus => ({ sha, state, context: 'compliance/shop', account });

async function open(
  before: readonly ListedStatus[],
  options: GitHubApiOptions = {},
  facts: OwnFacts = {},
): Promise<{ api: GitHubApi; status: ContextStatus }> {
  const api = await openGitHubApi(options);
  api.listed.push(...before);
  onTestFinished(async () => {
    await api.close();
    expect(api.breaches).toEqual([]);
  });
  const access = { token: 'ghs_token', apiUrl: api.url, repository: 'acme/shop', firstPause: 1 };
  const place = { sha, context: 'compliance/shop', own: slotOf(facts), runPage };
  return {
    api,
    status: openContextStatus(
      place,
      (work) => work(access),
      (text) => text,
    ),
  };
}

const running: Said = { word: 'running', state: 'pending', words: 'Flow shop is being checked' };
const yes: Said = { word: 'yes', state: 'success', words: 'Compliant' };
const no: Said = { word: 'no', state: 'failure', words: 'Not compliant: unit has 1 failed test' };
const still = (said: Said): Promise<Said> => Promise.resolve(said);
const states = ({ statuses }: GitHubApi): readonly unknown[] => statuses.map(({ state }) => state);
const shown = ({ listed: all }: GitHubApi): string | undefined => all.at(-1)?.state;

/** Somebody comes between each post of ours and its answer, so many times. */
const between =
  (times: number, status: ListedStatus): NonNullable<GitHubApiOptions['onStatus']> =>
  (api) => {
    if (times-- > 0) api.listed.push(status);
  };

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
  /** What was set is listed so late. */
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
    if (state === 'failure')
      expect(api.statuses.at(-1)?.['description']).toBe(`ada set ${theirs} in this name by other means: set success there, or push`);
  });

  test('that says yes for a slot of ours is not believed', async () => {
    const red = listed('failure', 'no', { job: 'e2e' });
    const forged = listed('success', 'yes', { job: 'e2e', run: '99.1' }, { account: 'mallory' });
    const { api, status } = await open([red, forged]);
    await status.end(yes, still);
    expect(shown(api)).toBe('failure');
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

test('a run without time says no at once', async () => {
  const { api, status } = await open([listed('success', 'yes')]);
  await status.endAtOnce({ word: 'no', state: 'error', words: 'The run was cancelled' });
  expect(states(api)).toEqual(['error']);
  expect(api.asked).toHaveLength(1);
});
