import { expect, test } from 'vitest';
import { failureOf, type Reason } from '../../src/gate/index.ts';
import { failuresOf, recordedPath } from '../../src/presentation/index.ts';

const failed = { count: 3, by: 'test', names: ['s › a', 's › b'], of: 'python 3.11' } as const;

function reason(facts: Partial<Omit<Reason, 'code' | 'verdict'>> = {}): Reason {
  return { code: 'failing', verdict: 'non-compliant', message: 'm', fix: 'f', attestation: 'unit', url: 'https://e/1', failed, ...facts };
}

/** Results that are shown: those of the reason. */
const shown = {
  name: 'unit',
  of: 'python 3.11',
  failed: ['a', 'b', 'c'].map((name) => ({ suite: 's', name })),
};
const told = { attestation: 'unit', url: 'https://e/1', paths: ['python 3.11 › s › a', 'python 3.11 › s › b'], count: 3 };

test('the failed tests of a record are told with their leg, their attestation and its page', () => {
  expect(failuresOf([reason(), reason({ failed: { count: 1, by: 'test', names: ['x'] } })], [])).toEqual([
    told,
    { ...told, paths: ['x'], count: 1 },
  ]);
});

test('what names no test tells of none', () => {
  const { failed: _failed, ...without } = reason();
  expect(failuresOf([without, reason({ failed: { count: 2, by: 'suite', names: ['s (2)'] } })], [])).toEqual([]);
});

test('those of results that are shown are not told again', () => {
  expect(failuresOf([reason()], [shown])).toEqual([]);
  expect(failuresOf([reason({ attestation: 'api.unit' })], [shown])).toEqual([]);
  const long = { ...shown, failed: [{ folder: 'f', suite: 's', name: `a\n${'x'.repeat(500)}` }] };
  const data = { failed_tests: long.failed.map((each) => recordedPath(each)), leg: 'python 3.11' };
  const asRead = failureOf({ junit_results: [{ failures: 1 }], user_data: { compliance_evidence: data } });
  expect(failuresOf([reason(asRead)], [long])).toEqual([]);
});

test.each([
  ['of another name', { attestation: 'unit-2' }],
  ['of another leg', { failed: { ...failed, of: 'python 3.12' } }],
  ['of no leg', { failed: { count: 1, by: 'test', names: ['s › a'] } as const }],
  ['with another test', { failed: { ...failed, names: ['s › a', 's › z'] } }],
  ['of no name', { attestation: '' }],
])('a record %s is told', (_, facts) => {
  expect(failuresOf([reason(facts)], [shown])).toHaveLength(1);
});
