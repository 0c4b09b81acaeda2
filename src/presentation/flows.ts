import type { Flow } from '../contract/index.ts';
import { columnsOf, type Column } from './column.ts';
import { createdWords, localTime } from './time.ts';

export const flowFields = [
  { head: 'Flow', cell: ({ name }) => name },
  { head: 'Description', cell: ({ description }) => description ?? '' },
  { head: 'Visibility', cell: ({ visibility }) => visibility ?? '' },
  { head: 'Created', cell: ({ created_at: at, created_by: by }) => createdWords(at, by) },
  { head: 'Begun by', cell: ({ begun_by: by, made_at: made }) => beginningWords(by, made) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
] as const satisfies readonly Column<Flow>[];

export const flowColumns = columnsOf(flowFields, 'Flow', 'Visibility', 'Last change', 'Description');

/** How a flow began, where the service says it, and whether somebody has made it since. */
function beginningWords(by: Flow['begun_by'], made: Flow['made_at']): string {
  if (by !== 'evidence') return by === 'request' ? 'a request' : '';
  return typeof made === 'number' ? `evidence, made on purpose ${localTime(made)}` : 'evidence, and nobody made it on purpose';
}
