import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readTestResults } from '../../../src/commands/results/read-results.ts';
import { fixParts } from '../../../src/presentation/index.ts';
import type { TestResults } from '../../../src/results/index.ts';
import { commit, git, makeRepository, removeRepositories, temporaryDirectory } from '../../support/git.ts';
import { codesOf } from '../../junit/support.ts';

afterAll(removeRepositories);

const green = '<testsuite name="s"><testcase name="a"/></testsuite>';
const other = '<testsuite name="s"><testcase name="b"/></testsuite>';

function write(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
}

function repositoryWith(files: Readonly<Record<string, string>>): string {
  const directory = makeRepository();
  write(directory, files);
  git(directory, ['add', '--all']);
  commit(directory);
  return directory;
}

function read(
  workspace: string,
  patterns: readonly string[],
  options: Parameters<typeof readTestResults>[1] | object = {},
): Promise<TestResults> {
  return readTestResults(patterns, { workspace, trackedResults: 'refuse', ...options });
}

/** The lines of a fix that are pasted, in its order. */
function pasted(fix: string | undefined): readonly (readonly string[])[] {
  return fixParts(fix ?? '')
    .filter(({ kind }) => kind !== 'text')
    .map(({ lines }) => lines.map((line) => line.trim()));
}

test('a committed file is no evidence, whatever it holds, and the others are still read', async () => {
  const workspace = repositoryWith({ 'old/a.xml': green, 'old/broken.xml': '<testsuite>', 'pom.xml': '<project/>' });
  write(workspace, { 'new/b.xml': other });
  const { files, problems, rows } = await read(workspace, ['**/*.xml']);
  expect(codesOf(problems)).toEqual(['committed-file', 'committed-file']);
  expect(problems.map(({ file }) => file)).toEqual(['old/a.xml', 'old/broken.xml']);
  expect(problems[0]?.message).toBe(
    'old/a.xml: git tracks the file with this very content, so it was committed, and the tests of this run did not write it',
  );
  expect(files.map(({ name }) => name)).toEqual(['new/b.xml']);
  expect(rows).toHaveLength(1);
});

test('newer-than does not save a committed file that was touched', async () => {
  const workspace = repositoryWith({ 'a.xml': green });
  expect(codesOf((await read(workspace, ['a.xml'], { newerThan: Date.now() - 3_600_000 })).problems)).toEqual(['committed-file']);
  expect(codesOf((await read(workspace, ['a.xml'], { newerThan: Date.now() + 3_600_000 })).problems)).toEqual(['committed-file']);
});

test('tracked-results: allow asks no git, and neither does a caller without a word', async () => {
  const workspace = repositoryWith({ 'a.xml': green });
  for (const trackedResults of ['allow', undefined]) {
    const { problems, warnings } = await readTestResults(['a.xml'], {
      workspace,
      ...(trackedResults === 'allow' ? { trackedResults } : {}),
    });
    expect([...problems, ...warnings]).toEqual([]);
  }
});

test('the lines that leave committed files out work when they are pasted, from any working directory', async () => {
  const examples = { 'app/-x.xml': green, 'app/!b.xml': green, 'app/[c].xml': green, 'app/ü d.xml': green, "app/it's.xml": green };
  const folder = Object.fromEntries(['1', '2', '3', '4'].map((name) => [`app/many/${name}.xml`, green]));
  const workspace = repositoryWith({ ...examples, ...folder });
  write(workspace, { 'app/many/below/new.xml': other, 'app/new.xml': other });
  for (const [directory, pattern] of [
    [workspace, 'app/**/*.xml'],
    [join(workspace, 'app'), '**/*.xml'],
  ] as const) {
    const { problems } = await read(workspace, [pattern], { directory });
    expect(problems).toHaveLength(9);
    const [, [key, ...lines] = []] = pasted(problems[0]?.fix);
    expect(key).toBe('junit-paths: |');
    expect(lines).toContain(directory === workspace ? '!app/many/*.xml' : '!many/*.xml');
    const left = await read(workspace, lines, { directory });
    expect(left.problems).toEqual([]);
    expect(left.files.map(({ name }) => name)).toEqual(['app/many/below/new.xml', 'app/new.xml']);
  }
});

test('a line that found committed files alone is left out, where another one found results', async () => {
  const workspace = repositoryWith({ 'old.xml': green, 'kept/a.xml': green });
  write(workspace, { 'new/b.xml': other });
  const { problems } = await read(workspace, ['old.xml\n  kept\nnew/*.xml\n']);
  expect(problems).toHaveLength(2);
  const [, [, ...lines] = []] = pasted(problems[0]?.fix);
  expect(lines).toEqual(['new/*.xml', '!kept/a.xml', '!old.xml']);
  const left = await read(workspace, lines);
  expect([left.problems, left.files.map(({ name }) => name)]).toEqual([[], ['new/b.xml']]);
  expect(problems[0]?.fix).toContain('but examples, leave them out:');
  const { fix } = (await read(workspace, ['old.xml', 'kept'])).problems[0] ?? {};
  expect(fix).toContain('leave them out, and add a line for the files that the tests write:');
  expect(pasted(fix)[1]?.slice(1)).toEqual(['old.xml', 'kept', '!kept/a.xml', '!old.xml']);
});

