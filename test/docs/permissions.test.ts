import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { workflowFiles } from '../workflows/files.ts';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/permissions.md', root), 'utf8');

it('the page names every permission that the action may tell people to grant, and no other', () => {
  const folder = new URL('src/github/', root);
  const sources = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const asked = sources.flatMap((text) => Array.from(text.matchAll(/permission(?::| =) '([a-z-]+: [a-z]+)'/g), ([, grant = '']) => grant));
  const [, table = ''] = page.split('\n## ');
  const named = Array.from(table.matchAll(/^\| `([a-z-]+: [a-z]+)`/gm), ([, grant = '']) => grant);
  expect(named.toSorted()).toEqual([...new Set(asked)].toSorted());
});

it('the page names every workflow of this repository', () => {
  for (const { kind, path } of workflowFiles()) if (kind === 'own') expect(page).toContain(`(../${path})`);
});
