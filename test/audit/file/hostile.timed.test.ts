import { expect, it } from 'vitest';
import { matchesPath } from '../../../src/audit/file/globs.ts';
import { readAuditFile } from '../../../src/audit/file/read-audit-file.ts';

function faultOf(text: string): string {
  const read = readAuditFile(text);
  return 'fault' in read ? read.fault : 'none';
}

it('a pattern of paths takes no long time, however it is made', () => {
  const start = performance.now();
  expect(matchesPath(['*a*a*b', '**/a/**/a/**/b'], `${'a'.repeat(255)}/${'a/'.repeat(300)}c`)).toBe(false);
  expect(performance.now() - start).toBeLessThan(1000);
});

it.each([
  ['is too long', `# ${'x'.repeat(262_144)}\nversion: 1`],
  ['is nested too deep', `flows: ${'['.repeat(100_000)}`],
  ['has a level too many', `flows: ${'['.repeat(13)}${']'.repeat(13)}`],
  [
    'has aliases that stand for more and more',
    [
      'a: &a [x, x, x, x, x, x, x, x, x, x]',
      ...Array.from(
        'bcdefgh',
        (letter) =>
          `${letter}: &${letter} [${Array.from({ length: 10 }, () => `*${String.fromCodePoint((letter.codePointAt(0) ?? 0) - 1)}`).join(', ')}]`,
      ),
    ].join('\n'),
  ],
  ['has an alias within what it stands for', 'flows: &a { unit: *a }'],
  ['has very many names', `flows: {${Array.from({ length: 60_000 }, (_, index) => `a${index}: `).join(', ')}`.slice(0, 262_000)],
  ['has very many aliases', `flows: &a {}\npeople: [${'*a,'.repeat(60_000)}]`],
  ['has very many directives', '%A\n'.repeat(60_000)],
])('a file of the audit is refused soon where it %s', (_, text) => {
  const start = performance.now();
  expect(faultOf(text)).toMatch(/^\.github\/compliance-audit\.yml cannot be used\. line \d+: /);
  expect(performance.now() - start).toBeLessThan(3000);
});
