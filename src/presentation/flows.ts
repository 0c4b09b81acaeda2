import type { Flow } from '../contract/index.ts';
import { columnsOf, type Column } from './column.ts';
import { createdWords, localTime } from './time.ts';

export const flowFields = [
  { head: 'Flow', cell: ({ name }) => name },
  { head: 'Description', cell: ({ description }) => description ?? '' },
  { head: 'Visibility', cell: ({ visibility }) => visibility ?? '' },
  { head: 'Created', cell: ({ created_at: at, created_by: by }) => createdWords(at, by) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
] as const satisfies readonly Column<Flow>[];

export const flowColumns = columnsOf(flowFields, 'Flow', 'Visibility', 'Last change', 'Description');
