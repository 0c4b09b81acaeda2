import type { AttestationRecord } from '../contract/index.ts';
import { failureOf } from './failed-tests.ts';
import type { RunGroup } from './groups.ts';
import { nameApart } from './name-apart.ts';
import { overrides, type TrailRow } from './rows.ts';
import { urlOf, type About, type Reason } from './verdict.ts';

/** What one of the groups of runs behind a green row says against it: its newest attempt, or an older one that no later one replaces. */
export function groupReasons(group: RunGroup, all: readonly RunGroup[], row: TrailRow, about: About): readonly Reason[] {
  const of = group.label === '' ? 'a run that does not say which' : `the run ${group.label}`;
  const isFailing = (record: AttestationRecord): boolean => record.is_compliant !== true && !overrides(row, record.attestation_id);
  const failing = group.newest.find(isFailing);
  if (failing !== undefined) {
    return [
      {
        ...about,
        code: 'failing-elsewhere',
        verdict: 'non-compliant',
        message: `${row.key} is not compliant in ${of} at this commit; a later record of the same name hides it on the trail`,
        fix: ['Fix that run and run it again.', nameApart(row.status.attestation_name, all)].filter((part) => part !== undefined).join(' '),
        ...whereIs(failing),
      },
    ];
  }
  const [standing] = group.standing.flatMap((older) => older.records.filter(isFailing).map((record) => ({ older, record })));
  if (standing === undefined) return [];
  const { older, record } = standing;
  const which = older.number === undefined ? 'an earlier attempt' : `attempt ${older.number}`;
  return [
    {
      ...about,
      code: 'failing-elsewhere',
      verdict: 'non-compliant',
      message: `${row.key} is not compliant in ${of} at this commit: ${which} made ${older.size} records, later ones made fewer, and it is not known which of them they replace`,
      fix: 'Re-run all jobs. Where a reusable workflow is called twice, hand each call a label of its own on to the step:\n\n  leg: ${{ inputs.leg }}',
      ...whereIs(record),
    },
  ];
}

/** That a green row stands on claims, for whoever relies on it; `undefined` where it does not. */
export function claimedNotice(row: TrailRow, groups: readonly RunGroup[]): string | undefined {
  const [claimedBy] = groups.flatMap((group) => group.claimedBy ?? []);
  if (claimedBy === undefined) return undefined;
  return `${row.key} is what the run of a ${claimedBy} says of itself: whoever can change its tests can change the result, and which job and leg it was`;
}

function whereIs(record: AttestationRecord): About & Pick<Reason, 'failed' | 'run'> {
  return { since: record.created_at, ...urlOf(record.html_url), ...failureOf(record) };
}
