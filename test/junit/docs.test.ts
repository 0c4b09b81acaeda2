import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wordings } from '../../src/junit/notes.ts';
import { filesBelow, src } from '../support/sources.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/junit.md');

test('every code that the reader can tell is on the page', () => {
  const rooms = ['junit', 'results', 'commands/results'].flatMap((room) => filesBelow(join(src, room)));
  const told = rooms.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/code: '([a-z-]+)'/g)].map(([, code]) => code));
  const codes = [...new Set([...told, ...Object.keys(wordings)])];
  expect(codes.length).toBeGreaterThan(30);
  expect(codes.filter((code) => !page.includes(`| \`${code}\` |`))).toEqual([]);
});

test('every rule on the page has a test of its name', () => {
  const rules = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, rule]) => Number(rule));
  expect(rules).toEqual(Array.from({ length: 44 }, (_, index) => index + 1));
  const tests = ['structure', 'outcome', 'metadata', 'file'].map((part) => read(`test/junit/rules-${part}.test.ts`)).join('\n');
  expect(rules.filter((rule) => !tests.includes(`'rule ${rule}: `))).toEqual([]);
});