test('the commands that let git forget results work when they are pasted, in a second checkout too', async () => {
  const workspace = repositoryWith({
    "it's [a].xml": green,
    '-x.xml': green,
    'many/1.xml': green,
    'many/2.xml': green,
    'many/3.xml': green,
    'many/4.xml': green,
    'skipped.xml': green,
    'kept/c.txt': green,
    '.gitignore': 'no-end',
    'back\\n\\slash.xml': green,
  });
  symlinkSync('kept', join(workspace, 'linked'));
  symlinkSync('../kept/c.txt', join(workspace, 'kept', 'link.xml'));
  git(workspace, ['add', 'kept/link.xml']);
  git(workspace, ['update-index', '--skip-worktree', 'skipped.xml']);
  const second = join(workspace, 'second one');
  git(workspace, ['clone', '--quiet', repositoryWith({ 'b.xml': green }), second]);
  const patterns = ['**/*.xml', 'linked/c.txt'];
  const { problems } = await read(workspace, patterns);
  expect(problems).toHaveLength(10);
  const [commands = []] = pasted(problems[0]?.fix);
  expect(commands).toContain("git rm --cached ':(glob)many/*.xml'");
  for (const command of commands) execFileSync('sh', ['-c', command], { cwd: workspace, stdio: 'pipe' });
  const left = await read(workspace, patterns);
  expect(left.problems).toEqual([]);
  expect(git(workspace, ['ls-files', '--others', '--exclude-standard'])).not.toMatch(/xml|kept/);
  expect(readFileSync(join(second, '.gitignore'), 'utf8')).toBe('\n/b.xml\n');
});

test('a fix names a bounded number of places, and no name that is not one line', async () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, number) => [`f${number}/a.xml`, green]));
  const { problems } = await read(repositoryWith({ ...many, 'a\nrun: x.xml': green }), ['**/*.xml']);
  expect(problems).toHaveLength(31);
  const { fix = '' } = problems[0] ?? {};
  expect(fix).toContain('(and 11 more files like these)');
  expect(fix).not.toContain('run: x');
  expect(fix.split('\n').filter((line) => line.includes('git rm --cached'))).toHaveLength(20);
});

test('a file whose name is no line has a fix in words, without empty places to paste', async () => {
  const { problems } = await read(repositoryWith({ 'a\nrun: x.xml': green }), ['*.xml']);
  expect(problems[0]?.fix).toMatch(/^Give the files names that fit in one line/);
  expect(pasted(problems[0]?.fix)).toEqual([]);
});

test('on a command line the commands work in the shell’s directory, whatever the working directory is', async () => {
  const workspace = repositoryWith({ 'app/a.xml': green });
  const { problems } = await read(join(workspace, 'app'), ['a.xml'], { mayLeave: true });
  const [commands = [], exclude] = pasted(problems[0]?.fix);
  expect(exclude).toContain('!a.xml');
  for (const command of commands) execFileSync('sh', ['-c', command], { cwd: process.cwd(), stdio: 'pipe' });
  expect((await read(join(workspace, 'app'), ['a.xml'], { mayLeave: true })).problems).toEqual([]);
});

test('where git cannot be asked there is a warning, and no stop', async () => {
  const workspace = temporaryDirectory();
  write(workspace, { 'a.xml': green, 'b.xml': other });
  const { problems, warnings } = await read(workspace, ['*.xml']);
  expect(problems).toEqual([]);
  expect(warnings).toMatchObject([
    {
      code: 'git-unasked',
      message:
        'a.xml and b.xml: there is no git repository around, so nothing shows whether the files were committed or written by this run',
      fix: expect.stringContaining('tracked-results: allow'),
      rule: 43,
    },
  ]);
});

test('a link to a committed file is refused by its own name', async () => {
  const workspace = repositoryWith({ 'kept/a.txt': green });
  symlinkSync('kept/a.txt', join(workspace, 'link.xml'));
  const { problems } = await read(workspace, ['*.xml']);
  expect(problems.map(({ file }) => file)).toEqual(['link.xml']);
  const [, [, ...lines] = []] = pasted(problems[0]?.fix);
  expect(lines).toEqual(['*.xml', '!link.xml']);
});

test('a .gitignore whose last line has no end keeps that line when the commands are pasted', async () => {
  const workspace = repositoryWith({ 'a.xml': green, 'b.xml': green });
  writeFileSync(join(workspace, '.gitignore'), 'node_modules');
  const { problems } = await read(workspace, ['*.xml']);
  const [commands = []] = pasted(problems[0]?.fix);
  for (const command of commands) execFileSync('sh', ['-c', command], { cwd: workspace, stdio: 'pipe' });
  expect(readFileSync(join(workspace, '.gitignore'), 'utf8')).toBe('node_modules\n/a.xml\n\n/b.xml\n');
});
