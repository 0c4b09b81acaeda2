import type { AttestationRecord } from '../../contract/index.ts';
import { given, listAt, oneLine, stringAt, valueAt, webAddress } from '../../text/index.ts';
import { jobsOf, runKey, runLabel } from '../runs/groups.ts';
import { legWords } from '../advice/leg-words.ts';
import { failedIn } from './test-counts.ts';
import type { Reason } from '../verdict.ts';

/** The key under `runKey` where a record of ours names its first failed tests. */
export const failedTestsKey = 'failed_tests';

/** The fields that are read of a record. */
type RecordFields = Pick<AttestationRecord, 'junit_results' | 'origin_url' | 'user_data'>;

/** How many names a reason holds; the record has the rest. */
const mostNames = 10;

/** The failed tests of a record and the run that made it, as far as it tells them. `artifact`: that of its row. */
export function failureOf(record: RecordFields | undefined, artifact?: string): Pick<Reason, 'failed' | 'run'> {
  if (record === undefined) return {};
  const count = failedIn(record);
  const label = runLabel(record);
  const [job] = jobsOf([record]);
  const page = webAddress(stringAt(record, 'origin_url'))?.href;
  const of = legOf(record, artifact);
  return {
    ...(count === 0 ? {} : { failed: { count, ...namesIn(record), ...(of === '' ? {} : { of }) } }),
    ...(label === undefined && page === undefined ? {} : { run: { label: oneLine(label ?? '', 200), ...given({ job, url: page }) } }),
  };
}

/** The failed tests by name where the record names them; else the suites that hold some, each with how many. */
function namesIn({ junit_results: rows, user_data: data }: RecordFields): Pick<NonNullable<Reason['failed']>, 'by' | 'names'> {
  const named = textsIn(listAt(data, runKey, failedTestsKey));
  if (named.length > 0) return { by: 'test', names: named.slice(0, mostNames).map((name) => oneLine(name, 200)) };
  const suites = (Array.isArray(rows) ? rows : [])
    .map((row: unknown) => ({ name: stringAt(row, 'name') ?? '', count: failedIn({ junit_results: [row] }) }))
    .filter(({ count }) => count > 0);
  return { by: 'suite', names: suites.slice(0, mostNames).map(({ count, name }) => `${oneLine(name, 200)} (${count})`) };
}

/** Which leg a record is of; `artifact`: that of its row. */
function legOf(record: RecordFields, artifact: string | undefined): string {
  const at = (name: string): unknown => valueAt(record.user_data, runKey, name);
  return legWords({ matrix: at('matrix'), leg: at('leg'), artifact });
}

function textsIn(list: readonly unknown[] | undefined): readonly string[] {
  return (list ?? []).filter((each) => typeof each === 'string').filter((each) => each.trim() !== '');
}
