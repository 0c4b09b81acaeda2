import { contradictsItself, countedRows, failedTests, testsRun } from '../compliance/index.ts';
import type { AttestationRecord } from '../contract/index.ts';
import { count, cut, given, listAt, neutralize, oneLine, stringAt, valueAt, webAddress } from '../text/index.ts';
import type { Evidence, RecordsAnswer, TrailQuestion } from './evidence.ts';
import { groupsOf, jobsOf, legWords, runKey, runLabel, type RunGroup } from './groups.ts';
import { hasTests, idsOf, isForWantOfTests, isOverride, isRequired, needsTests, overrides, recordsIn, type TrailRow } from './rows.ts';
import { urlOf, type About, type FailedTest, type NameDemands, type Reason } from './verdict.ts';

/** Times are not read. */
type TestCounts =
  /** `ran`: test cases that were not skipped. */
  | { readonly kind: 'counts'; readonly ran: number }
  /** A record carries no `junit_results`, or what is there is not counts. */
  | { readonly kind: 'absent'; readonly record: AttestationRecord };

/** Listings of some services leave the results out. */
export function carriesCounts({ junit_results: rows }: AttestationRecord): boolean {
  return countedRows(rows) !== undefined;
}

export const skipsMore = 'its record says that more tests were skipped than it holds';
export const skipsMoreFix =
  'Look at the tool that wrote the file: it counts skipped tests that are not in its total. Record it again; only an override that names the record lets it pass';

export function isContradictory({ junit_results: rows }: AttestationRecord): boolean {
  return countedRows(rows)?.some(contradictsItself) ?? false;
}

/** Where one record was read twice, the worse reading counts. */
export function testCounts(records: readonly AttestationRecord[]): TestCounts {
  const byId = new Map<string, number | undefined>();
  for (const { attestation_id: id, junit_results: results } of records) {
    const rows = countedRows(results);
    const ran = rows && testsRun(rows);
    const before = byId.get(id);
    byId.set(id, ran !== undefined && before !== undefined ? Math.min(ran, before) : (ran ?? before));
  }
  const uncounted = records.find(({ attestation_id: id }) => byId.get(id) === undefined);
  if (uncounted !== undefined) return { kind: 'absent', record: uncounted };
  return { kind: 'counts', ran: [...byId.values()].reduce<number>((sum, ran) => sum + (ran ?? 0), 0) };
}

export function failedIn({ junit_results: rows }: Pick<AttestationRecord, 'junit_results'>): number {
  return failedTests(rows);
}

/** In `user_data`, under `runKey`: the first failed tests. */
export const failedTestsKey = 'failed_tests';

/** Next to it: `test`, `message` and `place` of each. */
export const failuresKey = 'failures';

/** In `user_data`, under `runKey`: why the evidence is unusable. */
export const unusableKey = 'unusable';

/** Prefix of the name of a row. */
export const unusableRow = 'unusable evidence: ';

/** For writing failed tests into a record, and for reading them. */
export const mostOfFailures = { tests: 10, characters: 500, bytes: 8 * 1024 };

type RecordFields = Pick<AttestationRecord, 'junit_results' | 'origin_url' | 'user_data'>;

const mostNames = 10;

export function whereIs(record: AttestationRecord, { artifact }: TrailRow): About & Pick<Reason, 'failed' | 'run'> {
  return { since: record.created_at, ...urlOf(record.html_url), ...failureOf(record, artifact) };
}

/** `artifact`: that of its row. */
export function failureOf(record: RecordFields | undefined, artifact?: string): Pick<Reason, 'failed' | 'run'> {
  if (record === undefined) return {};
  const all = failedIn(record);
  const label = runLabel(record);
  const [job] = jobsOf([record]);
  const page = webAddress(stringAt(record, 'origin_url'))?.href;
  const of = legOf(record, artifact);
  return {
    ...(all === 0 ? {} : { failed: { count: all, ...namesIn(record), ...(of === '' ? {} : { of }) } }),
    ...(label === undefined && page === undefined ? {} : { run: { label: oneLine(label ?? '', 200), ...given({ job, url: page }) } }),
  };
}

