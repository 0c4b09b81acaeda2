import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { prepareResults } from '../../../src/commands/attest/attachment/attached-files.ts';
import { readTestResults } from '../../../src/commands/results/read-results.ts';
import { junit } from '../../../src/junit/index.ts';
import type { ResultsFormat } from '../../../src/results/index.ts';
import { workspaceOf } from '../../junit/support.ts';

let opened = 0;

/** A format of another tool: its name, then a line for each test. */
const lines: ResultsFormat = {
  name: 'Lines',
  fileNames: '*.lines',
  recognizes: (head) => head.toString().startsWith('LINES'),
  read() {
    opened += 1;
    return async ({ name, path }) => {
      const content = readFileSync(path);
      const [, ...cases] = content.toString().trim().split('\n');
      const failed = cases.filter((line) => line.endsWith('failed'));
      const tally = { total: cases.length, failures: failed.length, errors: 0, skipped: 0, flaky: 0, retried: 0 };
      const sha256 = createHash('sha256').update(content).digest('hex');
      const failing = failed.map(
        (line) => ({ suite: name, name: line, headline: '', message: '', kind: 'failure', source: name }) as const,
      );
      const rows = [{ name, file: name, tally, time: 2e9, timestamp: undefined }];
      return {
        kind: 'counted',
        rows,
        isMerged: false,
        failing,
        flaky: [],
        bytes: content.length,
        sha256,
        warnings: [],
        modified: Date.now(),
      };
    };
  },
  async take({ path }, to, start) {
    const bytes = Buffer.from(readFileSync(path, 'utf8').toLowerCase());
    writeFileSync(to, bytes);
    expect(start).toBe(0);
    return { kind: 'taken', bytes: bytes.length, elements: 0, cases: 0, masked: { count: 0, leaks: [] } };
  },
};

const both = [junit, lines] as const;
const suite = '<testsuite name="s"><testcase name="t"/></testsuite>';

describe('results of several formats', () => {
  test('are found in a folder by the names that each has', async () => {
    const workspace = workspaceOf({ 'out/a.xml': suite, 'out/b.lines': 'LINES\none\n', 'out/c.txt': 'LINES\ntwo\n' });
    const { files } = await readTestResults(['out'], { workspace }, both);
    expect(files.map(({ format, name }) => [name, format])).toEqual([
      ['out/a.xml', 'JUnit'],
      ['out/b.lines', 'Lines'],
    ]);
  });

  test('are read each by its own, and come to one whole', async () => {
    opened = 0;
    const workspace = workspaceOf({ 'a.xml': suite, 'b.xml': 'LINES\none\ntwo failed\n', 'c.xml': 'LINES\nthree\n' });
    const { failing, files, problems, rows, totals } = await readTestResults(['*.xml'], { workspace }, both);
    expect(problems).toEqual([]);
    expect(rows.map(({ name, total, failures }) => [name, total, failures])).toEqual([
      ['s', 1, 0],
      ['b.xml', 2, 1],
      ['c.xml', 1, 0],
    ]);
    expect(totals).toMatchObject({ total: 4, passed: 3, failures: 1, duration: 4 });
    expect(failing).toMatchObject([{ name: 'two failed', source: 'b.xml' }]);
    expect(files.map(({ format }) => format)).toEqual(['JUnit', 'Lines', 'Lines']);
    expect(opened).toBe(1);
  });

  test('are plain data, which may be cloned', async () => {
    const workspace = workspaceOf({ 'a.xml': suite.replace('/>', '><failure/></testcase>'), 'b.xml': 'LINES\none\n' });
    const results = await readTestResults(['*.xml'], { workspace }, both);
    expect(structuredClone(results)).toEqual(results);
  });

  test('are attached each by its own', async () => {
    const workspace = workspaceOf({ 'b.xml': 'LINES\none\n' });
    const { files } = await readTestResults(['b.xml'], { workspace }, both);
    const copy = join(workspace, 'copy');
    expect(await prepareResults(files, { logs: 'drop', passed: 'keep' }, copy, [], both)).toMatchObject({ files: [{ name: 'b.xml' }] });
    expect(readFileSync(copy, 'utf8')).toBe('lines\none\n');
  });

  test('are named where a file is of none of them, which the first one says', async () => {
    const workspace = workspaceOf({ 'pom.xml': '<project/>' });
    const { problems } = await readTestResults(['pom.xml'], { workspace }, both);
    expect(problems).toMatchObject([
      {
        code: 'not-junit',
        message: 'pom.xml: the file is not JUnit or Lines: its root element is <project>',
        fix: expect.stringMatching(/^Name the JUnit or Lines file/),
      },
    ]);
  });
});
