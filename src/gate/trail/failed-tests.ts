import type { AttestationRecord } from '../../contract/index.ts';
import { count, cut, given, listAt, neutralize, oneLine, stringAt, valueAt, webAddress } from '../../text/index.ts';
import { jobsOf, runKey, runLabel } from '../runs/groups.ts';
import { legWords } from '../advice/leg-words.ts';
import { failedIn } from './test-counts.ts';
import type { FailedTest, Reason } from '../verdict.ts';

/** The key under `runKey` where a record of ours names its first failed tests. */
export const failedTestsKey = 'failed_tests';

/** The key next to it where the record keeps what they said: `test`, `message` and `place` of each. */
export const failuresKey = 'failures';

/** The key under `runKey` where a record of unusable evidence says why. */
export const unusableKey = 'unusable';

/** Prefix of the name of a row that stands for unusable evidence. */
export const unusableRow = 'unusable evidence: ';

/** Bounds of what a record keeps of failed tests, and of what is read of it. */
export const mostOfFailures = { tests: 10, characters: 500, bytes: 8 * 1024 };

/** The fields that are read of a record. */
type RecordFields = Pick<AttestationRecord, 'junit_results' | 'origin_url' | 'user_data'>;

/** How many names a reason holds; the record has the rest. */
const mostNames = 10;

/** The failed tests of a record and the run that made it, as far as it tells them. `artifact`: that of its row. */
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

/** The failed tests of a record with what they said. Anybody may have written it: it is bounded again, and made harmless. */
export function failuresIn(data: RecordFields['user_data']): readonly FailedTest[] {
  return (listAt(data, runKey, failuresKey) ?? []).slice(0, mostOfFailures.tests).flatMap((each): FailedTest[] => {
    const name = oneLine(stringAt(each, 'test') ?? '', 200);
    const message = cut(neutralize(stringAt(each, 'message') ?? '').trim(), mostOfFailures.characters);
    const place = oneLine(stringAt(each, 'place') ?? '', 200);
    if (name === '' || (message === '' && place === '')) return [];
    return [{ name, message, ...(place === '' ? {} : { place }) }];
  });
}

/** Which leg a record is of; `artifact`: that of its row. */
function legOf(record: RecordFields, artifact: string | undefined): string {
  const at = (name: string): unknown => valueAt(record.user_data, runKey, name);
  return legWords({ matrix: at('matrix'), leg: at('leg'), artifact });
}

/** Why a record says no, in words that follow `is not compliant`; nothing where it does not tell. */
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
