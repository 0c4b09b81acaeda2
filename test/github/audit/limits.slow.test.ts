import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlUrlOf } from '../../../src/github/audit/session.ts';
import { removeRepositories } from '../../support/git.ts';
import { pull, update } from '../../support/github-api/world/make.ts';
import { asking, history, longHistory, pullsOf, whole, type Asking } from './world.ts';

afterAll(removeRepositories);

let gitDirectory: string;
let shas: readonly string[];

beforeAll(() => {
  ({ gitDirectory, shas } = history(2));
});

// They run at the same time because they wait most of their time.
test.concurrent.for(['primary', 'secondary'] as const)(
  'a %s limit is waited for, and nothing is asked twice but what was refused',
  async (kind, { onTestFinished }) => {
    const long = longHistory(60);
    const pulls = long.shas.map((sha, index) => pull({ number: index + 1, head: sha }));
    const { double, port, reports } = await asking({ gitDirectory: long.gitDirectory, pulls }, {}, onTestFinished);
    expect((await pullsOf(port, long.shas.slice(0, 50))).pulls.length).toBe(50);
    double.limit('/graphql', { kind, times: 2, seconds: 1 });
    expect((await pullsOf(port, long.shas.slice(50))).pulls.length).toBe(10);
    expect(double.questions.length).toBe(2);
    expect(double.asked.length).toBe(4);
    expect(reports.some((what) => what.startsWith('GitHub takes no more requests now: waiting'))).toBe(true);
  },
);

test.concurrent.for<readonly [{ readonly type?: string; readonly code?: string; readonly message: string }, string]>([
  [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded for installation.' }, 'x-ratelimit-reset'],
  [{ type: 'RATE_LIMIT', code: 'graphql_rate_limit', message: 'API rate limit already exceeded for user ID 1.' }, 'x-ratelimit-reset'],
  [{ message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.' }, 'retry-after'],
])('a limit that GraphQL tells with a status of 200 is waited for: %j', async ([error, header], { onTestFinished }) => {
  const { double, port } = await asking({ gitDirectory, pulls: [pull({ number: 1, head: shas[0] ?? '' })] }, {}, onTestFinished);
  double.addHeaders('/graphql', { [header]: header === 'retry-after' ? '1' : String(Math.ceil(Date.now() / 1000 + 1)) });
  let left = 2;
  double.twist('/graphql', (body) => ((left -= 1) < 0 ? body : { data: null, errors: [error] }));
  expect((await pullsOf(port, shas)).pulls.length).toBe(1);
});

test.concurrent('an outage of a moment is sat out, and told', async ({ onTestFinished }) => {
  const { double, port, reports } = await asking({ gitDirectory }, {}, onTestFinished);
  double.refuse('/activity', { status: 503 }, 7);
  expect(whole(await port.branchUpdates('main', '2026-11-02T00:00:00Z', '2026-11-09T00:00:00Z'))).toEqual([]);
  expect(reports).toEqual(Array.from({ length: 2 }, () => 'GitHub does not answer: waiting 1 s, then going on'));
});

test.concurrent('the limit of REST is waited for, too', async ({ onTestFinished }) => {
  const { double, port } = await asking(
    {
      gitDirectory,
      activity: [update({ at: '2026-11-03T00:00:00Z', before: null, after: shas[0] ?? '' })],
    },
    {},
    onTestFinished,
  );
  double.limit('/activity', { kind: 'primary', times: 2, seconds: 1 });
  expect(whole(await port.branchUpdates('main', '2026-11-02T00:00:00Z', '2026-11-09T00:00:00Z')).length).toBe(1);
});

test.concurrent.for(['/activity', '/graphql'])(
  'a limit of %s that ends after the time limit ends the audit',
  async (place, { onTestFinished }) => {
    const { double, port } = await asking({ gitDirectory }, { timeLimit: 3_000 }, onTestFinished);
    double.limit(place, { kind: 'primary', times: 9, seconds: 3_600 });
    const asked =
      place === '/activity' ? port.branchUpdates('main', '2026-11-02T00:00:00Z', '2026-11-09T00:00:00Z') : port.pullRequestsOf(shas);
    await expect(asked).rejects.toMatchObject({ name: 'TransportError', code: 'deadline', fix: expect.stringContaining('timeout') });
  },
);

test.concurrent('the time limit is one for all that is asked', async ({ onTestFinished }) => {
  // This runs once before, so that nothing is loaded within the measured time.
  await (await asking({ gitDirectory }, {}, onTestFinished)).port.defaultBranch();
  const { double, port } = await asking({ gitDirectory }, { timeLimit: 4_000 }, onTestFinished);
  double.slow('/repos', 2_200);
  await port.defaultBranch();
  await expect(port.branchUpdates('main', '2026-11-02T00:00:00Z', '2026-11-09T00:00:00Z')).rejects.toMatchObject({
    name: 'TransportError',
  });
});

test.concurrent('a run that is stopped stops waiting', async ({ onTestFinished }) => {
  const stop = new AbortController();
  const { double, port } = await asking({ gitDirectory }, { signal: stop.signal }, onTestFinished);
  double.limit('/graphql', { kind: 'primary', times: 9, seconds: 300 });
  setTimeout(() => stop.abort(), 300);
  await expect(port.pullRequestsOf(shas)).rejects.toMatchObject({ name: 'TransportError', code: 'interrupted' });
});

test.concurrent.for<readonly [string, (double: Asking['double']) => void]>([
  ['an error of the server', (double) => double.refuse('/graphql', { status: 502 }, 3)],
  [
    'a question that takes GitHub too long',
    (double) => {
      let left = 1;
      double.twist('/graphql', (body) =>
        (left -= 1) < 0
          ? body
          : { data: null, errors: [{ message: 'Something went wrong while executing your query. This may be the result of a timeout.' }] },
      );
    },
  ],
])('%s is answered by asking for half of it', async ([, trouble], { onTestFinished }) => {
  const { double, port } = await asking(
    { gitDirectory, pulls: shas.map((sha, index) => pull({ number: index + 1, head: sha })) },
    {},
    onTestFinished,
  );
  trouble(double);
  expect((await pullsOf(port, shas)).pulls.map(({ number }) => number)).toEqual([1, 2]);
});

test.concurrent('a server that stays broken did not answer', async ({ onTestFinished }) => {
  const { double, port } = await asking({ gitDirectory }, {}, onTestFinished);
  double.refuse('/activity', { status: 500 });
  await expect(port.branchUpdates('main', '2026-11-02T00:00:00Z', '2026-11-09T00:00:00Z')).rejects.toMatchObject({
    code: 'unexpected-status',
  });
});

test.each([
  ['https://api.github.com', 'https://api.github.com/graphql'],
  ['https://api.github.com/', 'https://api.github.com/graphql'],
  ['https://ghes.example.com/api/v3', 'https://ghes.example.com/api/graphql'],
  ['https://api.octocorp.ghe.com', 'https://api.octocorp.ghe.com/graphql'],
])('GraphQL of %s is at %s', (apiUrl, url) => {
  expect(graphqlUrlOf(apiUrl)).toBe(url);
});
