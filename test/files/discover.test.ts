import { existsSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { discover as search, type Discovery, type SearchBounds } from '../../src/files/index.ts';
import { workspaceOf } from '../junit/support.ts';

const xml = '<testsuite/>';

function discover(patterns: readonly string[], bounds: SearchBounds): Promise<Discovery> {
  return search(patterns, { ...bounds, inDirectories: ['*.xml'] });
}

function namesOf(discovery: Discovery): readonly string[] {
  return discovery.files.map((file) => file.name);
}

function kindsOf({ findings }: Discovery): readonly string[] {
  return findings.map(({ kind }) => kind);
}

test('patterns are lines, `!` takes away what earlier lines found, comments and blank lines are passed over', async () => {
  const workspace = workspaceOf({ 'a/1.xml': xml, 'a/2.xml': xml, 'b/3.xml': xml, 'b/c/4.xml': xml, 'b/5.txt': xml });
  const found = await discover(['# results\n**/*.xml', '', '!b', ' !a/2.xml ', 'b/c/*.xml'], { workspace });
  expect(namesOf(found)).toEqual(['a/1.xml', 'b/c/4.xml']);
  expect(found.findings).toEqual([]);
});

test('a file named without glob characters is explicit, also when a glob finds it first', async () => {
  const workspace = workspaceOf({ 'a.xml': xml, 'b.xml': xml });
  const found = await discover(['*.xml', './b.xml'], { workspace });
  expect(found.files.map((file) => [file.name, file.explicit])).toEqual([
    ['a.xml', false],
    ['b.xml', true],
  ]);
});

test('glob characters in the path of the workspace stand for themselves', async () => {
  const workspace = join(workspaceOf({ 'w[1] (*)/a.xml': xml, 'w[1] (*)/b/c.xml': xml, 'w1/a.xml': xml }), 'w[1] (*)');
  expect(namesOf(await discover(['**/*.xml'], { workspace }))).toEqual(['a.xml', 'b/c.xml']);
  expect(namesOf(await discover(['b'], { workspace }))).toEqual(['b/c.xml']);
});

test('a file whose name holds glob characters can be named', async () => {
  const workspace = workspaceOf({ 'a[1].xml': xml, 'a1.xml': xml, 'b?.xml': xml });
  const found = await discover(['a[1].xml', join(workspace, 'b?.xml')], { workspace });
  expect(found.files.map((file) => [file.name, file.explicit])).toEqual([
    ['a[1].xml', true],
    ['b?.xml', true],
  ]);
  expect(namesOf(await discover(['*.xml', '!a[1].xml'], { workspace }))).toEqual(['a1.xml', 'b?.xml']);
});

test('a directory stands for the files in it that the caller wants', async () => {
  const workspace = workspaceOf({ 'out/a.xml': xml, 'out/b/c.xml': xml, 'out/b/.d': xml, 'out/log.txt': xml });
  expect(namesOf(await discover(['out/'], { workspace }))).toEqual(['out/a.xml', 'out/b/c.xml']);
  const all = await search(['out', '!out/b/c.xml'], { workspace, inDirectories: ['*'] });
  expect(namesOf(all)).toEqual(['out/a.xml', 'out/b/.d', 'out/log.txt']);
});

test('a second `!` takes the first one back', async () => {
  const workspace = workspaceOf({ 'r/a.xml': xml, 'r/b.xml': xml });
  expect(namesOf(await discover(['!!r/*.xml'], { workspace }))).toEqual(['r/a.xml', 'r/b.xml']);
  expect(namesOf(await discover(['r/*.xml', '!r/b.xml', '!!r/b.xml'], { workspace }))).toEqual(['r/a.xml', 'r/b.xml']);
  expect(namesOf(await discover(['r/*.xml', '!!!r/b.xml'], { workspace }))).toEqual(['r/a.xml']);
});

test('node_modules and .git are never looked into', async () => {
  const workspace = workspaceOf({ 'a.xml': xml, 'node_modules/x/b.xml': xml, 'p/node_modules/c.xml': xml, '.git/d.xml': xml });
  expect(namesOf(await discover(['**/*.xml'], { workspace }))).toEqual(['a.xml']);
  expect(kindsOf(await discover(['node_modules/x/b.xml'], { workspace }))).toEqual(['no-match']);
  expect(kindsOf(await discover(['node_modules/x/*.xml'], { workspace }))).toEqual(['no-match']);
});

test.each([
  '**',
  '**/*.xml',
  '**/b/*.xml',
  '**/b/**/*.xml',
  '*/**/*.xml',
  'a*/**/*.xml',
  '**b/*.xml',
  'a/**/?.xml',
  '**/**/c/*',
  'a/*/*.xml',
  '*',
])('what %s finds does not depend on how the search goes around node_modules', async (pattern) => {
  const places = ['', 'a/', 'a/b/', 'a/b/c/', 'b/', 'b/b/', 'a/b/c/d/e/f/g/', 'b/c/'];
  const names = places.flatMap((place) => [`${place}1.xml`, `${place}2.txt`, `${place}node_modules/b/3.xml`]);
  const some = names.filter((name) => !name.startsWith('b/node_modules'));
  const workspace = workspaceOf(Object.fromEntries([...some, 'a/.git/b/4.xml'].map((name) => [name, xml])));
  const expected = globSync(pattern, { cwd: workspace, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(workspace, join(entry.parentPath, entry.name)))
    .filter((name) => !/(?:^|\/)(?:node_modules|\.git)\//.test(name));
  expect(namesOf(await discover([pattern], { workspace }))).toEqual([...new Set(expected)].toSorted());
});

test('each pattern that matches nothing is told, with what it is', async () => {
  const workspace = workspaceOf({ 'a.xml': xml, 'd/e.txt': xml });
  const { findings } = await discover(['a.xml', 'b/*.xml', 'c.xml', 'd', 'd/e.txt', '!d/*'], { workspace });
  expect(findings).toEqual([
    { kind: 'no-match', pattern: 'b/*.xml', is: 'glob' },
    { kind: 'no-match', pattern: 'c.xml', is: 'absent' },
    { kind: 'no-match', pattern: 'd', is: 'directory' },
    { kind: 'excluded', pattern: 'd/e.txt', count: 1, by: '!d/*' },
  ]);
  expect(kindsOf(await discover([], { workspace }))).toEqual(['no-pattern']);
  expect(kindsOf(await discover(['!a.xml'], { workspace }))).toEqual(['no-pattern', 'useless-exclude']);
});

test('a file is read once, however many names lead to it', async () => {
  const workspace = workspaceOf({ 'a.xml': xml });
  symlinkSync(join(workspace, 'a.xml'), join(workspace, 'z.xml'));
  expect(namesOf(await discover(['*.xml', 'a.xml', join(workspace, 'a.xml')], { workspace }))).toEqual(['a.xml']);
});

// As on Windows and macOS.
test.runIf(existsSync(fileURLToPath(import.meta.url).toUpperCase()))('a file is read once, in whatever case it is named', async () => {
  const workspace = workspaceOf({ 'build/Unit.xml': xml });
  const found = await discover(['build/*.xml', 'build/unit.xml', 'BUILD/UNIT.XML', 'Build'], { workspace });
  expect(namesOf(found)).toEqual(['build/Unit.xml']);
});

test('nothing outside the workspace is read through `..` or a link; an absolute pattern may lead there', async () => {
  const root = workspaceOf({ 'w/a.xml': xml, 'x/b.xml': xml, 'x/c.xml': xml });
  const workspace = join(root, 'w');
  symlinkSync(join(root, 'x', 'b.xml'), join(workspace, 'link.xml'));
  expect(kindsOf(await discover(['../x/*.xml', '../x/b.xml'], { workspace }))).toEqual(['pattern-outside', 'pattern-outside']);
  const linked = await discover(['*.xml'], { workspace });
  expect(linked.findings).toEqual([{ kind: 'link-outside', name: 'link.xml', base: undefined }]);
  expect(namesOf(linked)).toEqual(['a.xml']);
  expect(namesOf(await discover(['b/../a.xml'], { workspace }))).toEqual(['a.xml']);
  const absolute = await discover([join(root, 'x', '*.xml')], { workspace });
  expect(absolute.findings).toEqual([]);
  expect(namesOf(absolute)).toEqual([join(root, 'x', 'b.xml'), join(root, 'x', 'c.xml')]);
});

test('where a person names the files, `..` may lead out; a link may not', async () => {
  const root = workspaceOf({ 'w/a.xml': xml, 'x/b.xml': xml, 'secret.xml': xml });
  const workspace = join(root, 'w');
  symlinkSync(join(root, 'secret.xml'), join(root, 'x', 'link.xml'));
  const found = await discover(['../x/*.xml'], { workspace, mayLeave: true });
  expect(namesOf(found)).toEqual([join(root, 'x', 'b.xml')]);
  expect(found.findings).toEqual([{ kind: 'link-outside', name: join(root, 'x', 'link.xml'), base: join(root, 'x') }]);
});

test('patterns are relative to the directory, names to the workspace', async () => {
  const workspace = workspaceOf({ 'till/r/a.xml': xml, 'r/b.xml': xml, 'c.xml': xml });
  const directory = join(workspace, 'till');
  expect(namesOf(await discover(['r/*.xml', '../c.xml'], { workspace, directory }))).toEqual(['c.xml', 'till/r/a.xml']);
  expect(namesOf(await discover(['**/*.xml', '!r/*.xml', '../r/*'], { workspace, directory }))).toEqual(['r/b.xml']);
});

test('links to directories are not followed, and the finding names the real one', async () => {
  const root = workspaceOf({ 'real/a.xml': xml });
  const workspace = join(root, 'w');
  mkdirSync(workspace);
  symlinkSync(join(root, 'real'), join(workspace, 'testlogs'));
  writeFileSync(join(workspace, 'own.xml'), xml);
  expect((await discover(['testlogs/**/*.xml'], { workspace })).findings).toEqual([
    { kind: 'no-match', pattern: 'testlogs/**/*.xml', is: 'glob', link: { name: 'testlogs', target: join(root, 'real') } },
  ]);
  expect(namesOf(await discover(['**'], { workspace }))).toEqual(['own.xml']);
});

test('what cannot be searched is told, and is no crash', async () => {
  const workspace = workspaceOf({ 'a.xml': xml, 'not-a-directory': xml });
  symlinkSync(join(workspace, 'gone'), join(workspace, 'dead.xml'));
  expect(kindsOf(await discover(['not-a-directory/x/*.xml', 'a.xml'], { workspace }))).toEqual(['search-failed']);
  expect(kindsOf(await discover(['a.xml/b.xml'], { workspace }))).toEqual(['no-match']);
  expect(kindsOf(await discover(['*.xml'], { workspace: join(workspace, 'gone') }))).toEqual(['no-match']);
  expect((await discover(['dead.xml'], { workspace })).findings).toEqual([{ kind: 'dead-link', name: 'dead.xml' }]);
});

test('an exclude with nothing before it is pointed out', async () => {
  const workspace = workspaceOf({ 'a.xml': xml });
  expect((await discover(['!b.xml', 'a.xml'], { workspace })).findings).toEqual([{ kind: 'useless-exclude', pattern: '!b.xml' }]);
});

test('nothing is printed, though the library under it prints', async () => {
  const workspace = workspaceOf({ 'a.xml': xml });
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await discover(['*.xml'], { workspace });
    expect(write).not.toHaveBeenCalled();
    process.stdout.write('after');
    expect(write).toHaveBeenCalledTimes(1);
  } finally {
    write.mockRestore();
  }
});

test('a workspace may lie in node_modules itself, and deep ones in it are left out all the same', async () => {
  const workspace = join(
    workspaceOf({ 'node_modules/w/a.xml': xml, 'node_modules/w/1/2/3/4/5/6/node_modules/b.xml': xml }),
    'node_modules',
    'w',
  );
  for (const pattern of ['**/*.xml', '.']) expect(namesOf(await discover([pattern], { workspace }))).toEqual(['a.xml']);
});

test('a file that is named may be excluded again, and others of its line stay', async () => {
  const workspace = workspaceOf({ 'a.xml': xml, 'b.xml': xml });
  expect(namesOf(await discover(['a.xml', '!b.xml'], { workspace }))).toEqual(['a.xml']);
  const { files, findings } = await discover(['a.xml', '!a.xml'], { workspace });
  expect(files).toEqual([]);
  expect(findings).toEqual([{ kind: 'excluded', pattern: 'a.xml', count: 1, by: '!a.xml' }]);
});

test('what later lines exclude again is told with the line that does it, where one does', async () => {
  const workspace = workspaceOf({ 'r/a.xml': xml, 'r/b.xml': xml });
  const told = async (...lines: readonly string[]): Promise<unknown> => (await discover(lines, { workspace })).findings;
  expect(await told('r/*.xml', '!x/**', '!r/**')).toEqual([{ kind: 'excluded', pattern: 'r/*.xml', count: 2, by: '!r/**' }]);
  expect(await told('r/*.xml', '!r/a.xml', '!r/b.xml')).toEqual([{ kind: 'excluded', pattern: 'r/*.xml', count: 2, by: undefined }]);
  expect(await told('r/*.txt', '!r/**')).toEqual([{ kind: 'no-match', pattern: 'r/*.txt', is: 'glob' }]);
});

test('a file stays as it was first found: by which pattern, and whether it was named', async () => {
  const workspace = workspaceOf({ 'a.xml': xml, 'b.xml': xml });
  const found = await discover(['b.xml', '*.xml', 'a*.xml'], { workspace });
  expect(found.files.map(({ name, explicit, pattern }) => [name, explicit, pattern])).toEqual([
    ['a.xml', false, '*.xml'],
    ['b.xml', true, 'b.xml'],
  ]);
});

test('a name keeps its backslash where that is no separator', async () => {
  const workspace = workspaceOf({ 'a\\b.xml': xml });
  expect(namesOf(await discover(['*.xml'], { workspace }))).toEqual(['a\\b.xml']);
});
