import { createHash } from 'node:crypto';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFile } from '../../src/junit/format.ts';
import type { FileOptions, FileResult } from '../../src/results/index.ts';
import { Window } from '../../src/xml/index.ts';
import { workspaceOf } from './support.ts';

const options: FileOptions = { mostRows: 10, mostFailing: 10 };

/** Reads a file of a workspace, as one that a pattern found or that was named. */
function read(content: string | Uint8Array, name = 'deep/a.xml', explicit = false): Promise<FileResult> {
  const workspace = workspaceOf({ [name]: content });
  return readFile({ name, path: join(workspace, name), explicit, pattern: name }, options, new Window());
}

describe('a file of tests', () => {
  test('is told with its rows, its bytes and when it was written', async () => {
    const content = '<testsuites><testcase name="n"><failure/></testcase></testsuites>';
    const workspace = workspaceOf({ 'deep/a.xml': content });
    const path = join(workspace, 'deep/a.xml');
    utimesSync(path, 1000, 1234.5);
    const result = await readFile({ name: 'deep/a.xml', path, explicit: true, pattern: 'x' }, options, new Window());
    expect(result).toMatchObject({
      kind: 'counted',
      rows: [expect.objectContaining({ name: 'a.xml' })],
      isMerged: false,
      failing: [expect.objectContaining({ name: 'n', source: 'deep/a.xml' })],
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      warnings: [],
      modified: statSync(path).mtimeMs,
    });
    expect(statSync(path).mtimeMs).toBe(1_234_500);
  });

  test.each([10, 11, 12, 35])('of %i suites has a row for each, or one for more than are wanted', async (count) => {
    const result = await read(`<testsuites>${'<testsuite name="s"><testcase/></testsuite>'.repeat(count)}</testsuites>`);
    const rows = result.kind === 'counted' ? result.rows : [];
    expect(result).toMatchObject({ isMerged: count > 10 });
    expect(rows).toHaveLength(count > 10 ? 1 : count);
    expect(rows.reduce((sum, row) => sum + row.tally.total, 0)).toBe(count);
  });

  test('is warned about with the place of what is odd, where it has one', async () => {
    const result = await read('<testsuites>\n  <testsuite name="s" tests="x"/>\n</testsuites>');
    expect(result).toMatchObject({
      warnings: [
        { code: 'bad-count', file: 'deep/a.xml', line: 2, column: 3 },
        { code: 'no-tests-in-file', file: 'deep/a.xml' },
      ],
    });
    expect(result.kind === 'counted' && result.warnings[1]).not.toHaveProperty('line');
  });

  test.each([
    ['<testsuite name="s" tests="x"><testcase/></testsuite>', { kind: 'counted', warnings: [{ code: 'bad-count' }] }],
    ['<testsuite>', { problem: { code: 'broken-file', message: expect.stringMatching(/^a\.xml: the file is not well-formed XML/) } }],
  ])('that can no longer be read when its places are looked up costs only these: %s', async (content, told) => {
    const path = join(workspaceOf({ 'a.xml': content }), 'a.xml');
    const window = new Window();
    // It is asked for when the lines are counted, once the tests are.
    Object.defineProperty(window, 'buffer', {
      get: () => {
        throw new Error('gone');
      },
    });
    const result = await readFile({ name: 'a.xml', path, explicit: true, pattern: 'x' }, options, window);
    expect(result).toMatchObject(told);
    expect(JSON.stringify(result)).not.toContain('"line"');
  });
});

