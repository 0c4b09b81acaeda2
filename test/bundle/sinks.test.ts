import { expect, test } from 'vitest';
import { sinkTable, testSinks } from './foreign-sources.ts';

/** A row of a file, of the caller, of the service and of GitHub, each of one run. The slow tests play all rows. */
const played = ['suites and tests of a results file', 'inputs', 'the workflow that a run follows', 'the service, with 400'];
const rows = sinkTable.filter(({ source, what }) => played.includes(source) && what === 'markup and commands');

test.each([
  ['the table names', sinkTable],
  ['the rows that are played here name', rows],
])('%s every sink', (_, some) => {
  expect(new Set(some.flatMap(({ shownIn }) => shownIn))).toEqual(
    new Set(['log', 'annotations', 'summary', 'comment', 'status', 'outputs']),
  );
});

testSinks(rows);
