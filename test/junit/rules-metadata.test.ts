import { expect, test } from 'vitest';
import { readTestResults } from '../../src/commands/results/read-results.ts';
import { readRule, readText, warningsOf, wordsOf, workspaceOf } from './support.ts';

test('rule 18: the duration is the sum of the cases, of the suite only where no case has a time', async () => {
  const { rows } = await readRule('18-duration.xml');
  expect(rows.map((row) => [row.name, row.duration])).toEqual([
    ['sum of cases', 0.3],
    ['no case has a time', 2.5],
    ['cut to microseconds', 1.000002],
    ['nested', 0.25],
    ['of nested suites', 3.5],
  ]);
});

test('rule 19: what is no time is none', async () => {
  const evidence = await readRule('19-no-time.xml');
  expect(evidence.rows).toEqual([{ name: 's', total: 10, failures: 0, errors: 0, skipped: 0, duration: 0 }]);
  expect(evidence.warnings).toMatchObject([{ code: 'bad-time', line: 4, column: 3 }]);
});

test('rule 20: commas group thousands', async () => {
  expect((await readRule('20-thousands.xml')).totals.duration).toBeCloseTo(1234.56 + 1234 + 1_234_567.5, 9);
});

test('rule 21: a comma that cannot group is the decimal mark', async () => {
  expect((await readRule('21-decimal-comma.xml')).totals.duration).toBeCloseTo(0.16 + 12.5 + 1234.5, 9);
});

test('rule 22: exponents, clock times and durations with units are read', async () => {
  expect((await readRule('22-other-times.xml')).totals.duration).toBeCloseTo(0.0015 + 3723.5 + 62 + 0.25 + 60.5, 9);
  expect((await readRule('22-milliseconds.xml', { timeUnit: 'ms' })).totals.duration).toBe(3.50025);
});

const moment = 1_767_323_045; // 2026-01-02T03:04:05Z
const day = 1_767_312_000; // 2026-01-02T00:00:00Z

test.each([
  ['2026-01-02T03:04:05', moment],
  ['2026-01-02T03:04:05Z', moment],
  ['2026-01-02T03:04:05.1', moment],
  ['2026-01-02T03:04:05.999999999Z', moment],
  ['2026-01-02T03:04:05,123', moment],
  ['2026-01-02T05:04:05+02:00', moment],
  ['2026-01-02T04:04:05+0100', moment],
  ['2026-01-02T05:04:05+02', moment],
  ['2026-01-01T22:04:05.123456-05:00', moment],
  ['2026-01-02 03:04:05', moment],
  ['2026-01-02 03:04:05Z', moment],
  ['2026-01-02 03:04:05 UTC', moment],
  ['2026-01-02T03:04:05 UTC', moment],
  ['2026-01-02T 03:04:05', moment],
  ['2026-01-02 03:04:05 +0000', moment],
  ['2026/01/02 03:04:05', moment],
  ['20260102T030405Z', moment],
  ['2026-01-02T03:04:05Z[UTC]', moment],
  ['Fri, 02 Jan 2026 03:04:05 GMT', moment],
  ['Fri, 02 Jan 2026 04:04:05 +0100', moment],
  ['2 Jan 2026 03:04:05 GMT', moment],
  ['Fri Jan 02 03:04:05 UTC 2026', moment],
  ['Fri Jan  2 03:04:05 2026', moment],
  ['1767323045', moment],
  ['1767323045.75', moment],
  ['1767323045999', moment],
  ['2026-01-02T03:04', moment - 5],
  ['2026-01-02', day],
])('rule 23: the timestamp %s is a moment', async (timestamp, seconds) => {
  const { rows } = await readText(`<testsuite name="s" timestamp="${timestamp}"><testcase/></testsuite>`);
  expect(rows[0]?.timestamp).toBe(seconds);
});

test.each([
  ['tbd'],
  ['YYYY-MM-DDTHH:mm:ss'],
  ['2026-38-02T03:04:05'],
  ['2026-02-30T03:04:05'],
  ['2026-01-02T25:04:05'],
  ['T10:31:55'],
  ['2026-01-02T03:04:05 XYZ'],
  ['0001-01-01T00:00:01'],
  ['1970-01-01T00:00:00+01:00'],
  ['9'.repeat(400)],
])('rule 24: the timestamp %s is left out and pointed out', async (timestamp) => {
  const evidence = await readText(`<testsuite name="s" timestamp="${timestamp}"><testcase/></testsuite>`);
  expect(evidence.rows).toEqual([{ name: 's', total: 1, failures: 0, errors: 0, skipped: 0, duration: 0 }]);
  expect(evidence.warnings).toMatchObject([{ code: 'bad-timestamp', line: 1, column: 1 }]);
  expect(evidence.problems).toEqual([]);
});

test.each([
  ['0'],
  ['0001-01-01T00:00:00'],
  ['0001-01-01T00:00:00Z'],
  ['0001-01-01 00:00:00.000+00:00'],
  ['1970-01-01T00:00:00Z'],
  ['1970-01-01'],
])('rule 24: the zero of a clock (%s) is left out without a word', async (timestamp) => {
  const evidence = await readText(`<testsuite name="s" timestamp="${timestamp}"><testcase/></testsuite>`);
  expect(evidence.rows[0]).not.toHaveProperty('timestamp');
  expect(evidence.warnings).toEqual([]);
});

test('rule 25: properties do not take the timestamp away', async () => {
  expect((await readRule('25-timestamp-with-properties.xml')).rows[0]?.timestamp).toBe(moment);
});

test('rule 26: a suite without a timestamp has that of the root, else of its earliest test case', async () => {
  const inherited = await readRule('26-inherited.xml');
  expect(inherited.rows.map((row) => row.timestamp)).toEqual([moment, moment + 3355]);
  const earliest = await readRule('26-earliest-case.xml');
  expect(earliest.rows.map((row) => row.timestamp)).toEqual([moment + 1, undefined]);
});

test('rule 27: a suite without tests keeps its row', async () => {
  expect(wordsOf(await readRule('27-zero-tests.xml'))).toEqual(['nothing yet: 0', 'something: 1']);
});

test('rule 27: a file without tests is pointed out, but not that of a class', async () => {
  const empty = '<testsuite name="s" tests="0"/>';
  const workspace = workspaceOf({
    'a.xml': '<testsuite name="s"><testcase/></testsuite>',
    'TEST-demo.Outer.xml': empty,
    'b.xml': '<testsuite name="t"/>',
  });
  const { problems, warnings } = await readTestResults(['*.xml'], { workspace });
  expect(warnings).toMatchObject([{ code: 'no-tests-in-file', file: 'b.xml' }]);
  expect(problems).toEqual([]);
});

test('rule 27: no tests in all are unusable evidence', async () => {
  const evidence = await readRule('27-empty-suites.xml');
  expect(wordsOf(evidence)).toEqual(['nothing: 0']);
  expect(evidence.problems).toMatchObject([{ code: 'no-tests' }]);
  expect(warningsOf(evidence)).toEqual(['no-tests-in-file']);
});
