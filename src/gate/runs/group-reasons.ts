import type { AttestationRecord } from '../../contract/index.ts';
import { list, oneLine } from '../../text/index.ts';
import { failedHow, failureOf } from '../trail/failed-tests.ts';
import type { Attempt } from './attempts.ts';
import type { RunGroup } from './groups.ts';
import { nameApart } from '../advice/name-apart.ts';
import { isOverride } from '../trail/row-records.ts';
import { overrides, stateOf, type TrailRow } from '../trail/rows.ts';
import { urlOf, type About, type Reason } from '../verdict.ts';

/** The reasons against a row in one group of runs: in its newest attempt, or in an older one that no later one replaces. */
export function groupReasons(group: RunGroup, all: readonly RunGroup[], row: TrailRow, about: About): readonly Reason[] {
  const of = group.label === '' ? 'a run that does not say which' : `the run ${group.label}`;
  const isGreen = stateOf(row) === 'compliant';
  // An override that another one replaced counts no more.
  const isFailing = (record: AttestationRecord): boolean =>
    record.is_compliant !== true && !isOverride(record) && !overrides(row, record.attestation_id);
  const failing = group.newest.find(isFailing);
  if (failing !== undefined) {
    const where = whereIs(failing, row);
    const why = where.failed?.by === 'cause' ? failedHow(where) : '';
    return [
      {
        ...about,
        code: 'failing-elsewhere',
        verdict: 'non-compliant',
        message: `${row.key} is not compliant in ${of} ${isGreen ? 'at this commit; a later record of the same name hides it on the trail' : 'either'}${why}`,
        fix: [runAgain(group, failing), isGreen ? nameApart(row.status.attestation_name, all) : undefined]
          .filter((part) => part !== undefined)
          .join(' '),
        ...where,
      },
    ];
  }
  const [standing] = group.standing.flatMap((older) => older.records.filter(isFailing).map((record) => ({ older, record })));
  if (standing === undefined) return [];
  const { older, record } = standing;
  return [
    {
      ...about,
      code: 'failing-elsewhere',
      verdict: 'non-compliant',
      message: `${row.key} is not compliant in ${of} at this commit: attempt ${older.attempt} made ${older.size} records, later ones made fewer, and it is not known which of them they replace`,
      fix: 'Re-run all jobs. Where a reusable workflow is called twice, hand each call a label of its own on to the step:\n\n  leg: ${{ inputs.leg }}',
      ...whereIs(record, row),
    },
  ];
}

/** Which run is to be repeated: of several the newest decides, whichever recorded last. */
function runAgain({ deciding, passedOver, unordered }: RunGroup, failing: AttestationRecord): string {
  const stranger = unordered.find(({ records }) => records.includes(failing));
  if (stranger !== undefined) {
    const said = oneLine(`run ${stranger.run}, attempt ${stranger.attempt}`, 100);
    return `Its record names ${said}: these are not the numbers of a run of GitHub, so no other run is known to be newer, and it counts until somebody overrides it. Let that job run on a new commit.`;
  }
  if (deciding === undefined || passedOver.length === 0 || !deciding.records.includes(failing)) return 'Fix that run and run it again.';
  return `Fix that run and run ${deciding.run} again: it is the newest, so that the later record of the older run ${runsOf(passedOver)} does not count.`;
}

/** The same for a row that the record of such an older run decides on the service; `undefined` where it is none. */
export function runInstead(record: AttestationRecord | undefined, groups: readonly RunGroup[]): string | undefined {
  const group = groups.find(({ passedOver }) => passedOver.some(({ records }) => record !== undefined && records.includes(record)));
  if (group?.deciding === undefined) return undefined;
  return `The record is of the older run ${runsOf(group.passedOver)}, and run ${group.deciding.run} is newer: run that one again, so that its record is the latest`;
}

function runsOf(attempts: readonly Attempt[]): string {
  return list([...new Set(attempts.map(({ run }) => run))]);
}

/** A notice that a yes rests on the times of records without a run; `undefined` where no red record was replaced by time. */
export function byTimeNotice(row: TrailRow, groups: readonly RunGroup[]): string | undefined {
  const red = groups.flatMap(({ replacedByTime }) => replacedByTime).find((record) => record.is_compliant !== true);
  if (red === undefined) return undefined;
  return `${row.key} has an earlier record ${red.attestation_id} that is not compliant. Its records do not tell the number of their run, so the one that the service took last decides`;
}

/** A notice that a green row rests on claims, for those who rely on it; `undefined` where it does not. */
export function claimedNotice(row: TrailRow, groups: readonly RunGroup[]): string | undefined {
  const [claimedBy] = groups.flatMap((group) => group.claimedBy ?? []);
  if (claimedBy === undefined) return undefined;
  return `${row.key} is what the run of a ${claimedBy} says of itself: whoever can change its tests can change the result, and which job and leg it was`;
}

function whereIs(record: AttestationRecord, { artifact }: TrailRow): About & Pick<Reason, 'failed' | 'run'> {
  return { since: record.created_at, ...urlOf(record.html_url), ...failureOf(record, artifact) };
}
