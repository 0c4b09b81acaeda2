import { describe, expect, it, test } from 'vitest';
import { foldersApart } from '../../src/results/folders.ts';
import { readTestResults } from '../../src/commands/results/read-results.ts';
import { readText, workspaceOf } from '../junit/support.ts';

/** The names of files that all hold a suite of the same name. */
function names(...files: readonly string[]): readonly (string | undefined)[] {
  const apart = foldersApart(files.map((file) => ({ name: 'pytest', file })));
  return files.map((file) => apart.get(file));
}

test.each([
  ['the folder that differs', ['results/junit-3.11/tests.xml', 'results/junit-3.12/tests.xml'], ['junit-3.11', 'junit-3.12']],
  ['the outermost of several that would do', ['ci/a/x/t.xml', 'ci/b/y/t.xml'], ['a', 'b']],
  ['a folder and not the file', ['a/junit-a.xml', 'b/junit-b.xml'], ['a', 'b']],
  ['the one that differs for all', ['packages/a/t.xml', 'packages/b/t.xml', 'tools/c/t.xml'], ['a', 'b', 'c']],
  ['one folder where two others would do', ['a/x/1/t.xml', 'a/y/2/t.xml', 'b/x/3/t.xml'], ['1', '2', '3']],
  [
    'two folders of a matrix of two',
    ['r/linux/3.11/t.xml', 'r/linux/3.12/t.xml', 'r/mac/3.11/t.xml'],
    ['linux/3.11', 'linux/3.12', 'mac/3.11'],
  ],
  ['none between them that is the same', ['linux/ci/1/t.xml', 'linux/ci/2/t.xml', 'mac/ci/1/t.xml'], ['linux/1', 'linux/2', 'mac/1']],
  ['the file in one folder', ['results/junit-3.11.xml', 'results/junit-3.12.XML'], ['junit-3.11', 'junit-3.12']],
  ['the file without its last ending alone', ['a.xml-1.xml', 'a.xml-2.xml'], ['a.xml-1', 'a.xml-2']],
  ['folder and file where it takes both', ['a/1.xml', 'a/2.xml', 'b/1.xml'], ['a/1', 'a/2', 'b/1']],
  ['the file above the others by its folder', ['ci/t.xml', 'ci/api/t.xml'], ['ci', 'api']],
  ['the file in no folder by itself', ['t.xml', 'packages/a/t.xml'], ['t', 'packages']],
  ['the file too, where a folder alone would have the name of the one above', ['a/t.xml', 'a/a/t.xml'], ['t', 'a/t']],
  ['the file too, where the one above is in no folder that has a name', ['/t.xml', '/a/t.xml'], ['t', 'a/t']],
  ['the whole path where nothing shorter does', ['a/t.xml', 'a/t.XML'], ['a/t.xml', 'a/t.XML']],
  ['paths above the folder', ['../x/t.xml', '../y/t.xml'], ['x', 'y']],
  ['absolute paths', ['/ci/x/t.xml', '/ci/y/t.xml'], ['x', 'y']],
])('files of like suites are told apart by %s', (_, files, expected) => {
  expect(names(...files)).toEqual(expected);
  expect(names(...files.toReversed())).toEqual(expected.toReversed());
});

test('a file whose suites stand nowhere else has no name', () => {
  const suites = ['a', 'b'].map((name) => ({ name, file: `build/TEST-${name}.xml` }));
  expect([...foldersApart([...suites, ...suites])]).toEqual([]);
  expect([...foldersApart([])]).toEqual([]);
});

test('modules are told apart class by class, without the files of other classes', () => {
  const file = (module: string, name: string) => ({ name, file: `${module}/target/TEST-${name}.xml` });
  const apart = foldersApart([file('api', 'A'), file('api', 'B'), file('web', 'A'), file('web', 'B'), file('web', 'C')]);
  expect(Object.fromEntries(apart)).toEqual({
    'api/target/TEST-A.xml': 'api',
    'api/target/TEST-B.xml': 'api',
    'web/target/TEST-A.xml': 'web',
    'web/target/TEST-B.xml': 'web',
  });
});

test('files that share suites by way of a third are told from each other', () => {
  const apart = foldersApart([
    { name: 'a', file: '1/x.xml' },
    { name: 'a', file: '2/x.xml' },
    { name: 'b', file: '2/x.xml' },
    { name: 'b', file: '2/y.xml' },
    { name: 'c', file: '1/x.xml' },
    { name: 'c', file: '2/x.xml' },
  ]);
  expect(Object.fromEntries(apart)).toEqual({ '1/x.xml': '1/x', '2/x.xml': '2/x', '2/y.xml': '2/y' });
});

test('a long name is cut in the middle, if it still tells files apart', () => {
  const long = (end: string): string => `${'x'.repeat(100)}${end}/t.xml`;
  expect(names(long('-3.11'), long('-3.12'))).toEqual([
    `${'x'.repeat(29)}…${'x'.repeat(25)}-3.11`,
    `${'x'.repeat(29)}…${'x'.repeat(25)}-3.12`,
  ]);
  const inside = (middle: string): string => `${'x'.repeat(40)}${middle}${'x'.repeat(40)}`;
  expect(names(`${inside('a')}/t.xml`, `${inside('b')}/t.xml`)).toEqual([inside('a'), inside('b')]);
  expect(names(`${'x'.repeat(60)}/t.xml`, 'y/t.xml')).toEqual(['x'.repeat(60), 'y']);
});

describe('results of several files', () => {
  const suite = (name: string, inside: string): string => `<testsuite name="${name}">${inside}</testsuite>`;
  const red = '<testcase name="t"><failure message="no"/></testcase>';
  const flaky = '<testcase name="u"><flakyFailure message="no"/></testcase>';

  const readFiles = (files: Readonly<Record<string, string>>) => readTestResults(['**/*.xml'], { workspace: workspaceOf(files) });

  it('have the name with each suite and test, also where one of them alone is red', async () => {
    const evidence = await readFiles({
      'a/t.xml': suite('pytest', red + flaky),
      'b/t.xml': suite('pytest', '<testcase name="t"/>'),
      'b/own.xml': suite('other', red),
    });
    expect(evidence.suites.map(({ file, folder }) => [file, folder])).toEqual([
      ['a/t.xml', 'a'],
      ['b/own.xml', undefined],
      ['b/t.xml', 'b'],
    ]);
    expect(evidence.failing.map(({ folder, suite: of }) => [of, folder])).toEqual([
      ['pytest', 'a'],
      ['other', undefined],
    ]);
    expect(evidence.flaky.map(({ folder }) => folder)).toEqual(['a']);
    expect(evidence.rows.every((row) => !('folder' in row))).toBe(true);
  });

  it('are told apart by suites inside of others, too', async () => {
    const inner = (name: string): string => suite(name, suite('inner', red));
    const evidence = await readFiles({ 'a/t.xml': inner('one'), 'b/t.xml': inner('two') });
    expect(evidence.failing.map(({ folder, suite: of }) => [of, folder])).toEqual([
      ['inner', 'a'],
      ['inner', 'b'],
    ]);
  });

  it('have no secret in it', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const evidence = await readFiles({ [`${secret}/t.xml`]: suite('s', red + flaky), 'b/t.xml': suite('s', red) });
    const shown = [...evidence.suites, ...evidence.failing, ...evidence.flaky].map(({ folder }) => folder);
    expect(new Set(shown)).toEqual(new Set(['***', 'b']));
  });

  it('of one file are as ever', async () => {
    expect((await readText(suite('s', red))).failing[0]).not.toHaveProperty('folder');
  });
});
