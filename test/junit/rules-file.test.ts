import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTestResults } from '../../src/commands/results/read-results.ts';
import { git } from '../support/git.ts';
import { codesOf, readRule, readText, warningsOf, wordsOf, workspaceOf } from './support.ts';

test('rule 28: an empty or blank file is a problem that names it', async () => {
  for (const name of ['28-empty.xml', '28-blank.xml']) {
    const { problems } = await readRule(name);
    expect(problems).toMatchObject([{ code: 'empty-file', file: name }]);
  }
  expect(codesOf((await readText(Buffer.from([0xff, 0xfe]))).problems)).toEqual(['empty-file']);
  expect(codesOf((await readText(Buffer.alloc(4096))).problems)).toEqual(['empty-file']);
});

test.each([
  ['29-truncated.xml', 4, 3],
  ['29-cut-between-tags.xml', 4, 1],
  ['29-cut-in-cdata.xml', 3, 42],
  ['29-crossed-tags.xml', 4, 1],
  ['29-missing-quote.xml', 3, 27],
  ['29-swallowed.xml', 3, 30],
  ['29-less-than-in-attribute.xml', 2, 55],
  ['29-unquoted.xml', 2, 17],
  ['29-less-than.xml', 2, 51],
  ['29-extra-close.xml', 2, 53],
])('rule 29: %s is broken, and the message says where', async (name, line, column) => {
  const { problems, rows } = await readRule(name);
  expect(problems).toMatchObject([{ code: 'broken-file', file: name, line, column }]);
  expect(problems[0]?.message).toContain(`${name}:${line}:${column}: `);
  expect(rows).toEqual([]);
});

test.each([['30-pom.xml'], ['30-checkstyle.xml'], ['30-config.xml'], ['30-page.xml']])(
  'rule 30: %s is not JUnit: passed over in a glob, refused by name',
  async (name) => {
    expect(codesOf((await readRule(name)).problems)).toEqual(['not-junit']);
    const among = await readRule([`[3]${name.slice(1)}`, '01-root-suite.xml']);
    expect(wordsOf(among)).toEqual(['alone: 1']);
    expect(warningsOf(among)).toEqual(['not-junit']);
    expect(codesOf(among.problems)).toEqual(['no-files']);
  },
);

test('rule 30: what is named .xml and holds no XML is broken, for it may be what a crash left', async () => {
  expect(codesOf((await readRule('30-words.xml')).problems)).toEqual(['not-junit']);
  expect(codesOf((await readRule(['[3]0-words.xml', '01-root-suite.xml'])).problems)).toEqual(['broken-file']);
});

test('rule 30: a suite in a wrapper of another name is JUnit', async () => {
  expect(wordsOf(await readRule('30-wrapped.xml'))).toEqual(['in a wrapper: 1, 1 f']);
});

test.each([
  ['31-bom.xml', []],
  ['31-utf-16le.xml', []],
  ['31-utf-16be.xml', []],
  ['31-utf-16-no-bom.xml', []],
  ['31-windows-1252.xml', []],
  ['31-iso-8859-15.xml', []],
  ['31-alias.xml', []],
  ['31-header-says-utf-16.xml', ['wrong-encoding']],
  ['31-unknown.xml', ['wrong-encoding']],
])('rule 31: %s is decoded', async (name, warnings) => {
  const evidence = await readRule(name);
  expect(wordsOf(evidence)).toEqual(['Größe €: 1, 1 f']);
  expect(evidence.failing).toMatchObject([{ name: 'ü', message: 'ñ' }]);
  expect(warningsOf(evidence)).toEqual(warnings);
});

test('rule 31: invalid bytes are replaced and pointed out', async () => {
  const evidence = await readRule('31-invalid.xml');
  expect(wordsOf(evidence)).toEqual(['Gr\uFFFD\uFFFDe \uFFFD: 1, 1 f']);
  expect(warningsOf(evidence)).toEqual(['invalid-bytes']);
});

test('rule 31: a broken file in another encoding is told by its lines and columns', async () => {
  const text = '\uFEFF<?xml version="1.0" encoding="UTF-16"?>\n<testsuite name="🚀ü"><testcase></testsuite>';
  expect((await readText(Buffer.from(text, 'utf16le'))).problems).toMatchObject([{ code: 'broken-file', line: 2, column: 33 }]);
  expect((await readText(text)).problems).toMatchObject([{ code: 'broken-file', line: 2, column: 33 }]);
});

test('rule 31: UTF-32 is refused, not misread', async () => {
  const bytes = Buffer.from(
    Array.from('\uFEFF<testsuite><testcase/></testsuite>').flatMap((each) => [each.charCodeAt(0) & 255, each.charCodeAt(0) >> 8, 0, 0]),
  );
  expect(codesOf((await readText(bytes)).problems)).toEqual(['broken-file']);
});

test('rule 32: white space before the declaration, XML 1.1, documents in a row and text around are accepted', async () => {
  expect(warningsOf(await readRule('32-space-before-declaration.xml'))).toEqual(['late-declaration']);
  expect(warningsOf(await readRule('32-version.xml'))).toEqual(['xml-version']);
  const several = await readRule('32-concatenated.xml');
  expect(wordsOf(several)).toEqual(['first: 1', 'second: 1, 1 f']);
  expect(warningsOf(several)).toEqual(['late-declaration', 'several-documents']);
  const text = await readRule('32-text-around.xml');
  expect(wordsOf(text)).toEqual(['s: 1']);
  expect(text.warnings).toMatchObject([{ code: 'text-outside-root', line: 1, column: 1 }]);
});

