import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeRepositories } from '../../support/git.ts';
import { accounts, check, status, suite } from '../../support/github-api/world/make.ts';
import { asking, checksAt, history, whole, type Asking } from './world.ts';

afterAll(removeRepositories);

let gitDirectory: string;
let shas: readonly string[];
const at = (index: number): string => shas[index] ?? '';

beforeAll(() => {
  ({ gitDirectory, shas } = history(4));
});

test('a check is told with its suite, its app and the run of its workflow', async () => {
  const workflow = {
    id: 55_000_000_001,
    path: '.github/workflows/ci.yml',
    event: 'push',
    at: '2026-11-03T08:00:00Z',
    changedAt: '2026-11-03T09:30:00Z',
  };
  const run = check({ id: 56_000_000_001, name: 'test (node 24)' });
  const one = suite({ id: 57_000_000_001, sha: at(1), at: '2026-11-03T08:00:01Z', workflow, checks: [run] });
  const { port } = await asking({ gitDirectory, suites: [one] });
  expect(await checksAt(port, at(1))).toEqual({
    sha: at(1),
    suites: [
      {
        id: '57000000001',
        app: { id: 15_368, slug: 'github-actions' },
        at: '2026-11-03T08:00:01Z',
        workflow: {
          id: '55000000001',
          path: '.github/workflows/ci.yml',
          event: 'push',
          at: '2026-11-03T08:00:00Z',
          changedAt: '2026-11-03T09:30:00Z',
          url: 'https://github.com/acme/app/actions/runs/55000000001',
        },
        runs: [
          {
            id: '56000000001',
            name: 'test (node 24)',
            conclusion: 'success',
            startedAt: '2026-11-03T09:00:00Z',
            endedAt: '2026-11-03T09:05:00Z',
            url: 'https://github.com/acme/app/actions/runs/55000000001/job/56000000001',
          },
        ],
      },
    ],
    statuses: [],
  });
});

test('of a re-run all attempts are told', async () => {
  const checks = [
    check({ name: 'test', conclusion: 'failure' }),
    check({ name: 'lint' }),
    check({ name: 'test', startedAt: '2026-11-03T10:00:00Z', endedAt: '2026-11-03T10:05:00Z' }),
  ];
  const { port } = await asking({ gitDirectory, suites: [suite({ sha: at(1), checks })] });
  const { suites } = await checksAt(port, at(1));
  expect(suites[0]?.runs.map(({ conclusion, name }) => [name, conclusion])).toEqual([
    ['test', 'failure'],
    ['lint', 'success'],
    ['test', 'success'],
  ]);
});

test('suites of one name and app, of another app, of a workflow of another repository, of an app that is gone, without a run and without a file stay apart', async () => {
  const other = { id: 254, slug: 'codecov' };
  const moment = '2026-11-03T08:00:00Z';
  const ofOther = { id: 56, path: '.github/workflows/gate.yml', repository: 'acme/gates', event: 'push', at: moment, changedAt: moment };
  const withoutFile = { id: 55, path: null, event: 'push', at: moment, changedAt: moment };
  const { port } = await asking({
    gitDirectory,
    suites: [
      suite({ id: 1, sha: at(1) }),
      suite({ id: 2, sha: at(1), checks: [check({ name: 'test', conclusion: 'cancelled' })] }),
      suite({ id: 3, sha: at(1), app: other, workflow: null }),
      suite({ id: 4, sha: at(1), app: null, workflow: null }),
      suite({ id: 5, sha: at(1), workflow: null }),
      suite({ id: 6, sha: at(1), app: other, workflow: null, checks: [] }),
      suite({ id: 7, sha: at(1), workflow: withoutFile }),
      suite({ id: 8, sha: at(1), workflow: ofOther }),
      suite({ id: 9, sha: at(2) }),
    ],
  });
  const { cut, suites } = await checksAt(port, at(1));
  expect(cut).toBeUndefined();
  expect(suites.map(({ app, id, runs, workflow }) => [id, app?.slug, workflow?.path, runs.map(({ conclusion }) => conclusion)])).toEqual([
    ['1', 'github-actions', '.github/workflows/ci.yml', ['success']],
    ['2', 'github-actions', '.github/workflows/ci.yml', ['cancelled']],
    ['3', 'codecov', undefined, ['success']],
    ['4', undefined, undefined, ['success']],
    ['5', 'github-actions', undefined, ['success']],
    ['6', 'codecov', undefined, []],
    ['7', 'github-actions', null, ['success']],
    ['8', 'github-actions', 'acme/gates/.github/workflows/gate.yml', ['success']],
  ]);
});

