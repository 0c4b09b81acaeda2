import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, src } from '../support/sources.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/junit.md');

test('every code that the reader can tell is on the page', () => {
  const warnings = [...read('src/results/warning.ts').matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(([, code]) => code);
  const sources = filesBelow(join(src, 'junit')).map((file) => readFileSync(file, 'utf8'));
  const problems = sources.flatMap((source) => [...source.matchAll(/code: '([a-z-]+)'/g)].map(([, code]) => code));
  expect(warnings.length).toBeGreaterThan(20);
  expect([...new Set([...warnings, ...problems])].filter((code) => !page.includes(`| \`${code}\` |`))).toEqual([]);
});

test('every rule on the page has a test of its name', () => {
  const rules = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, rule]) => Number(rule));
  expect(rules).toEqual(Array.from({ length: 44 }, (_, index) => index + 1));
  const tests = ['structure', 'outcome', 'metadata', 'file'].map((part) => read(`test/junit/rules-${part}.test.ts`)).join('\n');
  expect(rules.filter((rule) => !tests.includes(`'rule ${rule}: `))).toEqual([]);
});
