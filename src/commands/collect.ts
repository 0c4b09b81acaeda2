import { setImmediate } from 'node:timers/promises';
import type { RunContext } from './context.ts';

/** How many items are read between two lines of progress. */
const step = 1_000;

/** The items of a listing, up to a number of them (0: all); says how far it has come on a long one. */
export async function collect<Item>(
  items: AsyncIterable<Item>,
  limit: number,
  { report }: Pick<RunContext, 'report'>,
): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length === limit) break;
    if (found.length % step !== 0) continue;
    report({ kind: 'info', message: `Read ${found.length} so far` });
    await setImmediate();
  }
  return found;
}
