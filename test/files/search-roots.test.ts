import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { searchRoots } from '../../src/files/discover.ts';
import { workspaceOf } from '../junit/support.ts';

/**
 * The roots to search below a directory of files, relative to it. A `…` marks a place that is searched with everything below it.
 */
function placesIn(files: readonly string[]): readonly string[] {
  const root = workspaceOf(Object.fromEntries(files.map((file) => [file, ''])));
  return searchRoots(root).map(({ directory, isDeep }) => (directory + (isDeep ? '/…' : '/')).slice(root.length + 1));
}

test('a directory without packages is searched as it is', () => {
  expect(placesIn(['a/b/c.xml', 'd.xml'])).toEqual(['…']);
  expect(searchRoots('/there/is/none')).toEqual([{ directory: '/there/is/none', isDeep: true }]);
});

test('where packages lie in it, they are left out, and so is .git', () => {
  expect(placesIn(['node_modules/a/b.xml', 'c/d.xml', 'e.xml'])).toEqual(['', 'c/…']);
  expect(placesIn(['.git/a', 'c/d/e.xml'])).toEqual(['', 'c/…']);
  expect(placesIn(['node_modules', 'c/d.xml'])).toEqual(['', 'c/…']);
});

test('where they lie further down, the directories on the way are searched by themselves', () => {
  expect(placesIn(['a/b/node_modules/c.xml', 'a/b/d/e.xml', 'a/f/g.xml', 'h/i.xml']).toSorted()).toEqual([
    '',
    'a/',
    'a/b/',
    'a/b/d/…',
    'a/f/…',
    'h/…',
  ]);
});

test('what lies deeper than five levels is searched with all that is below', () => {
  const roots = placesIn(['a/b/c/d/e/node_modules/x.xml', 'a/b/c/d/f/g/node_modules/x.xml']).toSorted();
  expect(roots).toEqual(['', 'a/', 'a/b/', 'a/b/c/', 'a/b/c/d/', 'a/b/c/d/e/', 'a/b/c/d/f/…']);
});

test('no more than some thousand directories are looked into', () => {
  const root = workspaceOf({ 'node_modules/x.xml': '' });
  for (let index = 0; index < 3010; index += 1) mkdirSync(join(root, `d${index}`, 'node_modules'), { recursive: true });
  const roots = searchRoots(root);
  // The root itself is one of the roots.
  expect(roots.filter(({ isDeep }) => isDeep).length).toBe(3010 - 2999);
  expect(roots.length).toBe(3011);
});

test('a link to a directory is not followed', () => {
  const root = workspaceOf({ 'node_modules/a.xml': '', 'b/c.xml': '' });
  symlinkSync(join(root, 'b'), join(root, 'link'));
  expect(searchRoots(root)).toEqual([
    { directory: root, isDeep: false },
    { directory: join(root, 'b'), isDeep: true },
  ]);
});
