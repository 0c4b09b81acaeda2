import { copyFileSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTestResults } from '../../../src/commands/results/read-results.ts';
import { commit, git } from '../../support/git.ts';
import { codesOf, readText, workspaceOf } from '../../junit/support.ts';

const green = '<testsuite name="green" tests="2"><testcase name="a" time="0.5"/><testcase name="b" time="0.25"/></testsuite>';
const red = '<testsuite name="red" tests="1"><testcase name="c"><failure message="no"/></testcase></testsuite>';

test('rows come by file name bytewise, then in document order', async () => {
  const workspace = workspaceOf({ 'b.xml': red, 'B.xml': `<testsuites>${green}${red}</testsuites>`, 'é.xml': green, 'a/z.xml': red });
  const { rows, files, problems } = await readTestResults(['**/*.xml'], { workspace });
  expect(problems).toEqual([]);
  expect(files.map((file) => file.name)).toEqual(['B.xml', 'a/z.xml', 'b.xml', 'é.xml']);
  expect(rows.map((row) => row.name)).toEqual(['green', 'red', 'red', 'red', 'green']);
});

test('a row carries counts as integers, seconds and Unix seconds', async () => {
  const { rows, totals } = await readText(
    '<testsuite name="s" timestamp="2026-01-02T03:04:05.9Z"><testcase time="0.1"/><testcase time="0.2"><skipped/></testcase></testsuite>',
  );
  expect(rows).toEqual([{ name: 's', failures: 0, errors: 0, skipped: 1, total: 2, duration: 0.3, timestamp: 1767323045 }]);
  expect(totals).toEqual({ total: 2, passed: 1, failures: 0, errors: 0, skipped: 1, flaky: 0, retried: 0, duration: 0.3 });
});

test('a failing case is told with its names, place and message', async () => {
  const { failing } = await readText(
    `<testsuite name="s"><testcase name="n" classname="c" file="test/n.js" line="12">
       <failure message="1 &lt; 2 &#38; more"><![CDATA[at n.js:12 <x>]]>&amp;&#x41;</failure></testcase></testsuite>`,
  );
  expect(failing).toEqual([
    {
      suite: 's',
      name: 'n',
      classname: 'c',
      file: 'test/n.js',
      line: 12,
      kind: 'failure',
      source: 'results.xml',
      headline: '1 < 2 & more',
      message: '1 < 2 & more\nat n.js:12 <x>&A',
    },
  ]);
});

test('at most 200 failing cases are told, each message cut to 4,000 characters', async () => {
  const one = `<testcase name="x"><error message="${'m'.repeat(3000)}">${'b'.repeat(50_000)}</error></testcase>`;
  const { failing, totals } = await readText(`<testsuite name="s">${one.repeat(250)}</testsuite>`);
  expect(totals.errors).toBe(250);
  expect(failing).toHaveLength(200);
  expect(Math.max(...failing.map((each) => each.message.length))).toBe(4000);
});

test('a file cut behind any tag of a real file is broken', async () => {
  const whole = readFileSync(new URL('../../fixtures/junit/cut.xml', import.meta.url), 'utf8');
  const cuts = [...whole.matchAll(/>/g)].map((match) => match.index + 1).filter((cut) => cut < whole.trimEnd().length);
  expect(cuts.length).toBeGreaterThan(40);
  const files = Object.fromEntries(cuts.map((cut) => [`${cut}.xml`, whole.slice(0, cut)]));
  const { problems, rows } = await readTestResults(['*.xml'], { workspace: workspaceOf(files) });
  expect(problems).toHaveLength(cuts.length);
  expect(new Set(codesOf(problems))).toEqual(new Set(['broken-file']));
  expect(rows).toEqual([]);
});

test('a file cut at any byte is a problem', async () => {
  const whole = readFileSync(new URL('../../fixtures/junit/cut.xml', import.meta.url));
  const end = whole.lastIndexOf('>') + 1;
  const cuts = Array.from({ length: Math.floor(end / 7) }, (_, index) => index * 7);
  const files = Object.fromEntries(cuts.map((cut) => [`${cut}.xml`, whole.subarray(0, cut)]));
  const { problems } = await readTestResults(['*.xml'], { workspace: workspaceOf(files) });
  expect(problems).toHaveLength(cuts.length);
});

test('all bad files are named in one go, with line and column, and good ones still give rows', async () => {
  const workspace = workspaceOf({
    'bad.xml': '<testsuite name="s">\n  <testcase name="é"></testsuite>',
    'empty.xml': '',
    'good.xml': green,
  });
  const { problems, rows } = await readTestResults(['*.xml', 'missing.xml'], { workspace });
  expect(problems).toMatchObject([
    { code: 'no-files', file: 'missing.xml' },
    { code: 'broken-file', file: 'bad.xml', line: 2, column: 22 },
    { code: 'empty-file', file: 'empty.xml' },
  ]);
  expect(problems.every((problem) => problem.fix !== undefined)).toBe(true);
  expect(rows.map((row) => row.name)).toEqual(['green']);
});

