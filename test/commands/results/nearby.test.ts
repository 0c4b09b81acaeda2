import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTestResults } from '../../../src/commands/results/read-results.ts';
import { workspaceOf } from '../../junit/support.ts';

const junit = '<?xml version="1.0"?>\n<!-- made by a tool -->\n<testsuite name="s" tests="1"><testcase name="t"/></testsuite>';
const other = '<project name="x"><testing/></project>';

/** The advice about patterns that match nothing. */
async function advice(
  files: Readonly<Record<string, string | Uint8Array>>,
  pattern: string | readonly string[] = 'build/*.xml',
  directory?: string,
): Promise<readonly (string | undefined)[]> {
  const workspace = workspaceOf(files);
  const place = directory === undefined ? { workspace } : { workspace, directory: join(workspace, directory) };
  return (await readTestResults([pattern].flat(), place)).problems.map(({ fix }) => fix);
}

const found = 'There are files that look like JUnit XML. If they are those of this run, write:\n\n  junit-paths:';
const nothingFound = expect.stringMatching(/^See whether the test step ran/);

test('files that look like JUnit XML are named with the line to write', async () => {
  expect(await advice({ 'target/surefire-reports/TEST-a.xml': junit, 'target/surefire-reports/TEST-b.xml': junit })).toEqual([
    `${found} target/surefire-reports/*.xml`,
  ]);
  expect(await advice({ 'a.xml': junit, 'b.xml': junit })).toEqual([`${found} ./*.xml`]);
  expect(await advice({ 'r.xml': Buffer.from(`\ufeff${junit}`, 'utf16le') }, 'absent.xml')).toEqual([`${found} ./*.xml`]);
});

test('one file is named by a pattern that finds those next to it in another run, too', async () => {
  expect(await advice({ 'target/surefire-reports/TEST-shop.CartTest.xml': junit, 'pom.xml': other })).toEqual([
    `${found} target/surefire-reports/*.xml`,
  ]);
  expect(await advice({ 'r/TEST-shop.CartTest.xml': junit, 'r/summary.xml': other })).toEqual([`${found} r/TEST-*.xml`]);
  expect(await advice({ 'r/report.xml': junit, 'r/summary.xml': other })).toEqual([`${found} r/report*.xml`]);
  expect(await advice({ 'r/TEST-a.xml': junit, 'r/TEST-config.xml': other })).toEqual([`${found} r/TEST-a.xml`]);
});

test('the line does not name what is no JUnit XML', async () => {
  const mixed = { 'r/TEST-a.xml': junit, 'r/TEST-b.xml': junit, 'r/summary.xml': other };
  expect(await advice(mixed)).toEqual([`${found} r/TEST-*.xml`]);
  expect(await advice({ ...mixed, 'r/TEST-config.xml': other })).toEqual([`${found} |\n    r/TEST-a.xml\n    r/TEST-b.xml`]);
});

test('those whose path is most like the pattern come first, and no more than three', async () => {
  const files = Object.fromEntries(['a', 'b', 'c', 'd', 'shop/test-results'].map((folder) => [`${folder}/x.xml`, junit]));
  expect(await advice(files, 'shop/build/test-result/*.xml')).toEqual([
    'There are files that look like JUnit XML. If they are those of this run, write (and 2 more like these):\n\n  junit-paths: |\n    shop/test-results/*.xml\n    a/*.xml\n    b/*.xml',
  ]);
});

test('paths are relative to where patterns are', async () => {
  expect(await advice({ 'app/out/a.xml': junit }, 'app/out/*.xml', 'app')).toEqual([`${found} out/*.xml`]);
  expect(await advice({ 'out/a.xml': junit, 'app/b.txt': '' }, 'out/*.xml', 'app')).toEqual([`${found} ../out/*.xml`]);
});

test('packages, .git and what another pattern found are not named, nor what is no JUnit XML', async () => {
  expect(await advice({ 'node_modules/p/a.xml': junit, '.git/a.xml': junit, 'pom.xml': other, 'empty.xml': '' })).toEqual([nothingFound]);
  expect(await advice({ 'known/a.xml': junit }, ['known/*.xml', 'build/*.xml'])).toEqual([nothingFound]);
  expect(await advice({ 'a.xml': junit }, ['a.xml', '!a.xml'])).toEqual(['Take !a.xml away, or let it exclude less.']);
});

test('a name that YAML or a glob would read another way is not proposed', async () => {
  const names = ['a b/x.xml', '[a]/x.xml', '# a/x.xml', '!a/x.xml', "'/x.xml", 'a\n  token: x/x.xml', '@a/x.xml', '-a/x.xml'];
  for (const name of names) expect(await advice({ [name]: junit })).toEqual([nothingFound]);
});

test.runIf(process.platform !== 'win32')('a pipe is not waited for', async () => {
  const workspace = workspaceOf({ 'a/x.txt': '' });
  execFileSync('mkfifo', [join(workspace, 'a', 'pipe.xml')]);
  expect((await readTestResults(['build/*.xml'], { workspace })).problems).toMatchObject([{ fix: nothingFound }]);
});

test('the search ends at some depth, and after some files', async () => {
  const deep = (depth: number): string => `${'d/'.repeat(depth)}x.xml`;
  expect(await advice({ [deep(8)]: junit })).toEqual([`${found} ${'d/'.repeat(8)}*.xml`]);
  expect(await advice({ [deep(9)]: junit })).toEqual([nothingFound]);
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`a/${index}.xml`, other]));
  expect(await advice({ ...many, 'b/x.xml': junit })).toEqual([nothingFound]);
});

test.each([
  ['success', /^The test step passed, but wrote no JUnit file anywhere in the workspace: .*docs\/frameworks\.md says how\)\.$/],
  ['failure', /^The test step failed before it wrote any: its log says why\.$/],
  ['cancelled', /^The test step was cancelled before it wrote any\.$/],
  ['skipped', /^The test step was skipped: look at its if: and at the step that failed before it\.$/],
  [undefined, /^See whether the test step ran/],
])('where there is no file at all, it says why by how the test step ended: %s', async (testOutcome, fix) => {
  const workspace = workspaceOf({ 'pom.xml': other });
  const { problems } = await readTestResults(['build/*.xml', 'out/a.xml'], { workspace, testOutcome });
  expect(problems.map((problem) => problem.fix)).toEqual([expect.stringMatching(fix), expect.stringMatching(fix)]);
});

test('it does not say that there is none where one has a name that is not proposed, lies too deep, or was found', async () => {
  const deep = 'd/'.repeat(12);
  for (const files of [{ 'a b/x.xml': junit }, { [`${deep}x.xml`]: junit }, { 'known/x.xml': junit }]) {
    const { problems } = await readTestResults(['known/**', 'build/*.xml'], { workspace: workspaceOf(files), testOutcome: 'success' });
    expect(problems.at(-1)?.fix).toMatch(/^See whether the test step ran/);
  }
});
