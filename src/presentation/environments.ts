import type { Environment } from '../contract/index.ts';
import { columnsOf, type Column } from './column.ts';
import { localTime } from './time.ts';

export function stateWord(state: boolean | null | undefined): string {
  return state === true ? 'compliant' : state === false ? 'non-compliant' : 'unknown';
}

export const environmentFields = [
  { head: 'Environment', cell: ({ name }) => name },
  { head: 'Type', cell: ({ type }) => type ?? '' },
  { head: 'Description', cell: ({ description }) => description ?? '' },
  { head: 'State', cell: ({ state }) => stateWord(state) },
  { head: 'Policies', cell: ({ policies }) => (policies ?? []).join(', ') },
  { head: 'Made of', cell: ({ included_environments: included }) => (included ?? []).join(', ') },
  { head: 'Last report', cell: ({ last_reported_at: at }) => localTime(at) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
] as const satisfies readonly Column<Environment>[];

export const environmentColumns = columnsOf(environmentFields, 'Environment', 'Type', 'State', 'Last report', 'Policies');
