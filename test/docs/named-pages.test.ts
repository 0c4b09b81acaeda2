import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { toldHere } from '../../src/cli/terminal.ts';
import { docsPage } from '../../src/text/index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = globSync('src/**/*.ts', { cwd: root }).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

it('no message names a page of the docs but by its whole address', () => {
  const named = sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line) => (/^\s*(?:\/\/|\/?\*)/.test(line) || !/\bdocs\/[\w-]+\.md/.test(line) ? [] : [`${path}: ${line.trim()}`])),
  );
  expect(named).toEqual([]);
});

it('each page that a message names is there', () => {
  const names = sources.flatMap(({ text }) => Array.from(text.matchAll(/docsPage\('([^']+)'\)/g), ([, name = '']) => name));
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !existsSync(join(root, 'docs', name)))).toEqual([]);
});

it('in a clone the command line names the page in the clone, because no repository is known', () => {
  expect(toldHere(`See ${docsPage('roles.md')}.`)).toBe(`See ${join(root, 'docs', 'roles.md')}.`);
});