test('a check that has not ended has no conclusion and no end', async () => {
  const checks = [
    check({ name: 'slow', status: 'in_progress' }),
    check({ name: 'next', status: 'queued', startedAt: null }),
    // Its creator sends what it likes.
    check({ name: 'early', status: 'in_progress', conclusion: 'success', endedAt: '2026-11-03T09:05:00Z' }),
  ];
  const { port } = await asking({ gitDirectory, suites: [suite({ sha: at(1), checks })] });
  const { cut, suites } = await checksAt(port, at(1));
  expect(cut).toBeUndefined();
  expect(suites[0]?.runs.map(({ conclusion, endedAt, startedAt }) => [conclusion, endedAt, startedAt])).toEqual([
    [null, null, '2026-11-03T09:00:00Z'],
    [null, null, null],
    [null, null, '2026-11-03T09:00:00Z'],
  ]);
});

test('all statuses of a context are told in the order of their times, the red one too that a green one took the place of', async () => {
  const robot = { id: 900, login: 'shop-robot' };
  const { double, port } = await asking({
    gitDirectory,
    accounts: [...accounts, robot],
    statuses: [
      status({ sha: at(1), at: '2026-11-03T11:00:00Z', by: 'shop-robot', url: 'https://ci.example.com/2' }),
      status({ sha: at(1), at: '2026-11-03T10:00:00Z', by: 'shop-robot', context: 'CI/Build', state: 'failure' }),
      status({ sha: at(1), at: '2026-11-03T10:30:00Z', by: null, context: 'scan', state: 'pending' }),
      status({ sha: at(1), at: '2026-11-03T10:40:00Z', by: 'dependabot', context: 'scan', state: 'error' }),
      status({ sha: at(2), at: '2026-11-03T10:00:00Z' }),
    ],
  });
  const by = { ...robot, kind: 'person' };
  const bot = { id: 49_699_333, login: 'dependabot[bot]', kind: 'bot' };
  expect((await checksAt(port, at(1))).statuses).toEqual([
    { context: 'CI/Build', state: 'failure', at: '2026-11-03T10:00:00Z', by, url: null },
    { context: 'scan', state: 'pending', at: '2026-11-03T10:30:00Z', by: null, url: null },
    { context: 'scan', state: 'error', at: '2026-11-03T10:40:00Z', by: bot, url: null },
    { context: 'ci/build', state: 'success', at: '2026-11-03T11:00:00Z', by, url: 'https://ci.example.com/2' },
  ]);
  // One question, and one list; a commit without a status costs no request.
  expect(double.asked).toEqual(['POST /graphql ChecksOfCommits', `GET /repos/acme/app/commits/${at(1)}/statuses?per_page=100&page=1`]);
  expect(await checksAt(port, at(3))).toEqual({ sha: at(3), suites: [], statuses: [] });
  expect(double.asked.length).toBe(3);
});

test('a commit that GitHub does not know is left out', async () => {
  const { port } = await asking({ gitDirectory, suites: [suite({ sha: at(1) })] });
  const found = whole(await port.checksOf(['f'.repeat(40), at(1), at(1), 'e'.repeat(40)]));
  expect(found.map(({ cut, sha }) => [sha, cut])).toEqual([[at(1), undefined]]);
});

