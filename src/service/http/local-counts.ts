import { openWindows } from '../operation/windows.ts';
import type { RequestCounts } from '../store/backend.ts';

/** The requests of each caller, counted by one process in its memory. */
export function localCounts(now?: () => number): RequestCounts {
  const { add } = openWindows(now);
  return { add: async (caller, windowMs) => add(caller, windowMs) };
}
