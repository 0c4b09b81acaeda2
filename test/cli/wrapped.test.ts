import { expect, test } from 'vitest';
import { wrapped } from '../../src/cli/terminal.ts';

const text = 'Let the job that records it run before\n\n- uses: <owner>/compliance-evidence@v1\n  with:\n    command: attest';

test('sentences are broken between words, and each line has the margin; what is to be pasted stays as it is', () => {
  expect(wrapped(text, '  ', 24).split('\n')).toEqual([
    '  Let the job that',
    '  records it run before',
    '',
    '  - uses: <owner>/compliance-evidence@v1',
    '    with:',
    '      command: attest',
  ]);
});

test('without a width nothing is broken', () => {
  expect(wrapped(text, '  ').split('\n')[0]).toBe('  Let the job that records it run before');
});

test('a word that is longer than a line stays whole, and no space gets lost', () => {
  expect(wrapped(`see ${'x'.repeat(40)} there`, '', 20).split('\n')).toEqual(['see', 'x'.repeat(40), 'there']);
  expect(wrapped('a  b', '', 80)).toBe('a  b');
});
