import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { reasons } from '../../src/gate/index.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const sections = read('docs/troubleshooting.md').split('\n## ').slice(1);

/** The members of the unions of texts with these names, in the file where they are declared. */
function codesIn(path: string, ...types: readonly string[]): readonly string[] {
  return types.flatMap((type) => {
    const [, union = ''] = new RegExp(`^export type ${type} =([^;]+);`, 'm').exec(read(path)) ?? [];
    const codes = [...union.matchAll(/'([a-z-]+)'/g)].map(([, code = '']) => code);
    if (codes.length < 2) throw new Error(`${path} has no union ${type}`);
    return codes;
  });
}

it.each([
  ['Reasons of a verdict', Object.keys(reasons)],
  ['Unusable evidence', codesIn('src/errors/fault.ts', 'EvidenceCode')],
  ['The service said no', codesIn('src/errors/fault.ts', 'ResponseCode')],
  [
    'Nobody answered, or not as agreed',
    [...codesIn('src/errors/fault.ts', 'TransportCode'), ...codesIn('src/errors/fault.ts', 'ContractCode')],
  ],
  ['Wrong inputs', codesIn('src/errors/fault.ts', 'UsageCode')],
  ['A fault of this program', ['internal']],
])('the page says of each code under "%s" what to do, once, and of no other', (title, codes) => {
  const section = sections.find((text) => text.startsWith(`${title}\n`)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows).toHaveLength(codes.length);
  expect(new Set(rows.map((row) => /^\| `([a-z-]+)`/.exec(row)?.[1]))).toEqual(new Set(codes));
  expect(rows.filter((row) => !/^[A-Z].*\.$/.test(row.split('|').at(-2)?.trim() ?? ''))).toEqual([]);
});

it('has no further section', () => {
  expect(sections).toHaveLength(6);
});
