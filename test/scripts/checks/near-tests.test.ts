import { expect, it } from 'vitest';
import { inTime, nearestTests } from '../../../scripts/checks/near-tests.ts';

const importers = new Map([
  ['src/junit/read.ts', ['src/junit/index.ts', 'test/junit/read.test.ts']],
  ['src/junit/index.ts', ['src/gate/judge.ts', 'test/gate/all.test.ts', 'test/junit/door.test.ts', 'src/junit/read.ts']],
  ['src/gate/judge.ts', ['test/gate/judge.test.ts', 'test/gate/all.test.ts', 'test/gate/support.ts']],
  ['src/net/send.ts', ['test/net/send.test.ts']],
]);

it('the tests that reach a change come by the imports between them, and those of its own folder first', () => {
  expect(nearestTests(['src/junit/read.ts'], importers)).toEqual([
    'test/junit/read.test.ts',
    'test/junit/door.test.ts',
    'test/gate/all.test.ts',
    'test/gate/judge.test.ts',
  ]);
});

it('a test that changed is the nearest, and a file that nobody imports has none', () => {
  expect(nearestTests(['src/gate/judge.ts', 'test/junit/door.test.ts'], importers)).toEqual([
    'test/junit/door.test.ts',
    'test/gate/judge.test.ts',
    'test/gate/all.test.ts',
  ]);
  expect(nearestTests(['README.md'], importers)).toEqual([]);
});

it('the first test runs however long it takes, and of the others those that fit', () => {
  const times: Readonly<Record<string, number>> = { a: 50, b: 3, c: 9, d: 7 };
  expect(inTime(['a', 'b', 'c', 'd'], (file) => times[file] ?? 0, 10)).toEqual(['a']);
  expect(inTime(['b', 'c', 'd', 'a'], (file) => times[file] ?? 0, 10)).toEqual(['b', 'd']);
  expect(inTime([], () => 0, 10)).toEqual([]);
});