/** The failed tests by name where the record names them; else the suites that hold some, each with how many; or why it is unusable. */
function namesIn({ junit_results: rows, user_data: data }: RecordFields): Pick<NonNullable<Reason['failed']>, 'by' | 'names' | 'said'> {
  const named = textsIn(listAt(data, runKey, failedTestsKey));
  if (named.length > 0) {
    const said = failuresIn(data);
    return { by: 'test', names: named.slice(0, mostNames).map((name) => oneLine(name, 200)), ...(said.length === 0 ? {} : { said }) };
  }
  const suites = (Array.isArray(rows) ? rows : [])
    .map((row: unknown) => ({ name: stringAt(row, 'name') ?? '', failed: failedIn({ junit_results: [row] }) }))
    .filter(({ failed }) => failed > 0);
  if (suites.length > 0 && suites.every(({ name }) => name.startsWith(unusableRow))) {
    const said = textsIn(listAt(data, runKey, unusableKey));
    const causes = said.length > 0 ? said : suites.map(({ name }) => name.slice(unusableRow.length));
    return { by: 'cause', names: causes.slice(0, mostNames).map((cause) => oneLine(cause, mostOfFailures.characters)) };
  }
  return { by: 'suite', names: suites.slice(0, mostNames).map(({ failed, name }) => `${oneLine(name, 200)} (${failed})`) };
}

/** Anybody may have written the record: it is bounded again, and made harmless. */
export function failuresIn(data: RecordFields['user_data']): readonly FailedTest[] {
  return (listAt(data, runKey, failuresKey) ?? []).slice(0, mostOfFailures.tests).flatMap((each): FailedTest[] => {
    const name = oneLine(stringAt(each, 'test') ?? '', 200);
    const message = cut(neutralize(stringAt(each, 'message') ?? '').trim(), mostOfFailures.characters);
    const place = oneLine(stringAt(each, 'place') ?? '', 200);
    if (name === '' || (message === '' && place === '')) return [];
    return [{ name, message, ...(place === '' ? {} : { place }) }];
  });
}

/** `artifact`: that of its row. */
function legOf(record: RecordFields, artifact: string | undefined): string {
  const at = (name: string): unknown => valueAt(record.user_data, runKey, name);
  return legWords({ matrix: at('matrix'), leg: at('leg'), artifact });
}

/** In words that follow `is not compliant`; nothing where the record does not say why. */
export function failedHow({ failed }: Pick<Reason, 'failed'>): string {
  if (failed === undefined) return '';
  if (failed.by !== 'cause') return `: ${testsFailed(failed.count)}`;
  const [first, ...others] = failed.names;
  return `: its evidence is unusable: ${first}${others.length === 0 ? '' : `, and ${count(others.length, 'more cause')}`}`;
}

export function testsFailed(failed: number): string {
  return `${count(failed, 'test')} failed`;
}

function textsIn(list: readonly unknown[] | undefined): readonly string[] {
  return (list ?? []).filter((each) => typeof each === 'string').filter((each) => each.trim() !== '');
}

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

export interface TestDemands extends NameDemands {
  /** Behind each green row of type `junit`, skipped ones not counted; 0 asks for none. */
  readonly minTests: number;
}

/**
 * The reasons against a green row in its test counts: failed tests in a record that says yes, no tests, or unknown counts. Where
 * the service alone sees that none ran, its word counts.
 */
export function testReasons(
  row: TrailRow,
  records: readonly AttestationRecord[],
  groups: readonly RunGroup[],
  policy: TestDemands,
  about: About,
): readonly Reason[] {
  const minTests = leastOf(row, policy);
  const found = countReasons(row, records, groups, minTests, about);
  return found.length === 0 && minTests > 0 && isForWantOfTests(row.status) ? [tooFew(row, 0, minTests, about)] : found;
}

/** A template may say that no test of a name need run; a caller that asks for more than one means to have them. */
function leastOf({ status }: TrailRow, { minTests }: TestDemands): number {
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
        ...whereIs(failing, row),
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
 * A caller that asks for a number of tests means to have tests: where no required evidence is test results, nothing would count them. One
 * test is the default, and asks nothing of a trail without tests. A template's entry for any type asks for tests once test results answer
 * it.
 */
export function testsAskedReasons(rows: readonly TrailRow[], { own, records }: Evidence, policy: TestDemands): readonly Reason[] {
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
