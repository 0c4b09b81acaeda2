import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { endings, verdictNames } from '../../src/errors/index.ts';
import { scenarios } from './scenarios/index.ts';
import { testRows } from './verdict-rows.ts';
import { readVerdictTable } from './verdict-table.ts';

const root = new URL('../../', import.meta.url);
const page = readFileSync(fileURLToPath(new URL('docs/verdicts.md', root)), 'utf8');
const table = readVerdictTable();

test('every row of the table has a scenario, and every scenario a row, in the same order', () => {
  expect(table.map(({ fault }) => fault)).toEqual(Object.keys(scenarios));
});

test('every verdict and ending is explained, with its exit code and whether it passes', () => {
  for (const name of verdictNames) {
    expect(page).toMatch(
      new RegExp(`^\\| \`${name}\` \\| [^|]+ \\| ${name === 'compliant' ? 'yes' : 'no'}[^|]* \\| ${endings[name].exitCode} \\|$`, 'm'),
    );
  }
  for (const name of ['recorded', 'would-record', 'usage', 'interrupted'] as const)
    expect(page).toMatch(
      new RegExp(`^\\| \`${name}\` \\| [^|]+ \\| ${endings[name].exitCode === 0 ? 'yes' : 'no'} \\| ${endings[name].exitCode} \\|$`, 'm'),
    );
});

test('no verdict is explained or offered that no fault of the table ends in', () => {
  const [explained = ''] = page.split('\n\nFive endings');
  expect([...explained.matchAll(/^\| `([a-z-]+)`/gm)].map(([, name]) => name)).toEqual(verdictNames);
  const ends = new Set<string>(table.map(({ verdict }) => verdict));
  expect(verdictNames.filter((name) => !ends.has(name))).toEqual([]);
});

/** A yes, a no, and what is not known; in the last two the service lies. The slow tests play every row. */
const played = [
  'Nothing: all tests pass',
  'A test fails',
  'The token is wrong',
  'A record calls itself compliant, although some of its tests failed',
  'The trail contradicts itself',
];

testRows(table.filter(({ fault }) => played.includes(fault)));