const many = Array.from({ length: 130 }, (_, index) => check({ name: `test ${index}` }));
const suitesOf = (sha: string, count: number) => Array.from({ length: count }, () => suite({ sha }));
const statusesOf = (sha: string, count: number) =>
  Array.from({ length: count }, (_, index) => status({ sha, at: new Date(Date.UTC(2026, 10, 3, 0, index)).toISOString() }));

test('lists that go on are read to their end', async () => {
  const suites = [suite({ sha: at(0), checks: many }), ...suitesOf(at(0), 130), suite({ sha: at(1), checks: many.slice(0, 51) })];
  const { double, port } = await asking({ gitDirectory, suites, statuses: statusesOf(at(1), 230) });
  const found = whole(await port.checksOf(shas));
  expect(found.map((one) => [one.cut, one.suites.length, one.suites[0]?.runs.length ?? 0, one.statuses.length])).toEqual([
    [undefined, 131, 130, 0],
    [undefined, 1, 51, 230],
    [undefined, 0, 0, 0],
    [undefined, 0, 0, 0],
  ]);
  expect(new Set(found[0]?.suites.flatMap(({ runs }) => runs.map(({ id }) => id))).size).toBe(260);
  expect(found[1]?.statuses.map((one) => one.at)).toEqual(found[1]?.statuses.map((one) => one.at).toSorted());
  expect(double.asked.map((line) => line.replace(/.*\/graphql |.*(?=page=\d+$)/, ''))).toEqual([
    'ChecksOfCommits',
    'RestOfCheckSuites',
    'RestOfCheckSuites',
    // Those of both commits together.
    'RestOfCheckRuns',
    'page=1',
    'page=2',
    'page=3',
  ]);
});

test.each<readonly [string, string, (double: Asking['double']) => void]>([
  [
    'whose suites end before their count',
    'GitHub counts 130 check suites of it, and lists 100',
    (double) => double.cutPage('Commit.checkSuites', 2, 'end'),
  ],
  [
    'whose runs end before their count',
    'GitHub counts 250 runs in check suite 7 of it, and lists 100',
    (double) => double.cutPage('CheckSuite.checkRuns', 2, 'end'),
  ],
  [
    'whose runs leave out a page',
    'GitHub counts 250 runs in check suite 7 of it, and lists 150',
    (double) => double.cutPage('CheckSuite.checkRuns', 2, 'skip'),
  ],
  [
    'whose statuses end before the newest of a context',
    'GitHub shows success of ci/old at 2026-11-02T00:00:00Z, and does not list it',
    (double) => double.cutPage('/statuses', 2, 'end'),
  ],
])('a commit %s is cut', async (_, why, trouble) => {
  const runs = Array.from({ length: 250 }, (_one, index) => check({ name: `test ${index}` }));
  const { double, port } = await asking({
    gitDirectory,
    suites: [suite({ id: 7, sha: at(1), checks: runs }), ...suitesOf(at(1), 129), suite({ sha: at(2) })],
    statuses: [status({ sha: at(1), at: '2026-11-02T00:00:00Z', context: 'ci/old' }), ...statusesOf(at(1), 100)],
  });
  trouble(double);
  const found = whole(await port.checksOf([at(1), at(2)]));
  expect(found.map(({ cut }) => cut)).toEqual([expect.stringContaining(why), undefined]);
});

test('a list that GitHub left empty at first is read once more', async () => {
  const { double, port } = await asking({ gitDirectory, suites: suitesOf(at(1), 3) });
  double.twist('ChecksOfCommits', (body) =>
    JSON.parse(JSON.stringify(body).replace(/("checkSuites":\{"totalCount":3,.*?"nodes":)\[.*\](?=\})/, '$1[]')),
  );
  const { cut, suites } = await checksAt(port, at(1));
  expect([cut, suites.length]).toEqual([undefined, 3]);
});

