import { describe, expect, test } from 'vitest';
import { codesOf, readText, warningsOf, wordsOf } from '../support.ts';

const passed = '<testcase/>';
const suite = (inside: string): string => `<testsuite name="s">${inside}</testsuite>`;

describe('a failure', () => {
  test('lasts until its own end, whatever elements stand in it', async () => {
    const evidence = await readText(suite('<testcase><failure>a<x>b<y/></x>c<error/></failure></testcase>'));
    expect(wordsOf(evidence)).toEqual(['s: 1, 1 f']);
    expect(evidence.failing).toMatchObject([{ kind: 'failure', message: 'abc' }]);
  });

  test('behind a suite is one of what is around it', async () => {
    const evidence = await readText(`<testsuites name="all">${suite(passed)}<failure/></testsuites>`);
    expect(wordsOf(evidence)).toEqual(['all: 1, 1 f', 's: 1']);
  });

  test('outside of all suites means something else', async () => {
    expect(wordsOf(await readText(`<checkstyle><error/>${suite(passed)}<file><failure/></file></checkstyle>`))).toEqual(['s: 1']);
  });

  test('of a suite is told with the name of that, cut', async () => {
    const message = async (document: string): Promise<string | undefined> => (await readText(document)).warnings[0]?.message;
    expect(await message(suite('<failure/>'))).toContain('(<failure> in s)');
    expect(await message('<testsuites><error/></testsuites>')).toContain('(<error> in an unnamed suite)');
    expect(await message(`<testsuite name="${'n'.repeat(100)}"><error/></testsuite>`)).toContain(`(<error> in ${'n'.repeat(80)})`);
  });
});

describe('what is no test case', () => {
  test('is neither skipped nor run again', async () => {
    for (const sign of ['<skipped/>', '<flakyFailure/>', '<rerunError/>']) {
      expect(wordsOf(await readText(`<a>${sign}<testsuite name="s">${sign}${passed}</testsuite></a>`))).toEqual(['s: 1']);
    }
  });

  test('is output among properties, of either kind', async () => {
    for (const name of ['system-out', 'system-err']) {
      const properties = `<properties><property><${name}><failure/></${name}></property></properties>`;
      expect(wordsOf(await readText(suite(`<testcase>${properties}</testcase>`)))).toEqual(['s: 1']);
    }
  });

  test('is told where it is odd', async () => {
    expect(warningsOf(await readText(`<!DOCTYPE a>${suite(passed)}`))).toEqual(['doctype']);
  });
});

describe('a time', () => {
  test('that cannot be read is told, cut, and one that is blank is none', async () => {
    const [warning, ...others] = (await readText(suite(`<testcase time="${'x'.repeat(50)}"/>`))).warnings;
    expect(warning?.message).toContain(`(time="${'x'.repeat(40)}")`);
    expect(others).toEqual([]);
    for (const time of ['', ' ']) expect(warningsOf(await readText(suite(`<testcase time="${time}"/>`)))).toEqual([]);
  });

  test('of a suite around a list of suites is its own', async () => {
    const { rows } = await readText(`<testsuite name="a" time="5"><testsuites/>${passed}</testsuite>`, { granularity: 'leaf' });
    expect(rows).toMatchObject([{ name: 'a', duration: 5 }]);
  });
});

test('another format that is broken is another format still', async () => {
  expect(codesOf((await readText('<html><br></html>')).problems)).toEqual(['not-junit']);
});