describe('a file that is a problem', () => {
  const problemOf = async (content: string | Uint8Array, name?: string): Promise<unknown> => {
    const result = await read(content, name);
    return result.kind === 'problem' ? result.problem : result;
  };

  test('is empty, or blank', async () => {
    const fix = 'See in the log of the test step why it ended early, or leave the file out of junit-paths.';
    expect(await problemOf('')).toEqual({
      code: 'empty-file',
      message: 'deep/a.xml: the file is empty; the test run did not get to write it',
      file: 'deep/a.xml',
      fix,
    });
    expect(await problemOf(' \n')).toEqual({
      code: 'empty-file',
      message: 'deep/a.xml: the file is blank; the test run did not get to write it',
      file: 'deep/a.xml',
      fix,
    });
  });

  test('is not well formed', async () => {
    expect(await problemOf('<testsuite>\n <testcase></testsuite>')).toEqual({
      code: 'broken-file',
      message: 'deep/a.xml:2:12: the file is not well-formed XML: `</testsuite>` stands where `</testcase>` must come first',
      file: 'deep/a.xml',
      line: 2,
      column: 12,
      fix: 'A file that was cut off comes of a test run that crashed or was stopped: see its log. Otherwise fix the tool that writes it.',
    });
  });

  test('is not believed', async () => {
    const problem = await problemOf('<!DOCTYPE a [<!ENTITY f "<failure/>">]><testsuite><testcase>&f;</testcase></testsuite>');
    expect(problem).toMatchObject({ code: 'broken-file', line: 1, column: 61, fix: expect.stringContaining('without entities') });
    expect(problem).toMatchObject({ message: expect.stringMatching(/^deep\/a\.xml:1:61: the file is not believed: `&f;` refers/) });
  });

  test('is named .xml and holds none', async () => {
    const problem = {
      code: 'broken-file',
      message: 'x/B.XML: the file is named .xml, but holds no XML',
      file: 'x/B.XML',
      line: 1,
      column: 1,
      fix: 'See whether the test step crashed while it wrote the file; leave a file that holds no results out with a `!` line in junit-paths.',
    };
    expect(await problemOf('words', 'x/B.XML')).toEqual(problem);
  });

  test('cannot be opened, or read', async () => {
    const workspace = workspaceOf({ 'd/a.xml': '' });
    const unreadable = (name: string): Promise<FileResult> =>
      readFile({ name, path: join(workspace, name), explicit: false, pattern: '*' }, options, new Window());
    expect(await unreadable('gone.xml')).toEqual({
      kind: 'problem',
      problem: {
        code: 'unreadable-file',
        message: 'gone.xml: the file cannot be read (ENOENT)',
        file: 'gone.xml',
        fix: 'Let the user that runs this step read the file.',
      },
    });
    expect(await unreadable('d')).toMatchObject({ problem: { message: 'd: the file cannot be read (no regular file)' } });
  });
});

describe('a file in another format', () => {
  test('is told by its root element, cut', async () => {
    expect(await read('<project/>')).toEqual({ kind: 'other-format', message: 'its root element is <project>' });
    expect(await read(`<${'p'.repeat(100)}/>`)).toEqual({ kind: 'other-format', message: `its root element is <${'p'.repeat(60)}>` });
  });

  test('that is no XML is told as such where it was named, or is not called .xml', async () => {
    const other = { kind: 'other-format', message: 'it is not XML' };
    expect(await read('words', 'a.xml', true)).toEqual(other);
    expect(await read('words', 'a.txt')).toEqual(other);
    expect(await read('words', 'a.xml.txt')).toEqual(other);
    expect(await read('words', 'axml')).toEqual(other);
  });
});

test.runIf(process.platform === 'linux')('no file stays open, whatever it is', async () => {
  const open = (): number => readdirSync('/proc/self/fd').length;
  const before = open();
  for (const content of ['<testsuite name="s" tests="x"><testcase/></testsuite>', '<testsuite>', '', 'words']) await read(content);
  expect(open()).toBe(before);
});

test('a fault of ours is thrown', async () => {
  const path = join(workspaceOf({ 'a.xml': '<testsuite/>' }), 'a.xml');
  const broken = { ...options, get timeUnit(): never { throw new TypeError('ours'); } }; // prettier-ignore
  await expect(readFile({ name: 'a.xml', path, explicit: true, pattern: 'x' }, broken, new Window())).rejects.toThrow('ours');
});