test.each<readonly [string, RegExp, string, string]>([
  [
    'a page that repeats its cursor',
    /"pageInfo":\{[^}]*\}/,
    `"pageInfo":{"hasNextPage":true,"endCursor":"${btoa('cursor:v2:-1')}"}`,
    'the check suites of it go on, and they do not; GitHub says that the runs in check suite 7 of it go on',
  ],
  ['a suite without a time', /("createdAt":)"[^"]*"(?=,"app")/, '$1null', 'one of the check suites of it cannot be read'],
  ['a run without a name', /"name":"[^"]*"/, '"name":null', 'one of the runs in check suite 7 of it cannot be read'],
  ['a run of which nobody knows whether it ended', /"status":"COMPLETED"/, '"status":"DONE"', 'cannot be read'],
  ['a run that ended without a conclusion', /"conclusion":"SUCCESS"/, '"conclusion":null', 'cannot be read'],
  ['a suite that is null', /("nodes":\[)\{"id":"CS_.*\}(?=\]\},"status")/, '$1null', 'the check suites of it cannot be read'],
  ['another commit', /"oid":"\w+"/, `"oid":"${'a'.repeat(40)}"`, 'its checks cannot be read'],
  ['statuses that are no list', /"status":null/, '"status":{"contexts":7}', 'its statuses cannot be read'],
])('a commit with %s is cut', async (_, part, other, why) => {
  const { double, port } = await asking({ gitDirectory, suites: [suite({ id: 7, sha: at(1) })] });
  const twist = (body: unknown): unknown => {
    const text = JSON.stringify(body);
    expect(text).toMatch(part);
    return JSON.parse(text.replace(new RegExp(part, 'g'), other));
  };
  double.twist('ChecksOfCommits', twist);
  double.twist('RestOfCheck', (body) => JSON.parse(JSON.stringify(body).replace(new RegExp(part, 'g'), other)));
  expect((await checksAt(port, at(1))).cut).toContain(why);
});

test.each<readonly [string, (one: Readonly<Record<string, unknown>>, index: number) => object, string]>([
  ['a status that cannot be read', (one) => ({ ...one, context: null }), 'one of them cannot be read'],
  ['statuses that are not in order', (one, index) => ({ ...one, created_at: `2026-11-0${index + 1}T00:00:00Z` }), 'they are not in order'],
  ['a status of a creator that cannot be read', (one) => ({ ...one, creator: {} }), 'one of them cannot be read'],
])('a commit with %s is cut', async (_, change, why) => {
  const { double, port } = await asking({ gitDirectory, statuses: statusesOf(at(1), 2) });
  double.twist('/statuses', (body) => (Array.isArray(body) ? body.map(change) : body));
  const { cut, statuses } = await checksAt(port, at(1));
  expect(cut).toContain(`its statuses: ${why}`);
  // The newest of each context, as GraphQL has it.
  expect(statuses.map((one) => one.at)).toEqual(['2026-11-03T00:01:00Z']);
});

test('a newest status that two answers tell apart is no fact', async () => {
  const { double, port } = await asking({ gitDirectory, statuses: statusesOf(at(1), 1) });
  double.twist('/statuses', (body) => JSON.parse(JSON.stringify(body).replace('"success"', '"failure"')));
  const { cut } = await checksAt(port, at(1));
  expect(cut).toBe('its statuses: GitHub shows success of ci/build at 2026-11-03T00:00:00Z, and does not list it');
});

const all = { suites: () => [suite({ sha: at(1) })], statuses: () => statusesOf(at(1), 2) };

test('without the permission for checks the list is refused, and says which permission it takes', async () => {
  const { double, port } = await asking({ gitDirectory, suites: all.suites(), statuses: all.statuses() });
  double.forbid('Commit.checkSuites');
  expect(await port.checksOf([at(1)])).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining('`checks: read`'),
    fix: expect.stringContaining('checks: read'),
  });
});

test.each(['CheckSuite.workflowRun', 'WorkflowRun.createdAt'])(
  'without the permission for %s only the run of the workflow is missing, and that is told once',
  async (field) => {
    const { double, port, reports } = await asking({ gitDirectory, suites: [...all.suites(), ...suitesOf(at(2), 2)] });
    double.forbid(field);
    const found = whole(await port.checksOf([at(1), at(2)]));
    expect(found.map(({ cut, suites }) => [cut, suites.map(({ runs, workflow }) => [runs.length, workflow])])).toEqual([
      [undefined, [[1, null]]],
      [
        undefined,
        [
          [1, null],
          [1, null],
        ],
      ],
    ]);
    expect(reports.filter((what) => what.includes('`actions: read`')).length).toBe(1);
  },
);

