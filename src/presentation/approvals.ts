import type { Approval } from '../contract/index.ts';
import type { Column } from './column.ts';
import { localTime } from './time.ts';

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
  { head: 'CREATED', cell: ({ created_at: at }) => localTime(at) },
];
