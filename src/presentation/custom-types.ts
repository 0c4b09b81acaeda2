import type { CustomType } from '../contract/index.ts';
import { columnsOf, type Column } from './column.ts';
import { createdWords, localTime } from './time.ts';

const latest = ({ versions }: CustomType): string => String(versions?.[0]?.version ?? '');

export const typeFields = [
  { head: 'Type', cell: ({ name }) => `custom:${name}` },
  { head: 'Description', cell: ({ description }) => description ?? '' },
  { head: 'Version', cell: latest },
  { head: 'Archived', cell: ({ archived }) => (archived === true ? 'yes' : '') },
  { head: 'Created', cell: ({ created_at: at, created_by: by }) => createdWords(at, by) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
] as const satisfies readonly Column<CustomType>[];

export const typeColumns = columnsOf(typeFields, 'Type', 'Version', 'Archived', 'Description');
