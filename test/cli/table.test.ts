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

test('foreign text in a cell stays on its line', () => {
  expect(table(['A', 'B'], [['one\ntwo\u0001three', 'x']]).split('\n')).toHaveLength(2);
});

test('four times as many rows cost about four times as much', () => {
  const cost = (count: number): number => {
    const columns = Array.from('ABCDEFGHIJKLMNOP');
    const rows = Array.from({ length: count }, () => columns);
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 3; round += 1) {
      const before = process.cpuUsage();
      table(columns, rows);
      const { user, system } = process.cpuUsage(before);
      best = Math.min(best, user + system);
    }
    return best;
  };
  cost(300);
  expect(cost(1200) / cost(300)).toBeLessThan(6.5);
});
