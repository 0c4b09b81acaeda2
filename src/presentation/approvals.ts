import type { Approval, Approver } from '../contract/index.ts';
import { listAt, stringAt } from '../text/index.ts';
import type { Column } from './column.ts';
import { localTime } from './time.ts';

const created = ({ created_at: at }: Approval): string => localTime(at);

/** What people see of approvals in a list. Who approved is what the caller claims; who reported it is proven. */
export const approvalColumns: readonly Column<Approval>[] = [
  { head: 'NUMBER', cell: ({ release_number: number }) => String(number) },
  { head: 'STATE', cell: ({ state }) => state },
  { head: 'ENVIRONMENT', cell: ({ environment }) => environment ?? 'any' },
  {
    head: 'SAID BY',
    cell: ({ approvals }) => (approvals ?? []).map(({ approved_by: by, state }) => `${by ?? 'unknown'} (${state ?? 'unknown'})`).join(', '),
  },
  { head: 'REPORTED BY', cell: ({ reported_by: by }) => by ?? '' },
  { head: 'CREATED', cell: created },
];

/** What people see of one approval, line by line. */
export const approvalFields: readonly Column<Approval>[] = [
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
  { head: 'Created', cell: created },
];

/** What one person is said to have decided. */
export const approverColumns: readonly Column<Approver>[] = [
  { head: 'SAID BY', cell: ({ approved_by: by }) => by ?? 'unknown' },
  { head: 'STATE', cell: ({ state }) => state ?? 'unknown' },
  { head: 'COMMENT', cell: ({ comment }) => comment ?? '' },
  { head: 'WHERE', cell: ({ approval_url: url }) => url ?? '' },
  { head: 'WHEN', cell: ({ timestamp: at }) => localTime(at) },
];

/** A commit is its SHA in a list, and an object with it of one approval. */
function shortCommit(commit: unknown): string {
  return (typeof commit === 'string' ? commit : (stringAt(commit, 'commit_sha') ?? '')).slice(0, 12);
}
