import { globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test, vi } from 'vitest';
import { discover } from '../../src/junit/index.ts';
import { codesOf, workspaceOf } from '../junit/support.ts';

const xml = '<testsuite/>';

function namesOf(discovery: Awaited<ReturnType<typeof discover>>): readonly string[] {
  return discovery.files.map((file) => file.name);
}

test('patterns are lines, `!` takes away what earlier lines found, comments and blank lines are passed over', async () => {
  const workspace = workspaceOf({ 'a/1.xml': xml, 'a/2.xml': xml, 'b/3.xml': xml, 'b/c/4.xml': xml, 'b/5.txt': xml });
  const found = await discover(['# results\n**/*.xml', '', '!b', ' !a/2.xml ', 'b/c/*.xml'], { workspace });
  expect(namesOf(found)).toEqual(['a/1.xml', 'b/c/4.xml']);
  expect(found.problems).toEqual([]);
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

test('a directory stands for the XML files in it', async () => {
  const workspace = workspaceOf({ 'out/a.xml': xml, 'out/b/c.xml': xml, 'out/log.txt': xml });
  expect(namesOf(await discover(['out/'], { workspace }))).toEqual(['out/a.xml', 'out/b/c.xml']);
});

test('node_modules and .git are never looked into', async () => {
  const workspace = workspaceOf({ 'a.xml': xml, 'node_modules/x/b.xml': xml, 'p/node_modules/c.xml': xml, '.git/d.xml': xml });
  expect(namesOf(await discover(['**/*.xml'], { workspace }))).toEqual(['a.xml']);
  expect(codesOf((await discover(['node_modules/x/b.xml'], { workspace })).problems)).toEqual(['no-files']);
  expect(codesOf((await discover(['node_modules/x/*.xml'], { workspace })).problems)).toEqual(['no-files']);
});

test.each(['**', '**/*.xml', '**/b/*.xml', '**/b/**/*.xml', '*/**/*.xml', 'a/**/?.xml', '**/**/c/*', 'a/*/*.xml'])(
  'what %s finds does not depend on how the search goes around node_modules',
  async (pattern) => {
    const places = ['', 'a/', 'a/b/', 'a/b/c/', 'b/', 'b/b/', 'a/b/c/d/e/f/g/', 'b/c/'];
    const names = places.flatMap((place) => [`${place}1.xml`, `${place}2.txt`, `${place}node_modules/b/3.xml`]);
    const some = names.filter((name) => !name.startsWith('b/node_modules'));
    const workspace = workspaceOf(Object.fromEntries([...some, 'a/.git/b/4.xml'].map((name) => [name, xml])));
    const expected = globSync(pattern, { cwd: workspace, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(workspace, join(entry.parentPath, entry.name)))
      .filter((name) => !/(?:^|\/)(?:node_modules|\.git)\//.test(name));
    expect(namesOf(await discover([pattern], { workspace }))).toEqual([...new Set(expected)].toSorted());
  },
);

test('each pattern that matches nothing is a problem of its own', async () => {
  const workspace = workspaceOf({ 'a.xml': xml });
  const { problems } = await discover(['a.xml', 'b/*.xml', 'c.xml'], { workspace });
  expect(problems.map((problem) => [problem.code, problem.file])).toEqual([
    ['no-files', 'b/*.xml'],
    ['no-files', 'c.xml'],
  ]);
  expect(codesOf((await discover([], { workspace })).problems)).toEqual(['no-files']);
});

test('a file is read once, however many names lead to it', async () => {
  const workspace = workspaceOf({ 'a.xml': xml });
  symlinkSync(join(workspace, 'a.xml'), join(workspace, 'z.xml'));
  expect(namesOf(await discover(['*.xml', 'a.xml', join(workspace, 'a.xml')], { workspace }))).toEqual(['a.xml']);
});

test('nothing outside the workspace is read through `..` or a link; an absolute pattern may lead there', async () => {
  const root = workspaceOf({ 'w/a.xml': xml, 'x/b.xml': xml, 'x/c.xml': xml });
  const workspace = join(root, 'w');
  symlinkSync(join(root, 'x', 'b.xml'), join(workspace, 'link.xml'));
  expect(codesOf((await discover(['../x/*.xml', '../x/b.xml'], { workspace })).problems)).toEqual([
    'outside-workspace',
    'outside-workspace',
  ]);
  const linked = await discover(['*.xml'], { workspace });
  expect(linked.problems).toMatchObject([{ code: 'outside-workspace', file: 'link.xml' }]);
  expect(namesOf(linked)).toEqual(['a.xml']);
  expect(namesOf(await discover(['b/../a.xml'], { workspace }))).toEqual(['a.xml']);
  const absolute = await discover([join(root, 'x', '*.xml')], { workspace });
  expect(absolute.problems).toEqual([]);
  expect(namesOf(absolute)).toEqual([join(root, 'x', 'b.xml'), join(root, 'x', 'c.xml')]);
});

test('links to directories are not followed, and the message names the real one', async () => {
  const root = workspaceOf({ 'real/a.xml': xml });
  const workspace = join(root, 'w');
  mkdirSync(workspace);
  symlinkSync(join(root, 'real'), join(workspace, 'testlogs'));
  writeFileSync(join(workspace, 'own.xml'), xml);
  const { problems } = await discover(['testlogs/**/*.xml'], { workspace });
  expect(codesOf(problems)).toEqual(['no-files']);
  expect(problems[0]?.fix).toContain(join(root, 'real'));
  expect(namesOf(await discover(['**'], { workspace }))).toEqual(['own.xml']);
});

test('what cannot be searched is a problem, not a crash', async () => {
  const workspace = workspaceOf({ 'a.xml': xml, 'empty/b.txt': xml, 'not-a-directory': xml });
  expect((await discover(['empty'], { workspace })).problems).toMatchObject([
    { code: 'no-files', message: 'empty: the directory holds no XML files' },
  ]);
  expect(codesOf((await discover(['not-a-directory/x/*.xml', 'a.xml'], { workspace })).problems)).toEqual(['unreadable-file']);
  expect(codesOf((await discover(['a.xml/b.xml'], { workspace })).problems)).toEqual(['no-files']);
  expect(codesOf((await discover(['*.xml'], { workspace: join(workspace, 'gone') })).problems)).toEqual(['no-files']);
});

test('an exclude with nothing before it is pointed out', async () => {
  const workspace = workspaceOf({ 'a.xml': xml });
  expect(codesOf((await discover(['!b.xml', 'a.xml'], { workspace })).warnings)).toEqual(['useless-exclude']);
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
