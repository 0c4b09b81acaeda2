import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { recordedPath } from '../../src/presentation/index.ts';
import { draftTestResult, ownField, testResultType, writeStatement, type TestRun } from '../../src/statement/index.ts';
import { readText } from '../junit/support.ts';
import { root } from '../support/sources.ts';
import { repository, run, sha, subjects, withTotals, written } from './build.ts';

/** The parts that tests look at. */
function predicateOf(
  facts: Partial<TestRun>,
): Extract<ReturnType<typeof draftTestResult>, { predicateType: typeof testResultType }>['predicate'] {
  const draft = draftTestResult({ ...run, ...facts });
  if (!('predicateType' in draft) || draft.predicateType !== testResultType) throw new Error('no test result');
  return draft.predicate;
}

const passing = '<testcase classname="Cart" name="adds" time="0.5"/><testcase classname="Cart" name="counts" time="0.25"/>';
const documents = {
  passed: passing,
  warned: `${passing}<testcase classname="Cart" name="pays"><flakyFailure message="no answer"/></testcase>`,
  failed: `${passing}<testcase name="ships"><failure message="lost"/></testcase><testcase name="sends"><error message="down"/></testcase>
    <testcase name="wraps"><skipped/></testcase><testcase name="pays"><flakyFailure message="no answer"/></testcase>`,
};

test.each(Object.entries(documents))('a file of JUnit whose tests %s gives this statement, byte for byte', async (name, cases) => {
  const results = await readText(`<testsuites><testsuite name="shop">${cases}</testsuite></testsuites>`);
  const names = { failed: results.failing.map(recordedPath), warned: results.flaky.map(recordedPath), passed: [] };
  const { predicate, predicateType, statement } = written(draftTestResult({ ...run, results, names }));
  await expect(statement).toMatchFileSnapshot(join(root, `test/fixtures/statements/tests-${name}.json`));
  expect(JSON.parse(statement)).toMatchObject({ predicateType, predicate: JSON.parse(predicate) });
  expect(statement).toContain(`"predicate":${predicate}`);
});

describe('the result', () => {
  it.each([
    ['PASSED', {}],
    ['WARNED', { flaky: 1 }],
    ['FAILED', { failures: 1, passed: 2 }],
    ['FAILED', { errors: 1, passed: 2 }],
    ['FAILED', { errors: 1, flaky: 1, passed: 2 }],
  ])('is %s where the tests were %j', (result, totals) => {
    expect(predicateOf({ results: withTotals(totals) }).result).toBe(result);
  });

  it('counts each test once, and the skipped ones under a name of its own', () => {
    const results = withTotals({ total: 10, passed: 5, flaky: 2, failures: 1, errors: 2, skipped: 2 });
    expect(predicateOf({ results })).toMatchObject({ failures: 3, warnings: 2, successes: 3, [ownField]: { skipped: 2 } });
  });

  it.each([
    ['nothing-ran', withTotals({ total: 0, passed: 0, skipped: 0 }), 'no test ran'],
    ['nothing-ran', withTotals({ total: 2, passed: 0, skipped: 2 }), 'no test ran'],
    [
      'unusable',
      { ...run.results, problems: [{ code: 'broken-file', message: 'a.xml: cut\u001B[31m off' }] },
      'the test results are unusable: a.xml: cut off',
    ],
  ] as const)('is none (%s) where nothing can be said', (code, results, why) => {
    expect(writeStatement(draftTestResult({ ...run, results }), subjects)).toEqual({ kind: 'none', code, why });
  });
});

describe('the run', () => {
  it('is configured by its workflow, and outside of one by its page, or by the repository', () => {
    const [byFile] = predicateOf({}).configuration;
    expect(byFile).toEqual({
      name: 'unit',
      uri: `${repository}/blob/${sha}/.github/workflows/ci.yml`,
      digest: { gitBlob: 'a'.repeat(40) },
    });
    expect(predicateOf({ workflow: undefined }).configuration).toEqual([{ name: 'unit', uri: run.url }]);
    const alone = predicateOf({ workflow: undefined, url: undefined });
    expect(alone.configuration).toEqual([{ name: 'unit', uri: `git+${repository}` }]);
    expect(alone).not.toHaveProperty('url');
  });

  it('is written as the same bytes again, whatever the order of the names', () => {
    const names = { failed: ['b', 'a', 'c'], warned: [], passed: [] };
    const facts = { ...run, results: withTotals({ failures: 3, passed: 0 }), names };
    const { statement } = written(draftTestResult(facts));
    expect(written(draftTestResult(facts)).statement).toBe(statement);
    const turned = { ...facts, names: { ...names, failed: names.failed.toReversed() } };
    expect(written(draftTestResult(turned)).statement).toBe(statement);
  });
});

describe('the names of tests', () => {
  const names = { failed: ['cart › pays'], warned: ['cart › sends'], passed: ['cart › adds'] };
  const results = withTotals({ total: 3, passed: 2, flaky: 1, failures: 1, skipped: 0 });
  const lists = (facts: Partial<TestRun>): object => {
    const { failedTests, passedTests, warnedTests, [ownField]: own } = predicateOf({ results, names, ...facts });
    return { failedTests, warnedTests, passedTests, mode: own?.testNames, omitted: own?.testNamesOmitted };
  };

  it.each([
    ['none', {}],
    ['failed', { failedTests: names.failed }],
    ['all', { failedTests: names.failed, warnedTests: names.warned, passedTests: names.passed }],
  ] as const)('are those that are asked for: %s', (testNames, expected) => {
    expect(lists({ testNames })).toEqual({ mode: testNames, ...expected });
  });

  it('that are not known are counted', () => {
    const more = withTotals({ total: 300, passed: 0, failures: 290, errors: 10, skipped: 0 });
    expect(lists({ results: more })).toMatchObject({ failedTests: names.failed, omitted: { failed: 299 } });
  });

  it('hold no secret, neither one that is known nor one of a known form, and nothing that a terminal would act on', () => {
    const token = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`;
    const failed = [`logs in with hunter2hunter2`, `asks with ${token}`, `is\u001B[2J quiet\n::error::now`];
    const { failedTests } = predicateOf({
      results: withTotals({ failures: 3, passed: 0 }),
      names: { ...names, failed },
      secrets: ['hunter2hunter2'],
    });
    expect(failedTests).toEqual(['asks with ***', 'is quiet ⏎ \\::error::now', 'logs in with ***']);
  });

  it('that find no room after the passed ones are gone are left out too, the failed ones last', () => {
    const long = (kind: string, count: number): readonly string[] =>
      Array.from({ length: count }, (_, index) => `${kind} ${index} ${'é'.repeat(480)}`);
    const all = { failed: long('f', 16_000), warned: long('w', 10), passed: long('p', 10) };
    const totals = withTotals({ total: 16_020, passed: 20, flaky: 10, failures: 16_000, skipped: 0 });
    const { failedTests = [], passedTests, warnedTests, [ownField]: own } = predicateOf({ results: totals, names: all, testNames: 'all' });
    expect(failedTests.length).toBeGreaterThan(15_000);
    expect([warnedTests, passedTests]).toEqual([[], []]);
    expect(own?.testNamesOmitted).toEqual({ failed: 16_000 - failedTests.length, warned: 10, passed: 10 });
  });
});
