import { ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { examples } from './examples.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

/** Somebody who has read the README and nothing else, by the language of their tests, as the README calls it. */
export type Newcomer = 'Node.js' | 'pytest';

/** A test of theirs, which fails where RED_TESTS says `unit`, or names the leg of the matrix that it runs in. */
const tests: Readonly<Record<Newcomer, Readonly<Record<string, string>>>> = {
  'Node.js': {
    'tea.test.js': `const { equal } = require('node:assert/strict');
const { test } = require('node:test');
const { LEG, RED_TESTS } = process.env;
test('a cup costs 2', () => equal(RED_TESTS === 'unit' || (LEG !== undefined && LEG === RED_TESTS) ? 3 : 2, 2));
`,
  },
  pytest: {
    'test_tea.py': `import os

def test_a_cup_costs_2():
    assert (3 if os.environ.get('RED_TESTS') == 'unit' else 2) == 2
`,
  },
};

/** The files that they put into an empty repository: the first workflow, and a test. */
export function newcomerFiles(language: Newcomer): Readonly<Record<string, string>> {
  const [first] = examples();
  const [, path = ''] = /^# (\S+)\n/.exec(first?.text ?? '') ?? [];
  ok(first?.page === 'README.md' && path !== '', 'The README begins with a workflow, which says where it goes');
  return { [path]: first.text, ...tests[language] };
}

/** The line of their language, which they put into the workflow in place of the one it shows. */
export function inLanguage(language: Newcomer): Readonly<Record<string, string>> {
  const line = readme.split('\n').find((row) => row.trim().startsWith(`| ${language} |`));
  const [, run] = /\| `([^`]+)`/.exec(line ?? '') ?? [];
  ok(run !== undefined, `The README has a line for ${language}`);
  return { 'npm ci && npm test # or the line of your language, below': run };
}

/** The same in a matrix of three, with the job that the README adds. */
export function inMatrix(language: Newcomer): Readonly<Record<string, string>> {
  const [, job] = /^### With a matrix\n[^]*?^```yaml\n( {2}gate:\n[^]*?)^```$/m.exec(readme) ?? [];
  ok(job !== undefined, 'The README has a job for a matrix');
  const last = '          required-attestations: unit-tests\n';
  const leg = '        id: tests\n';
  return {
    ...inLanguage(language),
    '    timeout-minutes: 30\n':
      '    timeout-minutes: 30\n    strategy:\n      fail-fast: false\n      matrix:\n        leg: [one, two, three]\n',
    [leg]: `${leg}        env:\n          LEG: \${{ matrix.leg }}\n`,
    [last]: `${last}${job}`,
  };
}
