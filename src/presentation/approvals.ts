import type { Approval, Approver } from '../contract/index.ts';
import { listAt, stringAt } from '../text/index.ts';
import { columnsOf, type Column } from './column.ts';
import { localTime } from './time.ts';

export const approvalFields = [
  { head: 'Approval', cell: ({ release_number: number }) => String(number) },
  { head: 'State', cell: ({ state }) => state },
  {
    head: 'Artifact',
    cell: ({ artifact_name: name, target_artifact: fingerprint }) =>
      [name ?? '', fingerprint ?? ''].filter((part) => part !== '').join(' '),
  },
  {
    head: 'Comes after',
    cell: ({ base_artifact: base, target_artifact: fingerprint }) => (base === fingerprint ? '' : (base ?? '')),
  },
  { head: 'Environment', cell: ({ environment }) => environment ?? 'any' },
  { head: 'Description', cell: ({ description }) => description ?? '' },
  { head: 'Commits', cell: (approval) => (listAt(approval, 'src_commit_list') ?? []).map(shortCommit).join(' ') },
  { head: 'Reported by', cell: ({ reported_by: by }) => by ?? '' },
  { head: 'Created', cell: ({ created_at: at }) => localTime(at) },
] as const satisfies readonly Column<Approval>[];

/** The approver is only claimed by the caller; the reporter is proven. */
export const approvalColumns: readonly Column<Approval>[] = [
  { head: 'NUMBER', cell: ({ release_number: number }) => String(number) },
  ...columnsOf(approvalFields, 'State', 'Environment'),
  {
    head: 'SAID BY',
    cell: ({ approvals }) => (approvals ?? []).map(({ approved_by: by, state }) => `${by ?? 'unknown'} (${state ?? 'unknown'})`).join(', '),
  },
  ...columnsOf(approvalFields, 'Reported by', 'Created'),
];

export const approverColumns: readonly Column<Approver>[] = [
  { head: 'SAID BY', cell: ({ approved_by: by }) => by ?? 'unknown' },
  { head: 'STATE', cell: ({ state }) => state ?? 'unknown' },
  { head: 'COMMENT', cell: ({ comment }) => comment ?? '' },
  { head: 'WHERE', cell: ({ approval_url: url }) => url ?? '' },
  { head: 'WHEN', cell: ({ timestamp: at }) => localTime(at) },
];

/** In a list a commit is its SHA; in a single approval it is an object with it. */
function shortCommit(commit: unknown): string {
  return (typeof commit === 'string' ? commit : (stringAt(commit, 'commit_sha') ?? '')).slice(0, 12);
}
