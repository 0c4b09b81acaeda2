import { expect, test } from 'vitest';
import { readText, warningsOf, wordsOf } from '../support.ts';

const leaf = { granularity: 'leaf' } as const;
const passed = '<testcase/>';

test('rows come in document order, a suite before those inside of it', async () => {
  const document = `<testsuites name="all"><testsuite name="a">${passed}<testsuite name="b"><testsuite name="c">${passed}</testsuite>${passed}</testsuite></testsuite>${passed}<testsuite name="d">${passed}</testsuite></testsuites>`;
  expect(wordsOf(await readText(document, leaf))).toEqual(['all: 1', 'a: 1', 'b: 1', 'c: 1', 'd: 1']);
  expect(wordsOf(await readText(document))).toEqual(['all: 1', 'a: 3', 'd: 1']);
  const lists = `<testsuites name="1">${passed}</testsuites><testsuites name="2"><testsuite name="s">${passed}</testsuite>${passed}</testsuites>`;
  expect(wordsOf(await readText(lists))).toEqual(['1: 1', '2: 1', 's: 1']);
});

test('a list of suites inside of another has no row of its own', async () => {
  const inner = `<testsuites name="inner">${passed}<testsuite name="b">${passed}</testsuite></testsuites>`;
  expect(wordsOf(await readText(`<testsuites name="outer">${inner}</testsuites>`))).toEqual(['outer: 1', 'b: 1']);
  expect(wordsOf(await readText(`<testsuite name="outer">${inner}</testsuite>`))).toEqual(['outer: 2']);
  expect(wordsOf(await readText(`<testsuite name="outer">${inner}</testsuite>`, leaf))).toEqual(['outer: 1', 'b: 1']);
  const hollow = '<testsuites tests="9"><testsuites><testsuite name="b"/></testsuites></testsuites>';
  expect(wordsOf(await readText(hollow))).toEqual(['b: 0']);
  expect(wordsOf(await readText('<testsuites><testsuites><error/></testsuites></testsuites>'))).toEqual(['results.xml: 1, 1 e']);
});

test('by leaf a suite without cases has no row, and a list with nothing in it keeps one', async () => {
  expect(wordsOf(await readText(`<testsuite name="a"><testsuite name="b">${passed}</testsuite></testsuite>`, leaf))).toEqual(['b: 1']);
  expect(wordsOf(await readText('<testsuites name="a"/>', leaf))).toEqual(['a: 0']);
});

test('a timestamp is inherited from the nearest suite around', async () => {
  const stamp = (second: number): string => `timestamp="2026-01-02T03:04:0${second}Z"`;
  const document = `<testsuites ${stamp(1)}><testsuite name="a" ${stamp(2)}>${passed}<testsuite name="b">${passed}</testsuite></testsuite><testsuite name="c" timestamp=" ">${passed}</testsuite></testsuites>`;
  const { rows } = await readText(document, leaf);
  expect(rows.map(({ name, timestamp }) => [name, timestamp])).toEqual([
    ['a', 1_767_323_042],
    ['b', 1_767_323_042],
    ['c', 1_767_323_041],
  ]);
});

test('a timestamp that is none is told at its own place, and nothing stands in for it', async () => {
  const document = `<testsuites>\n<testsuite timestamp="tbd"><testsuite name="b"><testcase timestamp="2026-01-02T03:04:05Z"/></testsuite></testsuite></testsuites>`;
  const { rows, warnings } = await readText(document, leaf);
  expect(rows).toMatchObject([{ name: 'b' }]);
  expect(rows[0]).not.toHaveProperty('timestamp');
  expect(warnings).toMatchObject([{ code: 'bad-timestamp', line: 2, column: 1, message: expect.stringContaining('timestamp="tbd"') }]);
});

test('the earliest test case stands in for a timestamp, from suites inside as well', async () => {
  const at = (second: number): string => `<testcase timestamp="2026-01-02T03:04:0${second}Z"/>`;
  const { rows } = await readText(
    `<testsuite name="a">${at(5)}<testsuite name="b">${at(3)}${at(4)}</testsuite><testcase timestamp="x"/></testsuite>`,
  );
  expect(rows[0]?.timestamp).toBe(1_767_323_043);
});

