import type { RequestCounts } from '../store/backend.ts';

/** Callers that are remembered. The one that came first is forgotten first, so that many callers cost no memory. */
const most = 10_000;

interface Window {
  readonly endsAt: number;
  count: number;
}

/**
 * The requests of each caller, counted by one process in its memory. It measures time by a clock that never goes back: by the
 * clock of the wall a caller would be locked out for as long as that was put back.
 */
export function localCounts(now: () => number = () => performance.now()): RequestCounts {
  const windows = new Map<string, Window>();
  return {
    add: async (caller, windowMs) => {
      const at = now();
      const known = windows.get(caller);
      const window = known !== undefined && known.endsAt > at ? known : { endsAt: at + windowMs, count: 0 };
      window.count += 1;
      if (window !== known) {
        windows.delete(caller);
        windows.set(caller, window);
        const [first] = windows.keys();
        if (windows.size > most && first !== undefined) windows.delete(first);
      }
      return { count: window.count, leftMs: window.endsAt - at };
    },
  };
}
