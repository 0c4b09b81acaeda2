import type { Flow } from '../contract/index.ts';
import type { Column } from './column.ts';
import { localTime } from './time.ts';

export const flowColumns: readonly Column<Flow>[] = [
  { head: 'FLOW', cell: ({ name }) => name },
  { head: 'VISIBILITY', cell: ({ visibility }) => visibility ?? '' },
  { head: 'LAST CHANGE', cell: ({ last_modified_at: at }) => localTime(at) },
  { head: 'DESCRIPTION', cell: ({ description }) => description ?? '' },
];

/** The template is shown after these fields. */
export const flowFields: readonly Column<Flow>[] = [
  { head: 'Flow', cell: ({ name }) => name },
  { head: 'Description', cell: ({ description }) => description ?? '' },
  { head: 'Visibility', cell: ({ visibility }) => visibility ?? '' },
  { head: 'Created', cell: ({ created_at: at, created_by: by }) => [localTime(at), by ?? ''].filter((part) => part !== '').join(' by ') },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
];
