import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeRepositories } from '../../support/git.ts';
import { check, suite } from '../../support/github-api/world/make.ts';
import { asking, history, longHistory, whole } from './world.ts';

afterAll(removeRepositories);

let gitDirectory: string;
let shas: readonly string[];
const at = (index: number): string => shas[index] ?? '';

beforeAll(() => {
  ({ gitDirectory, shas } = history(3));
});

const suitesOf = (sha: string, count: number) => Array.from({ length: count }, () => suite({ sha }));

test('what GitHub cannot answer costs only the commits that it was asked for', async () => {
  const long = longHistory(21);
  const { double, port } = await asking({ gitDirectory: long.gitDirectory, suites: long.shas.map((sha) => suite({ sha })) });
  let left = 1;
  double.twist('ChecksOfCommits', (body) => ((left -= 1) < 0 ? body : { data: null, errors: [{ message: 'Oh no' }] }));
  const found = whole(await port.checksOf(long.shas));
  expect(found.map(({ cut, suites }) => [cut?.includes('Oh no') ?? false, suites.length])).toEqual([
    ...Array.from({ length: 20 }, () => [true, 0]),
    [false, 1],
  ]);
});

test('a question that is too much is halved, and those after it grow again by and by', async () => {
  const long = longHistory(60);
  const { double, port } = await asking({ gitDirectory: long.gitDirectory, suites: long.shas.map((sha) => suite({ sha })) });
  // Three tries of one question.
  double.refuse('ChecksOfCommits', { status: 502 }, 3);
  const found = whole(await port.checksOf(long.shas));
  expect(found.map(({ sha, suites }) => [sha, suites.length])).toEqual(long.shas.map((sha) => [sha, 1]));
  expect(double.questions.map(({ query }) => query.match(/object\(/g)?.length)).toEqual([10, 12, 14, 16, 8]);
});

test('a commit that is too much alone is asked for in small pages', async () => {
  const suites = [
    suite({ id: 7, sha: at(1), checks: Array.from({ length: 130 }, () => check({ name: 'test' })) }),
    ...suitesOf(at(1), 7),
    suite({ sha: at(2) }),
  ];
  const { double, port } = await asking({ gitDirectory, suites });
  // Three tries of both commits, and three of the first one.
  double.refuse('ChecksOfCommits', { status: 504 }, 6);
  double.refuse('RestOfCheckRuns', { status: 502 }, 3);
  const found = whole(await port.checksOf([at(1), at(2)]));
  expect(found.map((one) => [one.cut, one.suites.length, one.suites[0]?.runs.length])).toEqual([
    [undefined, 8, 130],
    [undefined, 1, 1],
  ]);
  expect(double.questions.map(({ query }) => query.match(/first: \d+/g)?.join())).toEqual([
    'first: 5,first: 50',
    'first: 20,first: 50',
    'first: 3,first: 50',
    'first: 25',
    'first: 55',
  ]);
});

test('where commits have many suites, more come with those after them', async () => {
  const long = longHistory(41);
  const suites = [...suitesOf(long.shas[3] ?? '', 33), ...suitesOf(long.shas[25] ?? '', 50)];
  const { double, port } = await asking({ gitDirectory: long.gitDirectory, suites });
  const found = whole(await port.checksOf(long.shas));
  expect(found.flatMap((one) => one.suites).length).toBe(83);
  expect(double.questions.map(({ query }) => query.match(/checkSuites\(first: \d+/)?.[0])).toEqual(
    [20, 33, 40, 13].map((first) => `checkSuites(first: ${first}`),
  );
});

test('a commit that stays too much is cut', async () => {
  const { double, port } = await asking({ gitDirectory, suites: [suite({ sha: at(1) }), suite({ sha: at(2) })] });
  double.twist('ChecksOfCommits', (body) =>
    JSON.stringify(body).includes(at(1)) ? { errors: [{ message: 'Something went wrong' }] } : body,
  );
  const found = whole(await port.checksOf([at(1), at(2)]));
  expect(found.map(({ cut }) => cut)).toEqual(['Something went wrong', undefined]);
});

test('many commits take a question for each 20 of them', async () => {
  const long = longHistory(100);
  const suites = long.shas.flatMap((sha) => [
    ...Array.from({ length: 4 }, () => suite({ sha, checks: [check({ name: 'a' }), check({ name: 'b' })] })),
    ...suitesOf(sha, 2),
  ]);
  const { double, port, reports } = await asking({ gitDirectory: long.gitDirectory, suites });
  const found = whole(await port.checksOf(long.shas));
  expect(found.map((one) => one.suites.flatMap(({ runs }) => runs).length)).toEqual(long.shas.map(() => 10));
  expect(double.asked.length).toBe(5);
  expect(Math.max(...double.questions.map(({ nodes }) => nodes))).toBe(20_400);
  expect(reports).toEqual([20, 40, 60, 80, 100].map((done) => `Asked GitHub for the checks of ${done} of 100 commits`));
  expect(port.queries()).toEqual([{ kind: 'query', of: 'GitHub', text: 'POST /graphql ChecksOfCommits', times: 5, answered: 100 }]);
});