test('the time by leaf is that of the own cases, else of a suite that holds no others', async () => {
  const document = `<testsuite name="a" time="9"><testcase time="1"/><testsuite name="b" time="7">${passed}</testsuite><testsuite name="c" time="5"><testcase time="2"/></testsuite></testsuite>`;
  expect((await readText(document, leaf)).rows.map(({ name, duration }) => [name, duration])).toEqual([
    ['a', 1],
    ['b', 7],
    ['c', 2],
  ]);
  const untimed = `<testsuite name="a" time="9">${passed}<testsuite name="b" time="7">${passed}</testsuite></testsuite>`;
  expect((await readText(untimed, leaf)).rows.map(({ duration }) => duration)).toEqual([0, 7]);
  expect((await readText(untimed)).rows.map(({ duration }) => duration)).toEqual([9]);
  expect((await readText(`<testsuites time="4">${passed}</testsuites>`)).rows[0]?.duration).toBe(4);
  expect((await readText(`<testsuites time="4">${passed}<testsuite name="s">${passed}</testsuite></testsuites>`)).rows[0]?.duration).toBe(
    0,
  );
});

test('above the most rows of one file they become one, of the earliest timestamp', async () => {
  const suite = (second: number): string =>
    `<testsuite name="s" timestamp="2026-01-02T03:04:0${second}Z"><testcase time="1"><failure/></testcase></testsuite>`;
  const document = `<testsuites>${suite(7)}${suite(5)}${suite(6)}<testsuite name="t">${passed}</testsuite></testsuites>`;
  expect((await readText(document, { maxRows: 4 })).rows).toHaveLength(4);
  const merged = await readText(document, { maxRows: 3 });
  expect(merged.rows).toEqual([
    { name: 'results.xml', total: 4, failures: 3, errors: 0, skipped: 0, duration: 3, timestamp: 1_767_323_045 },
  ]);
  expect(warningsOf(merged)).toEqual(['rows-merged']);
  const undated = await readText(`<testsuites>${`<testsuite name="s">${passed}</testsuite>`.repeat(3)}</testsuites>`, { maxRows: 2 });
  expect(undated.rows[0]).not.toHaveProperty('timestamp');
});

test('names are kept up to 100,000 characters, and cut short where a file has too many long ones', async () => {
  const suite = (length: number): string => `<testsuite name="${'n'.repeat(length)}">${passed}</testsuite>`;
  const whole = await readText(`<testsuites>${suite(100_000)}</testsuites>`);
  expect(whole.rows[0]?.name).toHaveLength(100_000);
  expect(warningsOf(whole)).toEqual([]);
  const cut = await readText(`<testsuites>${suite(100_001)}</testsuites>`);
  expect(cut.rows[0]?.name).toHaveLength(100_000);
  expect(warningsOf(cut)).toEqual(['name-cut']);
  // 2 MiB of names in all, and one more that is still whole.
  const lengths = [...Array.from({ length: 20 }, () => 100_000), 97_152, 300];
  const many = await readText(`<testsuites>${[...lengths, 300].map(suite).join('')}</testsuites>`);
  expect(many.rows.map(({ name }) => name.length)).toEqual([...lengths, 255]);
});

test('what the attributes and the elements tell is told where they differ', async () => {
  const { warnings } = await readText(
    `<testsuite name="s" tests="3" failures="2" errors="1">${passed}<testcase><failure/></testcase></testsuite>`,
  );
  expect(warnings[0]?.message).toContain('(tests: 3 declared, 2 counted; failures: 2 declared, 1 counted; errors: 1 declared, 0 counted);');
  const nested = await readText(
    `<testsuite name="s" tests="9"><testcase><failure/></testcase><testcase><error/></testcase><testsuite name="t">${passed}<testcase><failure/></testcase><testcase><error/></testcase></testsuite></testsuite>`,
  );
  expect(nested.warnings[0]?.message).toContain('(tests: 9 declared, 5 counted);');
  const summary = await readText('<testsuites tests="2" failures="1"/>');
  expect(summary.warnings[0]?.message).toContain('(<testsuites tests="2">)');
});

