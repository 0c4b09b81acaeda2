import type { Environment } from '../contract/index.ts';
import type { Column } from './column.ts';
import { localTime } from './time.ts';

/** The state of an environment or of an artifact in it, in a word. */
export function stateWord(state: boolean | null | undefined): string {
  return state === true ? 'compliant' : state === false ? 'non-compliant' : 'unknown';
}

export const environmentColumns: readonly Column<Environment>[] = [
  { head: 'ENVIRONMENT', cell: ({ name }) => name },
  { head: 'TYPE', cell: ({ type }) => type ?? '' },
  { head: 'STATE', cell: ({ state }) => stateWord(state) },
  { head: 'LAST REPORT', cell: ({ last_reported_at: at }) => localTime(at) },
  { head: 'POLICIES', cell: ({ policies }) => (policies ?? []).join(', ') },
];

export const environmentFields: readonly Column<Environment>[] = [
  { head: 'Environment', cell: ({ name }) => name },
  { head: 'Type', cell: ({ type }) => type ?? '' },
  { head: 'Description', cell: ({ description }) => description ?? '' },
  { head: 'State', cell: ({ state }) => stateWord(state) },
  { head: 'Policies', cell: ({ policies }) => (policies ?? []).join(', ') },
  { head: 'Made of', cell: ({ included_environments: included }) => (included ?? []).join(', ') },
  { head: 'Last report', cell: ({ last_reported_at: at }) => localTime(at) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
];
