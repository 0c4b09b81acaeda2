import { describe, expect, test } from 'vitest';
import { Retries } from '../../../src/junit/count/cases.ts';
import { openFile, plainCase, type OpenCase } from '../../../src/junit/count/open-element.ts';
import { readText, wordsOf } from '../support.ts';

const failed = (attributes: string): string => `<testcase ${attributes}><failure message="m"/></testcase>`;
const passed = (attributes: string): string => `<testcase ${attributes}/>`;

async function merged(inside: string): Promise<readonly string[]> {
  return wordsOf(await readText(`<testsuites><testsuite name="s">${inside}</testsuite></testsuites>`, { mergeRetries: 'last' }));
}

const who = 'name="a" classname="c" file="f" line="1"';

test('an attempt is of the same class name, name, file and line', async () => {
  expect(await merged(failed(who) + passed(who))).toEqual(['s: 1']);
  for (const other of ['name="b" classname="c" file="f" line="1"', 'name="a" classname="d" file="f" line="1"']) {
    expect(await merged(failed(who) + passed(other))).toEqual(['s: 2, 1 f']);
  }
  for (const other of ['name="a" classname="c" file="g" line="1"', 'name="a" classname="c" file="f" line="2"']) {
    expect(await merged(failed(who) + passed(other))).toEqual(['s: 2, 1 f']);
  }
  // The place where one part ends and the next begins matters.
  expect(await merged(failed('classname="ab" name="c"') + passed('classname="a" name="bc"'))).toEqual(['s: 2, 1 f']);
  expect(await merged(failed('name="a" file="f"') + passed('name="a" line="f"'))).toEqual(['s: 2, 1 f']);
});

test('an error is an attempt as well, and the last one decides', async () => {
  const inError = `<testcase ${who}><error/></testcase>`;
  expect(await merged(inError + failed(who))).toEqual(['s: 1, 1 f']);
  expect(await merged(failed(who) + inError)).toEqual(['s: 1, 1 e']);
  expect(await merged(inError + inError + passed(who))).toEqual(['s: 1']);
});

test('each pass repeats one failure at most', async () => {
  expect(await merged(failed(who) + passed(who) + passed(who))).toEqual(['s: 2']);
  expect(await merged(failed(who) + passed(who) + failed(who))).toEqual(['s: 2, 1 f']);
});

test('a skipped test repeats nothing', async () => {
  expect(await merged(`${failed(who)}<testcase ${who}><skipped/></testcase>`)).toEqual(['s: 2, 1 f, 1 s']);
});

test('attempts lie in one suite element', async () => {
  const suite = (inside: string): string => `<testsuite name="s">${inside}</testsuite>`;
  const apart = await readText(`<testsuites>${suite(failed(who))}${suite(passed(who))}</testsuites>`, { mergeRetries: 'last' });
  expect(wordsOf(apart)).toEqual(['s: 1, 1 f', 's: 1']);
  const inside = await readText(suite(failed(who) + suite(passed(who))), { mergeRetries: 'last' });
  expect(wordsOf(inside)).toEqual(['s: 2, 1 f']);
  const around = await readText(suite(failed(who) + suite('') + passed(who)), { mergeRetries: 'last' });
  expect(wordsOf(around)).toEqual(['s: 1']);
});

test('a merged retry is told: the failure goes, the test is flaky, the notice names it', async () => {
  const evidence = await readText(`<testsuite name="s">${failed(who)}${passed(who)}${failed('name="z"')}</testsuite>`, {
    mergeRetries: 'last',
  });
  expect(evidence.failing.map((each) => each.name)).toEqual(['z']);
  expect(evidence.totals).toMatchObject({ total: 2, failures: 1, flaky: 1, retried: 1 });
  expect(evidence.warnings).toMatchObject([{ code: 'retries-merged', message: expect.stringContaining('("a")') }]);
  const name = `name="${'n'.repeat(100)}"`;
  const long = await readText(`<testsuite name="s">${failed(name)}${passed(name)}</testsuite>`, { mergeRetries: 'last' });
  expect(long.warnings[0]?.message).toContain(`("${'n'.repeat(80)}")`);
  const again = await readText(`<testsuite name="s">${failed(who)}${failed(who)}</testsuite>`, { mergeRetries: 'last' });
  expect(again.totals).toMatchObject({ total: 1, failures: 1, flaky: 0, retried: 1 });
});

test('names that are too long to be kept are not joined', async () => {
  const name = (length: number): string => `name="${'n'.repeat(length)}"`;
  // Three separators belong to the text that is kept.
  expect(await merged(failed(name(4093)) + passed(name(4093)))).toEqual(['s: 1']);
  expect(await merged(failed(name(4094)) + passed(name(4094)))).toEqual(['s: 2, 1 f']);
});

test('what a suite that is over kept is free again', async () => {
  const many = Array.from({ length: 2100 }, (_, index) => failed(`name="${String(index).padStart(4090, '0')}"`)).join('');
  const suites = `<testsuite name="t">${many}</testsuite><testsuite name="u">${failed(who)}${passed(who)}</testsuite>`;
  expect(wordsOf(await readText(`<testsuites>${suites}</testsuites>`, { mergeRetries: 'last' }))).toEqual(['t: 2100, 2100 f', 'u: 1']);
});

describe('what is kept of failed attempts', () => {
  /** A test case with 4,096 characters that are kept: 8 Mi of them are 2,048 cases. */
  const long = (index: number): OpenCase => ({ ...plainCase, name: String(index).padStart(4093, '0') });
  const attempt = { outcome: 'failure', described: undefined } as const;
  const most = 2049;

  /** Remembers so many attempts, and tells which of the last few it knows. */
  function remembered(retries: Retries, suite = openFile()): readonly boolean[] {
    for (let index = 0; index <= most; index += 1) retries.remember(suite, long(index), 'failure', undefined);
    return [0, most - 1, most].map((index) => retries.take(suite, long(index)) !== undefined);
  }

  test('has a bound, which the last one may pass', () => {
    expect(remembered(new Retries())).toEqual([true, true, false]);
  });

  test('is given once, and makes room for others', () => {
    const [retries, suite] = [new Retries(), openFile()];
    expect(retries.take(suite, long(1))).toBeUndefined();
    for (let times = 0; times < most; times += 1) {
      retries.remember(suite, long(1), 'failure', undefined);
      if (times < most - 1) retries.take(suite, long(1));
    }
    expect(retries.take(suite, long(1))).toEqual(attempt);
    expect(retries.take(suite, long(1))).toBeUndefined();
    expect(remembered(retries)).toEqual([true, true, false]);
  });

  test('is gone with its suite, and makes room for others', () => {
    const [retries, suite] = [new Retries(), openFile()];
    expect(remembered(retries, suite)).toEqual([true, true, false]);
    retries.forget(suite);
    expect(retries.take(suite, long(1))).toBeUndefined();
    for (let times = 0; times < 1000; times += 1) retries.forget(openFile());
    expect(remembered(retries)).toEqual([true, true, false]);
  });
});