test.each([
  ['tests="3"', 'the cases of all suites inside'],
  ['tests="1"', 'the own cases alone'],
  ['tests="3" failures="1"', 'all failures'],
  ['tests="2"', 'fewer than there are'],
  ['failures="0"', 'the own failures alone'],
  ['failures="2"', 'a flaky attempt among the failures'],
  ['errors="1"', 'the sum of both kinds'],
])('%s does not disagree: %s', async (attributes) => {
  const inner = '<testsuite name="b"><testcase><failure/></testcase><testcase><flakyFailure/></testcase></testsuite>';
  expect(warningsOf(await readText(`<testsuite name="a" ${attributes}>${passed}${inner}</testsuite>`))).toEqual([]);
});

test.each([['tests="4"'], ['failures="3"'], ['tests="3" errors="4"']])('%s disagrees', async (attributes) => {
  const inner = '<testsuite name="b"><testcase><failure/></testcase><testcase><flakyFailure/></testcase></testsuite>';
  const evidence = await readText(`<testsuite name="a" ${attributes}>${passed}${inner}</testsuite>`);
  expect(wordsOf(evidence)).toEqual(['a: 3, 1 f']);
  expect(warningsOf(evidence)).toEqual(['attributes-disagree']);
});

test('tests of which only the attribute around says that they were skipped are no disagreement', async () => {
  const document = (skipped: number): string =>
    `<testsuites skipped="${skipped}"><testsuite name="a" tests="3">${passed}</testsuite></testsuites>`;
  expect(warningsOf(await readText(document(2)))).toEqual([]);
  expect(warningsOf(await readText(document(1)))).toEqual(['attributes-disagree']);
});

test('the attributes of pytest are what it reported, and no disagreement', async () => {
  const suite = (name: string): string =>
    `<testsuite name="${name}" tests="9" failures="2">${passed}<testcase><failure/></testcase></testsuite>`;
  expect(warningsOf(await readText(suite('pytest')))).toEqual([]);
  expect(warningsOf(await readText(`<testsuites name="pytest tests">${suite('own name')}</testsuites>`))).toEqual([]);
  expect(warningsOf(await readText(suite('other')))).toEqual(['attributes-disagree']);
});

test('a suite without a name is called by its file, and that is said; a list of suites needs none, nor one without tests', async () => {
  expect(warningsOf(await readText(`<testsuites><testsuite/><testsuite name="s">${passed}</testsuite></testsuites>`))).toEqual([]);
  const nameless = await readText(`<testsuites>${passed}<testsuite>${passed}</testsuite></testsuites>`);
  expect(wordsOf(nameless)).toEqual(['results.xml: 1', 'results.xml: 1']);
  expect(nameless.warnings).toMatchObject([{ code: 'unnamed-suite', line: 1, column: 24 }]);
});

test('the time of a summary counts next to that of test cases', async () => {
  const { totals } = await readText(
    '<testsuites><testsuite name="a"><testcase time="1"/></testsuite><testsuite name="b" tests="2" time="3"/></testsuites>',
  );
  expect(totals).toMatchObject({ total: 3, duration: 4 });
});

test('attributes that accuse are told with what the elements say', async () => {
  const suites = await readText(`<testsuites failures="1 or 2"><testsuite name="s">${passed}</testsuite></testsuites>`);
  expect(warningsOf(suites)).toEqual(['attributes-red']);
  expect(suites.warnings[0]?.message).toContain('tell failures that no test case shows (failures="1 or 2");');
  expect(wordsOf(suites)).toEqual(['results.xml: 1, 1 f', 's: 1']);
  expect(warningsOf(await readText(`<testsuites>${passed}</testsuites>`))).toEqual([]);
});

test('cases in no element at all come before the suites of their file', async () => {
  expect(wordsOf(await readText(`<testsuite name="s">${passed}</testsuite>${passed}`))).toEqual(['results.xml: 1', 's: 1']);
});
