import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attachedFiles, type AttachedFiles } from '../../../../src/commands/attest/attachment/attached-files.ts';
import type { ResultsFile } from '../../../../src/results/index.ts';
import { classic } from '../../../text/secrets.ts';
import { folder } from '../../attach-files.ts';

const suite = `<testsuite name="s"><testcase name="a"><failure>${classic}</failure></testcase></testsuite>`;

/** A workspace with these files, in bytes of latin1. */
function workspaceOf(files: Readonly<Record<string, string>>): string {
  const workspace = folder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true });
    writeFileSync(join(workspace, name), Buffer.from(content, 'latin1'));
  }
  return workspace;
}

const find = (workspace: string, patterns: readonly string[], results: readonly ResultsFile[] = [], known: readonly string[] = []) =>
  attachedFiles(patterns, results, known, { workspace, directory: workspace, mayLeave: false }, folder());

/** The content of each file that goes along, by its name. */
const sent = ({ files }: AttachedFiles): Readonly<Record<string, string>> =>
  Object.fromEntries(files.map(({ name, path }) => [name, readFileSync(path, 'latin1')]));

/** A results file as it was counted. */
function counted(workspace: string, name: string): ResultsFile {
  const path = join(workspace, name);
  const content = readFileSync(path);
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

test('without a pattern there are none', async () => {
  const none = { files: [], counted: new Set(), problems: [], warnings: [], secrets: new Map() };
  expect(await find(workspaceOf({ 'a.txt': 'words' }), [])).toEqual(none);
});

test('what no pattern finds is warned about', async () => {
  expect((await find(workspaceOf({}), ['*.none'])).warnings).toEqual([
    expect.stringMatching(/^attachments: \*\.none: the pattern matches no file/),
  ]);
});

describe('a text', () => {
  test('without secrets goes as it is', async () => {
    const workspace = workspaceOf({ 'a.txt': 'words', 'b/c.log': 'more' });
    const found = await find(workspace, ['**'], [], ['a-known-one']);
    expect(found.files.map(({ madeOf, name, path }) => [name, path, madeOf])).toEqual(
      ['a.txt', 'b/c.log'].map((name) => [name, join(workspace, name), undefined]),
    );
    expect(found.secrets).toEqual(new Map());
  });

  test('with secrets goes as a copy without them, with the time of the file, and is named', async () => {
    const workspace = workspaceOf({ 'a.txt': `one ${classic} and a-known-one`, 'b.txt': 'none' });
    const found = await find(workspace, ['*.txt'], [], ['a-known-one']);
    expect(sent(found)).toEqual({ 'a.txt': expect.stringMatching(/^one \*{3}\w*\*+ and \*{3}\w+$/), 'b.txt': 'none' });
    expect([...found.secrets.keys()]).toEqual(['a.txt']);
    const [copy] = found.files;
    expect(copy?.madeOf).toBe(join(workspace, 'a.txt'));
    expect(statSync(copy?.path ?? '').mode & 0o777).toBe(0o600);
    // The file of the caller is not touched.
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toContain(classic);
  });

  // A known secret that is written as markup, with references in it, is found too.
  test.each([
    ['a.xml', '<log>a-known&amp;one</log>'],
    ['a.XML', '<log>a-known&amp;one</log>'],
    ['a.log', '<?xml version="1.0"?><log>a-known&amp;one</log>'],
    ['a.log', '\xef\xbb\xbf <?xml version="1.0"?><log>a-known&amp;one</log>'],
  ])('called %s that holds %j is read as markup', async (name, content) => {
    const found = await find(workspaceOf({ [name]: content }), ['*'], [], ['a-known&one']);
    expect(sent(found)[name]).toMatch(/<log>\*{3}\w*\*+<\/log>$/);
    expect(found.secrets.size).toBe(1);
  });
});

describe('what is no text goes as it is, though a secret may be in it', () => {
  test.each(['PK\x03\x04', '\x1f\x8b\x08', 'BZh9', '\xfd7zXZ', '7z\xbc\xaf', '\x28\xb5\x2f\xfd', 'Rar!', '%PDF-1.7'])(
    '%j',
    async (magic) => {
      const found = await find(workspaceOf({ 'a.bin': `${magic} ${classic} ` }), ['*']);
      expect(sent(found)).toEqual({ 'a.bin': `${magic} ${classic} ` });
      expect(found.files[0]?.madeOf).toBeUndefined();
    },
  );

  test('a NUL is enough', async () => {
    expect(sent(await find(workspaceOf({ 'a.bin': `words\0 ${classic} ` }), ['*']))).toEqual({ 'a.bin': `words\0 ${classic} ` });
  });

  test('such words further inside are not', async () => {
    expect(sent(await find(workspaceOf({ 'a.txt': `about PK and %PDF ${classic} ` }), ['*']))['a.txt']).not.toContain(classic);
  });
});

describe('a results file', () => {
  test('goes once, as it was counted, without its secrets', async () => {
    const workspace = workspaceOf({ 'build/unit.xml': suite, 'notes.txt': 'words' });
    const result = counted(workspace, 'build/unit.xml');
    const found = await find(workspace, ['build/*', 'notes.txt'], [result]);
    expect(sent(found)).toEqual({ 'build/unit.xml': expect.stringMatching(/<failure>\*{3}\w*\*+</), 'notes.txt': 'words' });
    expect(found.files[0]).toEqual({ path: expect.any(String), name: 'build/unit.xml', madeOf: result.path });
    expect(found.counted).toEqual(new Set([result]));
    expect([...found.secrets.keys()]).toEqual(['build/unit.xml']);
    expect([found.problems, found.warnings]).toEqual([[], []]);
  });

  test('is known by another way to it, too', async () => {
    const workspace = workspaceOf({ 'build/unit.xml': suite });
    symlinkSync('build/unit.xml', join(workspace, 'link.xml'));
    const result = counted(workspace, 'build/unit.xml');
    const byLink = await find(workspace, ['link.xml'], [result]);
    expect([byLink.counted, Object.keys(sent(byLink))]).toEqual([new Set([result]), ['link.xml']]);
    const ofLink = { ...result, path: join(workspace, 'link.xml'), name: 'link.xml' };
    expect((await find(workspace, ['build/unit.xml'], [ofLink])).counted).toEqual(new Set([ofLink]));
  });

  test('that changed since does not go, which is a problem and told', async () => {
    const workspace = workspaceOf({ 'build/unit.xml': suite });
    const result = counted(workspace, 'build/unit.xml');
    writeFileSync(result.path, suite.replace('"a"', '"b"'));
    const found = await find(workspace, ['build/*'], [result]);
    expect(found.files).toEqual([]);
    expect(found.counted).toEqual(new Set([result]));
    expect(found.problems).toEqual([expect.objectContaining({ code: 'changed-file', file: 'build/unit.xml' })]);
    expect(found.warnings).toEqual([expect.stringMatching(/^attach: build\/unit\.xml is not attached: ./)]);
  });
});
