import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { advisedInShell, shellAdvice } from '../../src/cli/run-command.ts';
import { commands, type Result } from '../../src/commands/index.ts';

const { options = [] } = commands.find(({ name }) => name === 'attest-and-gate') ?? {};

test('inputs of a step become options that can be pasted, whatever they hold', () => {
  const fix = shellAdvice(
    "Leave it out:\n\n  junit-paths: |\n    build/**/*.xml\n    !it's $HOME/a b.xml\n\nOr so:\n\n  flow: shop",
    options,
  );
  const [, written = '', , flow] = fix.split('\n\n');
  expect(flow).toBe('    --flow shop');
  const words = execFileSync('sh', ['-c', `printf '%s\\n' ${written}`], { encoding: 'utf8' });
  expect(words.trim().split('\n')).toEqual(['--junit-paths', 'build/**/*.xml', '--junit-paths', "!it's $HOME/a b.xml"]);
});

test('a value in quotes of YAML loses them, and one inside a sentence becomes an option too', () => {
  expect(shellAdvice("  required-attestations: '1'", options)).toBe('    --required-attestations 1');
  expect(shellAdvice('If it is meant: tracked-results: allow', options)).toBe('If it is meant: --tracked-results allow');
});

test('a colon of the sentence stays what it is', () => {
  const fix = 'Check api-token: it is missing, mistyped, expired or of another service';
  expect(shellAdvice(fix, options)).toBe(fix);
});

test('whole steps, expressions, names of the flow file and commands stay', () => {
  const fix = `Add:

- uses: acme/app@v1
  if: \${{ !cancelled() }}
  with:
    flow: shop

Or:

  attestation-name: unit-\${{ matrix.os }}

Say \`min_tests: 0\`, and paste:

    git rm --cached a.xml`;
  expect(shellAdvice(fix, options)).toBe(fix);
  expect(shellAdvice('  snapshot: 1', options)).toBe('  snapshot: 1');
});

test('of a result that was stopped the fix is advised as well', () => {
  const stopped: Result = {
    kind: 'stopped',
    ending: 'usage',
    code: 'missing-input',
    message: 'm',
    fix: 'Set it:\n\n  flow: shop',
    stack: undefined,
    complaints: [],
    sent: { kind: 'nothing' },
  };
  expect(advisedInShell(stopped, options)).toMatchObject({ fix: 'Set it:\n\n    --flow shop' });
});
