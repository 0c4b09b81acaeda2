import { ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { examples } from './examples.ts';

/**
 * What somebody who has read the README and nothing else puts into an empty repository: the first workflow, the script
 * that the README gives for Node's own runner, and a test of theirs.
 */
export function newcomerFiles(): Readonly<Record<string, string>> {
  const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
  const [, script] = /the script `test` in `package\.json` is `([^`]+)`/.exec(readme) ?? [];
  const [first] = examples();
  ok(script !== undefined && first?.page === 'README.md', 'The README gives a workflow and a script');
  const [, path = ''] = /^# (\S+)\n/.exec(first.text) ?? [];
  const manifest = { name: 'tea', version: '1.0.0', private: true, type: 'module', scripts: { test: script } };
  return {
    [path]: first.text,
    '.gitignore': 'build/\n',
    'package.json': JSON.stringify(manifest),
    'package-lock.json': JSON.stringify({ ...manifest, lockfileVersion: 3, requires: true, packages: { '': manifest } }),
    'tea.test.js': `import { equal } from 'node:assert/strict';
import { test } from 'node:test';
test('a cup costs 2', () => equal(process.env.RED_TESTS === 'unit' ? 3 : 2, 2));
`,
  };
}
