import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pathOfResults, prepareResults } from '../../../../src/commands/attest/attachment/attached-files.ts';
import type { ResultsFile } from '../../../../src/results/index.ts';
import { classic } from '../../../text/secrets.ts';
import { folder } from '../../attach-files.ts';

const passed = '<testcase name="good"/>';
const failed = '<testcase name="bad"><failure/></testcase>';
const log = '<system-out>words</system-out>';
const suite = (inside: string): string => `<testsuite name="s">${inside}</testsuite>`;

/** A results file as it was counted. */
function results(name: string, content: string): ResultsFile {
  const path = join(folder(), 'results.xml');
  writeFileSync(path, content);
  return {
    name,
    path,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    rows: 1,
    tests: 1,
    format: 'JUnit',
  };
}

describe('results files', () => {
  test('lie one behind the other in one file, without what their form drops, and it is counted what that was', async () => {
    const target = join(folder(), 'all');
    const [one, other] = [results('one.xml', suite(passed + passed + log)), results('other.xml', suite(passed + failed + log + log))];
    const prepared = await prepareResults([one, other], { logs: 'drop', passed: 'drop' }, target, []);
    const [first, second] = [suite(''), suite(failed)];
    expect(prepared).toEqual({
      files: [
        { path: target, piece: { start: 0, bytes: first.length }, name: 'one.xml', madeOf: one.path },
        { path: target, piece: { start: first.length, bytes: second.length }, name: 'other.xml', madeOf: other.path },
      ],
      cases: 3,
      elements: 3,
      warnings: [],
      problems: [],
      secrets: new Map(),
    });
    expect(readFileSync(target, 'utf8')).toBe(first + second);
    expect(statSync(target).mode & 0o777).toBe(0o600);
  });

  test('go without their secrets, and it is told which file held some, and where', async () => {
    const target = join(folder(), 'all');
    const secret = suite(`<testcase name="prints"><failure>${classic} and a-known-one</failure></testcase>`);
    const files = [results('clean.xml', suite(passed)), results('leaks.xml', secret)];
    const { secrets } = await prepareResults(files, { logs: 'keep', passed: 'keep' }, target, ['a-known-one']);
    expect([...secrets.keys()]).toEqual(['leaks.xml']);
    expect(secrets.get('leaks.xml')).toMatchObject([{ name: 'prints' }]);
    expect(readFileSync(target, 'utf8')).not.toMatch(new RegExp(`${classic}|a-known-one`));
  });

  test('that are no longer what was counted stay behind, and nothing of them in the file', async () => {
    const target = join(folder(), 'all');
    const [changed, good, gone] = [
      results('changed.xml', suite(failed)),
      results('good.xml', suite(passed)),
      results('gone.xml', suite('')),
    ];
    writeFileSync(changed.path, suite(failed.replace('bad', 'odd')));
    rmSync(gone.path);
    const { files, warnings, problems } = await prepareResults([changed, good, gone], { logs: 'keep', passed: 'keep' }, target, []);
    expect(files.map(({ name, piece }) => [name, piece?.start])).toEqual([['good.xml', 0]]);
    expect(readFileSync(target, 'utf8')).toBe(suite(passed));
    expect(warnings).toEqual([
      expect.stringMatching(/^attach: changed\.xml is not attached: ./),
      expect.stringMatching(/^attach: gone\.xml is not attached: ./),
    ]);
    expect(problems).toEqual(
      ['changed.xml', 'gone.xml'].map((file) => ({
        code: 'changed-file',
        message: expect.stringMatching(new RegExp(`^${file}: the file cannot be trusted: .`)),
        file,
        fix: 'Attest when the test step is over, and let nothing write, move or remove its results while this step runs.',
      })),
    );
  });

  test('never go into a file that is there already', async () => {
    const target = join(folder(), 'all');
    writeFileSync(target, 'mine');
    await expect(prepareResults([], { logs: 'keep', passed: 'keep' }, target, [])).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(target, 'utf8')).toBe('mine');
  });
});

test('each form of results has a path of its own', () => {
  expect(pathOfResults('/tmp', { logs: 'drop', passed: 'keep' })).toBe('/tmp/logs-drop-passed-keep');
});
