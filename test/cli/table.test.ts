import { expect, test } from 'vitest';
import { table } from '../../src/cli/table.ts';

test('columns line up, numbers to the right, whatever widths the characters have', () => {
  const rows = [
    ['short', '1'],
    ['日本語', '20'],
    ['a longer name', '300'],
  ];
  expect(table(['NAME', 'TESTS'], rows, [1]).split('\n')).toEqual([
    'NAME           TESTS',
    'short              1',
    '日本語            20',
    'a longer name    300',
  ]);
  expect(table(['NAME'], [])).toBe('NAME');
});

test('many rows line up with one another, and the head is there once', () => {
  const rows = Array.from({ length: 1001 }, (_, index) => [`row ${index}`, index === 777 ? 'the widest of all' : '']);
  const lines = table(['A', 'B'], rows, [1]).split('\n');
  expect(lines).toHaveLength(1002);
  expect(lines[0]).toBe(`${'A'.padEnd(10)}${'B'.padStart(17)}`);
  expect(lines[1]).toBe('row 0');
  expect(lines[778]).toBe('row 777   the widest of all');
  expect(lines.filter((line) => line.startsWith('A'))).toHaveLength(1);
});

test('a table fits the terminal: the widest columns give way, and say so', () => {
  const rows = [['c0ffee000000', 'a long message about what was changed and why', 'main']];
  const fits = (columns: number): readonly string[] => table(['COMMIT', 'MESSAGE', 'BRANCH'], rows, [], columns).split('\n');
  expect(fits(200)).toEqual(fits(67));
  expect(fits(40)).toEqual(['COMMIT        MESSAGE             BRANCH', 'c0ffee000000  a long message ab…  main']);
  for (const line of fits(30)) expect(line.length).toBeLessThanOrEqual(30);
  // Nothing could be read in a narrower table.
  expect(fits(5)).toEqual(fits(30));
});

test('what people copy is not cut, however narrow the terminal is', () => {
  const id = '01a2014f-fe5e-7b9d-db12-10dfe5af';
  const lines = table(['MESSAGE', 'ID'], [['a long message about what was changed', id]], [], 30, [1]).split('\n');
  expect(lines[1]).toBe(`a long me…  ${id}`);
});

test('foreign text in a cell stays on its line', () => {
  expect(table(['A', 'B'], [['one\ntwo\u0001three', 'x']]).split('\n')).toHaveLength(2);
});

test('a time is never cut, and what a cell shows is painted after the columns line up', () => {
  const rows = [['a name that is much too long for this', '2026-11-21 10:00:00 +01:00', 'ok']];
  const paint = (text: string, row: number, column: number): string => (column === 2 ? `<${row}>${text}` : text);
  expect(table(['NAME', 'CHANGED', 'STATE'], rows, [], 45, [], paint).split('\n')).toEqual([
    'NAME        CHANGED                     STATE',
    'a name th…  2026-11-21 10:00:00 +01:00  <0>ok',
  ]);
});