test.each(['Commit.status', 'StatusContext.context'])('without the permission for %s only statuses are missing', async (field) => {
  const { double, port } = await asking({ gitDirectory, suites: [...all.suites(), suite({ sha: at(2) })], statuses: all.statuses() });
  double.forbid(field);
  const found = whole(await port.checksOf([at(1), at(2)]));
  const isOfAll = field.startsWith('Commit');
  const told = expect.stringMatching(/^its statuses: .*`statuses: read`/);
  expect(found.map(({ cut }) => cut)).toEqual([told, isOfAll ? told : undefined]);
  expect(found.map(({ suites }) => suites.length)).toEqual([1, 1]);
});

test('where GitHub refuses the list of statuses, the newest of each are told, and it is not asked again', async () => {
  const { double, port } = await asking({ gitDirectory, statuses: [...all.statuses(), ...statusesOf(at(2), 2)] });
  double.forbid('/statuses');
  const found = whole(await port.checksOf([at(1), at(2)]));
  const told = expect.stringMatching(/only the newest of each are known.*`statuses: read`/);
  expect(found.map(({ cut, statuses }) => [cut, statuses.length])).toEqual([
    [told, 1],
    [told, 1],
  ]);
  expect(double.asked.length).toBe(2);
});

test('where REST does not find a commit that GraphQL knows, only its own older statuses are missing', async () => {
  const { double, port } = await asking({ gitDirectory, statuses: [...all.statuses(), ...statusesOf(at(2), 2)] });
  double.refuse('/statuses', { status: 422, message: 'No commit found for SHA' }, 1);
  const found = whole(await port.checksOf([at(1), at(2)]));
  expect(found.map(({ cut, statuses }) => [cut, statuses.length])).toEqual([
    [expect.stringContaining('No commit found'), 1],
    [undefined, 2],
  ]);
});

test('a status that GitHub only expects is no status', async () => {
  const { double, port } = await asking({ gitDirectory });
  const expected = { context: 'ci', state: 'EXPECTED', createdAt: '2026-11-03T00:00:00Z', creator: null, targetUrl: null };
  double.twist('Checks', (body) =>
    JSON.parse(JSON.stringify(body).replace('"status":null', JSON.stringify({ status: { contexts: [expected] } }).slice(1, -1))),
  );
  expect(await checksAt(port, at(1))).toEqual({ sha: at(1), suites: [], statuses: [] });
});

test('statuses are listed only where the newest of a context may hide one that counted', async () => {
  const statuses = [
    status({ sha: at(1), state: 'failure', at: '2026-11-03T09:00:00Z' }),
    status({ sha: at(1), state: 'success', at: '2026-11-03T10:00:00Z' }),
  ];
  const asked = async (moment: string | undefined, more: readonly ReturnType<typeof status>[] = []) => {
    const { double, port } = await asking({ gitDirectory, statuses: [...statuses, ...more] });
    const found = whole(await port.checksOf([at(1)], moment === undefined ? undefined : new Map([[at(1), moment]])));
    return [double.asked.filter((line) => line.includes('/statuses')).length, found[0]?.statuses.map(({ state }) => state)];
  };
  expect(await asked(undefined)).toEqual([1, ['failure', 'success']]);
  expect(await asked('2026-11-03T10:00:00Z')).toEqual([0, ['success']]);
  expect(await asked('2026-11-03T09:59:59Z')).toEqual([1, ['failure', 'success']]);
  const waits = status({ sha: at(1), state: 'pending', at: '2026-11-03T10:30:00Z' });
  expect(await asked('2026-11-03T11:00:00Z', [waits])).toEqual([1, ['failure', 'success', 'pending']]);
});