test('no tests at all is a problem, skipped tests do not count as run, and min-tests sets the bar', async () => {
  const none = '<testsuites><testsuite name="s" tests="0"/></testsuites>';
  const skipped = '<testsuite name="s"><testcase><skipped/></testcase></testsuite>';
  expect(codesOf((await readText(none)).problems)).toEqual(['no-tests']);
  expect(codesOf((await readText(skipped)).problems)).toEqual(['too-few-tests']);
  expect(codesOf((await readText(green, { minTests: 3 })).problems)).toEqual(['too-few-tests']);
  expect(codesOf((await readText(green, { minTests: 2 })).problems)).toEqual([]);
  expect(codesOf((await readText(none, { minTests: 0 })).problems)).toEqual([]);
});

test('what is not JUnit is passed over in a glob and refused by name; a glob with nothing else matches no files', async () => {
  const workspace = workspaceOf({ 'pom.xml': '<project><modelVersion/></project>', 'page.xml': '<html><br></html>', 'ok/a.xml': green });
  const mixed = await readTestResults(['**/*.xml'], { workspace });
  expect(codesOf(mixed.problems)).toEqual([]);
  expect(codesOf(mixed.warnings)).toEqual(['not-junit', 'not-junit']);
  expect((await readTestResults(['pom.xml'], { workspace })).problems).toMatchObject([{ code: 'not-junit', file: 'pom.xml' }]);
  expect((await readTestResults(['*.xml'], { workspace })).problems).toMatchObject([
    { code: 'no-files', message: expect.stringMatching(/^\*\.xml: /) },
  ]);
});

test('newer-than refuses files of an earlier run', async () => {
  const workspace = workspaceOf({ 'old.xml': green, 'new.xml': green });
  utimesSync(join(workspace, 'old.xml'), 1000, 1000);
  const { problems, rows } = await readTestResults(['*.xml'], { workspace, newerThan: 2_000_000 });
  expect(problems).toMatchObject([{ code: 'stale-file', file: 'old.xml' }]);
  expect(rows).toHaveLength(1);
});

test('a file that cannot be opened is a problem', async () => {
  const workspace = workspaceOf({ 'a.xml': green });
  symlinkSync(join(workspace, 'gone.xml'), join(workspace, 'b.xml'));
  expect((await readTestResults(['*.xml'], { workspace })).problems).toMatchObject([{ code: 'unreadable-file', file: 'b.xml' }]);
});

test('a failing case of a suite without a name is told under the name of its row, wherever the file lies', async () => {
  const workspace = workspaceOf({ 'deep/below/loose.xml': '<testsuites><testcase name="n"><failure/></testcase></testsuites>' });
  const { failing, rows } = await readTestResults(['deep/below/loose.xml'], { workspace });
  expect(rows.map((row) => row.name)).toEqual(['loose.xml']);
  expect(failing).toMatchObject([{ suite: 'loose.xml', source: 'deep/below/loose.xml' }]);
});

test('a directory stands for the XML files in it, and what the search noticed is told', async () => {
  const workspace = workspaceOf({ 'r/a.xml': green, 'r/log.txt': 'words' });
  const { files, problems, warnings } = await readTestResults(['!b.xml', 'r'], { workspace });
  expect(files.map((file) => file.name)).toEqual(['r/a.xml']);
  expect(problems).toEqual([]);
  expect(codesOf(warnings)).toEqual(['useless-exclude']);
});

test('of all files together the first 200 failing cases are told', async () => {
  const failing = `<testsuite name="s">${'<testcase name="n"><failure/></testcase>'.repeat(150)}</testsuite>`;
  const evidence = await readTestResults(['*.xml'], { workspace: workspaceOf({ 'a.xml': failing, 'b.xml': failing }) });
  expect(evidence.totals.failures).toBe(300);
  expect(evidence.failing).toHaveLength(200);
});

test('secrets that are known are taken out of what is told', async () => {
  const named = '<testsuite name="uses hunter22"><testcase name="a"/></testsuite>';
  expect((await readText(named, { secrets: ['hunter22'] })).rows).toMatchObject([{ name: 'uses ***' }]);
  expect((await readText(named)).rows).toMatchObject([{ name: 'uses hunter22' }]);
});

test('a file that is older than the checkout around it is pointed out, be that a second one, a linked one or above the workspace', async () => {
  const outer = workspaceOf({ 'app/a.xml': green, 'app/second/a.xml': green });
  for (const directory of [outer, join(outer, 'app', 'second')]) {
    git(directory, ['init', '--quiet']);
    commit(directory);
  }
  git(outer, ['worktree', 'add', '--quiet', 'app/linked']);
  copyFileSync(join(outer, 'app', 'a.xml'), join(outer, 'app', 'linked', 'a.xml'));
  const read = (workspace: string) => readTestResults(['a.xml'], { workspace });
  const places = ['app', 'app/second', 'app/linked'].map((name) => join(outer, name));
  for (const place of places) {
    utimesSync(join(place, 'a.xml'), new Date(), new Date());
    expect((await read(place)).warnings).toEqual([]);
    utimesSync(join(place, 'a.xml'), 1000, 1000);
    expect(codesOf((await read(place)).warnings)).toEqual(['old-file']);
  }
  // Checkouts beneath a workspace that is none itself.
  rmSync(join(outer, '.git'), { recursive: true });
  const { warnings } = await readTestResults(['app/second/a.xml'], { workspace: outer });
  expect(codesOf(warnings)).toEqual(['old-file']);
});
