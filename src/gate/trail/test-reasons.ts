import type { AttestationRecord } from '../../contract/index.ts';
import type { Evidence, Policy, RecordsAnswer, TrailQuestion } from '../evidence.ts';
import { failureOf } from './failed-tests.ts';
import { groupsOf, type RunGroup } from '../runs/groups.ts';
import { isForWantOfTests, overrides, type TrailRow } from './rows.ts';
import { hasTests, idsOf, isOverride, needsTests, recordsIn } from './row-records.ts';
import { count } from '../../text/index.ts';
import { carriesCounts, failedIn, isContradictory, skipsMoreFix, testCounts } from './test-counts.ts';
import { urlOf, type About, type Reason } from '../verdict.ts';
import { isRequired } from './required.ts';

/** The records whose tests a green row stands for: the newest of each group; without a group, those that the row carries. An override holds none. */
function countedRecords(row: TrailRow, records: readonly AttestationRecord[], groups: readonly RunGroup[]): readonly AttestationRecord[] {
  if (groups.length === 0) return records.filter((record) => idsOf(row).includes(record.attestation_id));
  const ids = new Set(groups.flatMap(({ newest }) => newest.map((record) => record.attestation_id)));
  // A record that was read again by its id counts in both readings.
  return records.filter((record) => ids.has(record.attestation_id) && !isOverride(record));
}

/** Ids of records whose tests are counted, and that the search shows without counts: a listing may leave them out. */
export function idsWithoutCounts(row: TrailRow, answer: RecordsAnswer, question: TrailQuestion): readonly string[] {
  const records = recordsIn(answer);
  if (!needsTests(row, records)) return [];
  const counted = countedRecords(row, records, groupsOf(row, answer, question).groups);
  return counted.filter((record) => !carriesCounts(record)).map((record) => record.attestation_id);
}

/**
 * The reasons against a green row in its test counts: failed tests in a record that says yes, no tests, or unknown counts. Where
 * the service alone sees that none ran, its word counts.
 */
export function testReasons(
  row: TrailRow,
  records: readonly AttestationRecord[],
  groups: readonly RunGroup[],
  policy: Policy,
  about: About,
): readonly Reason[] {
  const minTests = leastOf(row, policy);
  const found = countReasons(row, records, groups, minTests, about);
  return found.length === 0 && minTests > 0 && isForWantOfTests(row.status) ? [tooFew(row, 0, minTests, about)] : found;
}

/** A template may say that no test of a name need run; a caller that asks for more than one means to have them. */
function leastOf({ status }: TrailRow, { minTests }: Policy): number {
  return status.min_tests === 0 && minTests <= 1 ? 0 : minTests;
}

function countReasons(
  row: TrailRow,
  records: readonly AttestationRecord[],
  groups: readonly RunGroup[],
  minTests: number,
  about: About,
): readonly Reason[] {
  const counted = countedRecords(row, records, groups);
  if (counted.length === 0 || !needsTests(row, records)) return [];
  const failing = counted.find((record) => !overrides(row, record.attestation_id) && failedIn(record) > 0);
  if (failing !== undefined) {
    return [
      {
        ...about,
        code: 'record-failing',
        verdict: 'non-compliant',
        message: `${row.key} is compliant on the trail, but its record ${failing.attestation_id} holds ${failedIn(failing)} failed ${failedIn(failing) === 1 ? 'test' : 'tests'}`,
        fix: 'Fix the tests and push again; only an override that names the record lets it pass',
        since: failing.created_at,
        ...urlOf(failing.html_url),
        ...failureOf(failing, row.artifact),
      },
    ];
  }
  const contradictory = counted.find((record) => !overrides(row, record.attestation_id) && isContradictory(record));
  if (contradictory !== undefined) {
    return [
      {
        ...about,
        code: 'contradictory-answer',
        verdict: 'unknown',
        message: `${row.key} is compliant on the trail, but its record ${contradictory.attestation_id} contradicts itself: it says that more tests were skipped than it holds`,
        fix: skipsMoreFix,
        ...urlOf(contradictory.html_url),
      },
    ];
  }
  if (minTests === 0) return [];
  const counts = testCounts(counted);
  if (counts.kind === 'absent') {
    return [
      {
        ...about,
        code: 'tests-untold',
        verdict: 'unknown',
        message: `${row.key} is compliant on the trail, but its record ${counts.record.attestation_id} does not say how many tests ran`,
        fix: 'Look at the record in the service: it should carry junit_results. Where the service gives no counts, min-tests: 0 asks for none',
      },
    ];
  }
  return counts.ran >= minTests ? [] : [tooFew(row, counts.ran, minTests, about)];
}

function tooFew(row: TrailRow, ran: number, minTests: number, about: About): Reason {
  const what = ran === 0 ? 'no test ran' : `only ${count(ran, 'test')} ran`;
  return {
    ...about,
    code: 'too-few-tests',
    verdict: 'non-compliant',
    message: `${row.key} is ${isForWantOfTests(row.status) ? 'not compliant on the trail:' : 'compliant on the trail, but'} ${what}, skipped ones not counted; at least ${minTests} must`,
    fix: 'Look at the job that recorded it: a filter may match no tests, or all of them are skipped. Where no test need run, say `min_tests: 0` in its entry of the template; min-tests says how many must run',
  };
}

/**
 * A caller that asks for a number of tests means to have tests: where no required evidence is test results, nobody would count
 * them. One test is the default, and asks nothing of a trail without tests. A template's entry for any type asks for tests once
 * test results answer it.
 */
export function testsAskedReasons(rows: readonly TrailRow[], { own, records }: Evidence, policy: Policy): readonly Reason[] {
  const { minTests, required, requiredTypes } = policy;
  if (minTests <= 1 || own !== undefined || [...(requiredTypes?.values() ?? [])].includes('junit')) return [];
  const areTests = (row: TrailRow): boolean => hasTests(row, recordsIn(records.get(row.status.attestation_name)));
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
