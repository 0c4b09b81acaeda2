import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { searchRoots } from '../../src/files/discover.ts';
import { workspaceOf } from '../junit/support.ts';

test('no more than some thousand directories are looked into', () => {
  const root = workspaceOf({ 'node_modules/x.xml': '' });
  for (let index = 0; index < 3010; index += 1) mkdirSync(join(root, `d${index}`, 'node_modules'), { recursive: true });
  const roots = searchRoots(root);
  // The root itself is one of the roots.
  expect(roots.filter(({ isDeep }) => isDeep).length).toBe(3010 - 2999);
  expect(roots.length).toBe(3011);
});
