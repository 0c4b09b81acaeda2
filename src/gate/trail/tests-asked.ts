import type { Evidence, Policy } from '../evidence.ts';
import { isRequired } from './required.ts';
import type { TrailRow } from './rows.ts';
import { holdsTests, recordsIn } from './seen.ts';
import type { Reason } from '../verdict.ts';

/**
 * A caller that asks for a number of tests means to have tests: where no required evidence is test results, nobody would count
 * them. One test is the default, and asks nothing of a trail without tests. A template's entry for any type asks for tests once
 * test results answer it.
 */
export function testsAskedReasons(rows: readonly TrailRow[], { own, records }: Evidence, policy: Policy): readonly Reason[] {
  const { minTests, required, requiredTypes } = policy;
  if (minTests <= 1 || own !== undefined || [...(requiredTypes?.values() ?? [])].includes('junit')) return [];
  const areTests = (row: TrailRow): boolean => holdsTests(row, recordsIn(records.get(row.status.attestation_name)));
  // A name that is missing says so itself, and what it would be is not known.
  const isOpen = required.some((name) => !requiredTypes?.has(name) && !rows.some((row) => row.key === name));
  if (isOpen || rows.some((row) => (row.expected || isRequired(row, policy)) && areTests(row))) return [];
  return [
    {
      code: 'tests-not-required',
      verdict: 'incomplete',
      message: `min-tests asks for ${minTests} tests, but neither the template nor required-attestations asks for test results, so nothing holds them to it`,
      fix: 'Say which evidence the tests are, in the template with `type: junit`, or in the step:\n\n  required-attestations: <its name>:junit\n\nOr leave min-tests out',
    },
  ];
}
