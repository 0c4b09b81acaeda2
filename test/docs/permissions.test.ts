import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesBelow, src } from '../support/sources.ts';
import { workflowFiles } from '../workflows/files.ts';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/permissions.md', root), 'utf8');

it('the page names every permission that the action may tell people to grant, and no other', () => {
  const sources = filesBelow(src).map((path) => readFileSync(path, 'utf8'));
  const asked = sources.flatMap((text) => Array.from(text.matchAll(/['`]([a-z-]+: (?:read|write))['`]/g), ([, grant = '']) => grant));
  const [, table = ''] = page.split('\n## ');
  const named = Array.from(table.matchAll(/^\| `([a-z-]+: [a-z]+)`/gm), ([, grant = '']) => grant);
  expect(named.toSorted()).toEqual([...new Set(asked)].toSorted());
});

it('the page names every workflow of this repository', () => {
  const own = workflowFiles().filter(({ kind }) => kind === 'own');
  expect(own.length).toBeGreaterThan(5);
  expect(own.filter(({ path }) => !page.includes(`(../${path})`))).toEqual([]);
});
