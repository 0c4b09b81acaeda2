import type { CustomType } from '../contract/index.ts';
import type { Column } from './column.ts';
import { localTime } from './time.ts';

const latest = ({ versions }: CustomType): string => String(versions?.[0]?.version ?? '');

export const typeColumns: readonly Column<CustomType>[] = [
  { head: 'TYPE', cell: ({ name }) => `custom:${name}` },
  { head: 'VERSION', cell: latest },
  { head: 'ARCHIVED', cell: ({ archived }) => (archived === true ? 'yes' : '') },
  { head: 'DESCRIPTION', cell: ({ description }) => description ?? '' },
];

/** The newest version is shown after these fields. */
export const typeFields: readonly Column<CustomType>[] = [
  { head: 'Type', cell: ({ name }) => `custom:${name}` },
  { head: 'Description', cell: ({ description }) => description ?? '' },
  { head: 'Version', cell: latest },
  { head: 'Archived', cell: ({ archived }) => (archived === true ? 'yes' : '') },
  { head: 'Created', cell: ({ created_at: at, created_by: by }) => [localTime(at), by ?? ''].filter((part) => part !== '').join(' by ') },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
];