test('rule 33: control characters, ANSI sequences and what is no character are taken out', async () => {
  const evidence = await readRule('33-controls.xml');
  expect(wordsOf(evidence)).toEqual(['red bold!: 1, 1 f']);
  expect(evidence.failing).toMatchObject([{ name: 'green', message: 'ab\u{1F600}\nx' }]);
});

test('rule 34: references are not limited in number', async () => {
  const { failing } = await readRule('34-references.xml');
  expect(failing[0]?.message.slice(0, 12)).toBe('<>&"\'A<>&"\'A');
  expect(failing[0]?.message).toHaveLength(4000);
});

test('rule 35: nothing that a DOCTYPE declares is expanded or fetched', async () => {
  const evidence = await readRule('35-entities.xml');
  expect(wordsOf(evidence)).toEqual(['&b; &file; &close; &nbsp;: 1']);
  expect(warningsOf(evidence)).toEqual(['doctype']);
  expect(wordsOf(await readRule('35-external.xml'))).toEqual(['s: 1']);
});

test('rule 36: markup in comments, instructions, CDATA and output is not counted', async () => {
  expect(wordsOf(await readRule('36-not-markup.xml'))).toEqual(['s: 2']);
});

test('rule 37: elements are known by their local names', async () => {
  expect(wordsOf(await readRule('37-namespaces.xml'))).toEqual(['s: 2, 1 f']);
});

test('rule 38: a test case needs no name', async () => {
  expect(wordsOf(await readRule('38-nameless-cases.xml'))).toEqual(['s: 3, 1 f']);
});

test('rule 39: depth and long names are no obstacle, endless depth is refused', async () => {
  const deep = (depth: number): string => `${'<testsuite name="d">'.repeat(depth)}<testcase/>${'</testsuite>'.repeat(depth)}`;
  expect(wordsOf(await readText(deep(2000)))).toEqual(['d: 1']);
  expect(codesOf((await readText(deep(10_001))).problems)).toEqual(['broken-file']);
  const name = 'n'.repeat(70_000);
  expect(wordsOf(await readText(`<testsuite name="${name}"><testcase name="${name}"><failure/></testcase></testsuite>`))).toEqual([
    `${name}: 1, 1 f`,
  ]);
});

test('rule 39: huge CDATA and attributes are read in constant memory', async () => {
  const huge = 'x'.repeat(12_000_000);
  const evidence = await readText(
    `<testsuite name="s"><testcase><failure message="${huge}" type="T">&lt;${huge}</failure></testcase>` +
      `<testcase><system-out><![CDATA[${huge}]]></system-out></testcase></testsuite>`,
  );
  expect(wordsOf(evidence)).toEqual(['s: 2, 1 f']);
  expect(evidence.failing[0]?.message).toMatch(/^x{3999}…$/);
});

test('rule 40: attributes that are no numbers are ignored', async () => {
  expect(wordsOf(await readRule('40-not-numbers.xml'))).toEqual(['s: 1']);
  expect(wordsOf(await readRule('40-not-numbers-only.xml'))).toEqual(['s: 3, 1 e']);
});

test('rule 41: the element decides between failure and error', async () => {
  expect(wordsOf(await readRule('41-mocha.xml'))).toEqual(['Mocha Tests: 2, 1 f']);
});

test('rule 42: a test file that did not load leaves no trace, so the reader alone cannot see it', async () => {
  const evidence = await readRule('42-absent-file.xml');
  expect(wordsOf(evidence)).toEqual(['loads: 1']);
  expect(evidence.problems).toEqual([]);
});

test('rule 43: files older than the checkout are pointed out, and refused on demand', async () => {
  const workspace = workspaceOf({ 'a.xml': '<testsuite name="s"><testcase/></testsuite>' });
  git(workspace, ['init', '--quiet']);
  utimesSync(join(workspace, 'a.xml'), 1000, 1000);
  const noticed = await readTestResults(['a.xml'], { workspace });
  expect(noticed.warnings).toMatchObject([{ code: 'old-file', file: 'a.xml' }]);
  expect(noticed.problems).toEqual([]);
  expect(codesOf((await readTestResults(['a.xml'], { workspace, newerThan: 1_000_001 })).problems)).toEqual([]);
  expect(codesOf((await readTestResults(['a.xml'], { workspace, newerThan: 1_001_000 })).problems)).toEqual(['stale-file']);
});

test('rule 44: above the cap the rows of each file become one, and above that all of them', async () => {
  const suites = (count: number): string =>
    `<testsuites>${'<testsuite name="s" timestamp="2026-01-02T03:04:05Z"><testcase time="1"/></testsuite>'.repeat(count)}</testsuites>`;
  const workspace = workspaceOf({ 'a.xml': suites(3), 'b.xml': suites(4), 'c/d.xml': suites(1) });
  const all = await readTestResults(['**/*.xml'], { workspace, maxRows: 8 });
  expect(all.rows).toHaveLength(8);
  const byFile = await readTestResults(['**/*.xml'], { workspace, maxRows: 7 });
  expect(wordsOf(byFile)).toEqual(['a.xml: 3', 'b.xml: 4', 'c/d.xml: 1']);
  expect(byFile.rows[1]).toMatchObject({ duration: 4, timestamp: 1_767_323_045 });
  expect(codesOf(byFile.warnings)).toEqual(['rows-merged']);
  expect(wordsOf(await readTestResults(['**/*.xml'], { workspace, maxRows: 3 }))).toEqual(['a.xml: 3', 'b.xml: 4', 'c/d.xml: 1']);
  const one = await readTestResults(['**/*.xml'], { workspace, maxRows: 2 });
  expect(wordsOf(one)).toEqual(['3 files: 8']);
  expect(one.totals).toEqual(all.totals);
});
