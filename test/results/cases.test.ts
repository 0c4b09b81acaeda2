import { expect, test } from 'vitest';
import { recordedPath } from '../../src/presentation/index.ts';
import { classesApart } from '../../src/results/test-results.ts';
import { readText } from '../junit/support.ts';

const one = { source: 'tests.xml', suite: 'pytest', name: 'test_x', classname: 'tests.test_a' };
const other = { ...one, classname: 'tests.test_b' };

test.each([
  ['a test alone has none', [one], ['pytest › test_x']],
  ['two tests of one name have theirs', [one, other], ['pytest › tests.test_a › test_x', 'pytest › tests.test_b › test_x']],
  ['nor have two of other names', [one, { ...other, name: 'test_y' }], ['pytest › test_x', 'pytest › test_y']],
  ['nor have two of other suites', [one, { ...other, suite: 'unit' }], ['pytest › test_x', 'unit › test_x']],
  [
    'nor have two of other files, whose folders tell them apart',
    [one, { ...other, source: 'b.xml' }],
    ['pytest › test_x', 'pytest › test_x'],
  ],
  [
    'nor has one that says none',
    [one, { source: 'tests.xml', suite: 'pytest', name: 'test_x' }],
    ['pytest › tests.test_a › test_x', 'pytest › test_x'],
  ],
  ['nor have two attempts of one test', [one, one], ['pytest › test_x', 'pytest › test_x']],
])('of the classes that tests are called by %s', (_, cases, paths) => {
  expect(classesApart(cases).map(recordedPath)).toEqual(paths);
});

test('a test that says no class is as it was', () => {
  const none = { source: 'tests.xml', suite: 'pytest', name: 'test_x' };
  expect(classesApart([one, none])).toStrictEqual([{ ...one, within: 'tests.test_a' }, none]);
});

test('failing and flaky tests of a file have what tells them apart', async () => {
  const failing = (file: string): string => `<testcase classname="tests.${file}" name="test_x"><failure message="no"/></testcase>`;
  const flaky = (file: string): string => `<testcase classname="tests.${file}" name="test_y"><flakyFailure message="no"/></testcase>`;
  const cases = ['test_a', 'test_b'].flatMap((file) => [failing(file), flaky(file)]);
  const read = await readText(`<testsuites><testsuite name="pytest" tests="4" failures="2">${cases.join('')}</testsuite></testsuites>`);
  for (const tests of [read.failing, read.flaky]) expect(tests.map(({ within }) => within)).toEqual(['tests.test_a', 'tests.test_b']);
});
