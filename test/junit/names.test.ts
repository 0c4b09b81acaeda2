import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readTestResults } from '../../src/commands/results/read-results.ts';
import type { ReadingOptions } from '../../src/results/index.ts';

async function namesIn(xml: string, options: ReadingOptions = {}) {
  const workspace = mkdtempSync(join(tmpdir(), 'names-'));
  onTestFinished(() => rmSync(workspace, { recursive: true }));
  writeFileSync(join(workspace, 'a.xml'), xml);
  const { names, totals } = await readTestResults(['a.xml'], { workspace, ...options });
  return { ...names, counts: [totals.failures + totals.errors, totals.flaky, totals.passed - totals.flaky] };
}

const bad = '<failure message="no"/>';
const suite = (cases: string, name = 's'): string => `<testsuite name="${name}">${cases}</testsuite>`;

it('all that failed is named, also beyond those that are described, and passed tests where they are asked for', async () => {
  const many = Array.from({ length: 300 }, (_, n) => `<testcase name="bad ${n}">${bad}</testcase><testcase name="good ${n}"/>`).join('');
  const asked = await namesIn(suite(many), { withPassedNames: true });
  expect([asked.failed?.length, asked.passed?.length, asked.passed?.[0], asked.counts]).toEqual([300, 300, 's › good 0', [300, 0, 300]]);
  expect(await namesIn(suite(many))).toMatchObject({ passed: [], warned: [] });
});

it('a failed attempt that a later one made good is no failed test', async () => {
  const cases = `<testcase name="a">${bad}</testcase><testcase name="a"/><testcase name="b">${bad}</testcase><testcase name="b">${bad}</testcase><testcase name="c"><skipped/></testcase>`;
  expect(await namesIn(suite(cases), { mergeRetries: 'last', withPassedNames: true })).toEqual({
    failed: ['s › b'],
    warned: ['s › a'],
    passed: [],
    counts: [1, 1, 0],
  });
  const flaky = suite('<testcase name="a"><flakyFailure message="no"/></testcase>');
  expect(await namesIn(flaky)).toMatchObject({ warned: ['s › a'], counts: [0, 1, 0] });
});

it('attempts that pytest writes as passed are one test', async () => {
  const cases = `<testcase classname="m" name="a"/><testcase classname="m" name="b"/><testcase classname="m" name="a"/><testcase classname="m" name="c"/><testcase classname="m" name="c">${bad}</testcase>`;
  expect(await namesIn(suite(cases, 'pytest'), { mergeRetries: 'last', withPassedNames: true })).toEqual({
    failed: ['pytest › m › c'],
    warned: ['pytest › m › a'],
    passed: ['pytest › m › b'],
    counts: [1, 1, 1],
  });
});

it('a failure of a suite has the name of the suite', async () => {
  expect(await namesIn(suite(`${bad}<testcase name="a"/>`))).toMatchObject({ failed: ['s'], counts: [1, 0, 1] });
});
