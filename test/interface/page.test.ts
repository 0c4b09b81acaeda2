import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const linesOf = (path: string): readonly string[] => readFileSync(`${root}${path}`, 'utf8').split('\n');

const page = linesOf('docs/interface.md');
const rows = page.slice(page.indexOf('<!-- interface: generated -->') + 3, page.indexOf('<!-- /interface -->'));

test('the page shows ten operations, each with a test in each of four files', () => {
  const files = rows.map((row) => [...row.matchAll(/\(\.\.\/([^()#]+)#L\d+\)/g)].map(([, path]) => path));
  const four = ['service', 'client', 'command-line', 'action'].map((face) => `test/interface/${face}.test.ts`);
  expect(files).toEqual(Array.from({ length: 10 }, () => four));
});

test.each(rows.map((row) => [/^\| (\d+)\. ([^|]+) \|/.exec(row)?.slice(1).join(' ') ?? row, row]))(
  'the links of operation %s lead to its tests',
  (operation, row) => {
    const [number] = operation.split(' ');
    const links = [...row.matchAll(/\[`([^`]+)`\]\(\.\.\/([^()#]+)#L(\d+)\)/g)];
    const begun = links.map(([, name]) => `  test('${number} ${name}: `);
    expect(links.map(([, , path = '', line], index) => linesOf(path)[Number(line) - 1]?.slice(0, begun[index]?.length))).toEqual(begun);
  },
);
