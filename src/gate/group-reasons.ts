import type { AttestationRecord } from '../contract/index.ts';
import { failureOf } from './failed-tests.ts';
import { nameApart } from './fixes.ts';
import type { RunGroup } from './groups.ts';
import { overrides, type TrailRow } from './rows.ts';
import { urlOf, type About, type Reason } from './verdict.ts';

/** What one group of runs says against a green row: its newest attempt, or an older one that no later one replaces. */
export function groupReasons(group: RunGroup, row: TrailRow, about: About): readonly Reason[] {
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
        fix: `Fix that run and run it again; and give each its own name: ${nameApart(row.status.attestation_name, matrixKeys([group]))}`,
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
      fix: `Re-run all jobs, or give each call its own attestation-name or leg: ${nameApart(row.status.attestation_name, matrixKeys([group]))}`,
      ...whereIs(record),
    },
  ];
}

export function groupsNotice(row: TrailRow, groups: readonly RunGroup[]): string {
  return `${row.key} has ${groups.length} groups of runs at this commit, and each must be compliant. To see them apart, name them apart: ${nameApart(row.status.attestation_name, matrixKeys(groups))}`;
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

function matrixKeys(groups: readonly RunGroup[]): readonly string[] {
  const keys = groups.flatMap(({ matrix }) => (matrix === undefined ? [] : Object.keys(Object(JSON.parse(matrix)))));
  return [...new Set(keys)].filter((key) => /^[A-Za-z_][\w-]*$/.test(key)).slice(0, 5);
}
