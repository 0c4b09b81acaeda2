import type { Policy } from '../contract/index.ts';
import { columnsOf, type Column } from './column.ts';
import { createdWords, localTime } from './time.ts';

/** The newest version comes last. */
const latest = ({ versions }: Policy) => versions?.at(-1);
const attached = ({ consuming_envs: environments }: Policy): string => (environments ?? []).join(', ');

export const policyFields = [
  { head: 'Policy', cell: ({ name }) => name },
  { head: 'Description', cell: ({ description }) => description ?? '' },
  { head: 'Version', cell: (policy) => String(latest(policy)?.version ?? '') },
  { head: 'Comment', cell: (policy) => latest(policy)?.comment ?? '' },
  { head: 'Environments', cell: attached },
  { head: 'Created', cell: ({ created_at: at, created_by: by }) => createdWords(at, by) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
] as const satisfies readonly Column<Policy>[];

export const policyColumns = columnsOf(policyFields, 'Policy', 'Version', 'Environments', 'Last change', 'Description');
