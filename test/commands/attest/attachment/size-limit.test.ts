import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fit } from '../../../../src/commands/attest/attachment/pack.ts';
import type { ResultsFile } from '../../../../src/results/index.ts';
import { folder } from '../../attach-files.ts';

const content = '<testsuite name="s"><testcase name="a"/></testsuite>';

/** A results file as it was counted, and in its present state. */
function results(place: string, now: string, counted = content): ResultsFile {
  const path = join(place, 'unit.xml');
  writeFileSync(path, now);
  const sha256 = createHash('sha256').update(counted).digest('hex');
  return { name: 'build/unit.xml', path, bytes: counted.length, sha256, rows: 1, tests: 1, format: 'JUnit' };
}

const known: readonly string[] = [];

test.each([
  ['written again', content.replace('"a"', '"b"')],
  ['not well formed', content.slice(0, 30)],
])('a results file that is %s after it was counted stays behind, and never makes an empty archive', async (_what, now) => {
  const place = folder();
  const { file, problems, warnings } = await fit([], [results(place, now)], { attach: 'results', folder: place, known });
  expect(file).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining('build/unit.xml is not attached')]);
  expect(problems).toEqual([expect.objectContaining({ code: 'changed-file', file: 'build/unit.xml' })]);
});

test('what the caller attaches goes along all the same', async () => {
  const [place, target] = [folder(), folder()];
  const own = join(place, 'notes.txt');
  writeFileSync(own, 'words');
  const { file, warnings } = await fit([{ path: own, name: 'notes.txt' }], [results(place, 'changed')], {
    attach: 'results',
    folder: target,
    known,
  });
  expect(file).toMatchObject({ name: 'notes.txt', path: own, bytes: 5 });
  expect(warnings).toHaveLength(1);
});

describe('what is too large goes step by step', () => {
  const failed = '<testcase name="bad"><failure/></testcase>';
  const log = '<system-out>words</system-out>';
  const suite = (inside: string): string => `<testsuite name="s">${inside}</testsuite>`;

  const passed = (count: number): string => '<testcase name="good"/>'.repeat(count);
  const whole = suite(passed(2) + failed + log);
  const few = (most: number): string => `because the whole is more than the ${most} B that the service takes`;

  test.each([
    ['results', whole, suite(passed(2) + failed), '1 results file without 1 element of logs and properties', undefined],
    ['results', suite(passed(1) + failed), suite(failed), '1 results file', '1 passed test case is'],
    ['results', whole, suite(failed), '1 results file without 1 element of logs and properties', '2 passed test cases are'],
    ['full', whole, whole, '1 results file', undefined],
    ['full', whole, suite(failed + log), '1 results file', '2 passed test cases are'],
    [
      'full',
      whole,
      suite(failed),
      '1 results file without 1 element of logs and properties',
      '2 passed test cases and 1 element of logs and properties are',
    ],
  ] as const)('attach: %s of %s sends %s where no more is taken', async (attach, counted, sent, holds, leftOut) => {
    const place = folder();
    const { length: most } = sent;
    const { file, warnings } = await fit([], [results(place, counted, counted)], { attach, folder: place, known, most });
    expect(file).toMatchObject({ name: 'unit.xml', bytes: most, holds });
    expect(readFileSync(file?.path ?? '', 'utf8')).toBe(sent);
    expect(warnings).toEqual(leftOut === undefined ? [] : [`attach: ${leftOut} left out of the results, ${few(most)}`]);
  });

  test.each(['results', 'full'] as const)('down to nothing, which is told (attach: %s)', async (attach) => {
    const place = folder();
    const most = suite(failed).length - 1;
    const { file, warnings } = await fit([], [results(place, whole, whole)], { attach, folder: place, known, most });
    expect(file).toBeUndefined();
    expect(warnings).toEqual([
      `attach: 1 results file is left out, because even without passed test cases the whole is more than the ${most} B that the service takes`,
    ]);
  });

  test('and leaves the files of the caller last', async () => {
    const place = folder();
    const own = ['a.txt', 'b.txt'].map((name) => ({ path: join(place, name), name }));
    for (const { path } of own) writeFileSync(path, 'words');
    const options = { attach: 'results', folder: place, known } as const;
    const both = await fit(own, [], options);
    expect(both).toMatchObject({ file: { name: 'evidence.tgz', holds: '2 attachments' }, warnings: [] });
    const withResults = await fit(own, [results(place, whole, whole)], options);
    expect(withResults.file?.holds).toBe('1 results file without 1 element of logs and properties and 2 attachments');
    const words = 'so nothing is attached; name fewer or smaller files';
    expect(await fit(own, [], { ...options, most: 9 })).toMatchObject({
      file: undefined,
      warnings: [`attachments: more than the 9 B that the service takes, ${words}`],
    });
    expect(await fit(own.slice(1), [], { ...options, most: 4 })).toMatchObject({
      file: undefined,
      warnings: [`attachments: 5 B, more than the 4 B that the service takes, ${words}`],
    });
    expect(await fit([], [], options)).toMatchObject({ file: undefined, warnings: [], problems: [] });
  });
});
