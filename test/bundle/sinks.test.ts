import { expect, test } from 'vitest';
import { sources } from './foreign-sources.ts';
import { sinkTable, testSinks } from './sink-rows.ts';

test('the table names every sink', () => {
  expect(new Set(sources.flatMap(({ shownIn }) => shownIn))).toEqual(
    new Set(['log', 'annotations', 'summary', 'comment', 'status', 'outputs']),
  );
});

/** A row of a file, of the caller and of the service. The slow tests play all of them. */
const played = [
  'suites and tests of a results file',
  'folders of results files, and files of the repository that they name',
  'inputs',
  'records of a name: results, run and links',
  'who overrode what, and why',
];

testSinks(sinkTable.filter(({ source, what }) => played.includes(source) && what === 'markup and commands'));
