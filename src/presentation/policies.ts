import type { Policy } from '../contract/index.ts';
import type { Column } from './column.ts';
import { localTime } from './time.ts';

/** The newest version comes last. */
const latest = ({ versions }: Policy) => versions?.at(-1);
const attached = ({ consuming_envs: environments }: Policy): string => (environments ?? []).join(', ');

export const policyColumns: readonly Column<Policy>[] = [
  { head: 'POLICY', cell: ({ name }) => name },
  { head: 'VERSION', cell: (policy) => String(latest(policy)?.version ?? '') },
  { head: 'ENVIRONMENTS', cell: attached },
  { head: 'LAST CHANGE', cell: ({ last_modified_at: at }) => localTime(at) },
  { head: 'DESCRIPTION', cell: ({ description }) => description ?? '' },
];

/** The file is shown after these fields. */
export const policyFields: readonly Column<Policy>[] = [
  { head: 'Policy', cell: ({ name }) => name },
  { head: 'Description', cell: ({ description }) => description ?? '' },
  { head: 'Version', cell: (policy) => String(latest(policy)?.version ?? '') },
  { head: 'Comment', cell: (policy) => latest(policy)?.comment ?? '' },
  { head: 'Environments', cell: attached },
  { head: 'Created', cell: ({ created_at: at, created_by: by }) => [localTime(at), by ?? ''].filter((part) => part !== '').join(' by ') },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
];
