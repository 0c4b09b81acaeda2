import { setImmediate } from 'node:timers/promises';
import { UsageError } from '../../errors/index.ts';
import { grouped } from '../../text/index.ts';
import type { RunContext } from './context.ts';

/** Most items that are listed: all of them are in memory at once, and some are large. */
export const listLimit = 10_000;

const portion = 100;

/** Time before the first report of progress, in milliseconds. */
const patience = 2_000;

/** The items of a listing, up to a number (0: all). Throws a `UsageError` where there are too many: a part would be taken for all. */
export async function listAll<Item>(
  items: AsyncIterable<Item>,
  limit: number,
  { report }: Pick<RunContext, 'report'>,
): Promise<readonly Item[]> {
  const found: Item[] = [];
  let shown = performance.now();
  for await (const item of items) {
    if (found.length === listLimit) {
      throw new UsageError('invalid-input', `There are more than ${grouped(listLimit)}, and so many are not listed at once`, {
        fix: `Narrow the listing, or give limit: at most ${listLimit}`,
      });
    }
    found.push(item);
    if (found.length === limit) break;
    if (found.length % portion !== 0) continue;
    if (performance.now() - shown > patience) {
      shown = performance.now();
      report({ kind: 'progress', message: `Read ${grouped(found.length)} so far` });
    }
    await setImmediate();
  }
  return found;
}
