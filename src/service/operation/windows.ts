/** Keys that are remembered. The one that came first is forgotten first, so that many of them cost no memory. */
const most = 10_000;

/** How often something came in the current window of a key, and the milliseconds until that ends. */
export interface Counted {
  readonly count: number;
  readonly leftMs: number;
}

export interface Windows {
  /** Counts one more. The first one begins a window of so many milliseconds. */
  readonly add: (key: string, windowMs: number) => Counted;
  /** Counts nothing. */
  readonly look: (key: string) => Counted;
}

/**
 * Counts what comes of each key, in windows of time, by a clock that never goes back: by the clock of the wall a client would be
 * locked out for as long as that was put back.
 */
export function openWindows(now: () => number = () => performance.now()): Windows {
  const windows = new Map<string, { readonly endsAt: number; count: number }>();
  const current = (key: string, at: number) => {
    const known = windows.get(key);
    return known !== undefined && known.endsAt > at ? known : undefined;
  };
  return {
    add: (key, windowMs) => {
      const at = now();
      let window = current(key, at);
      if (window === undefined) {
        window = { endsAt: at + windowMs, count: 0 };
        windows.delete(key);
        windows.set(key, window);
        const [first] = windows.keys();
        if (windows.size > most && first !== undefined) windows.delete(first);
      }
      window.count += 1;
      return { count: window.count, leftMs: window.endsAt - at };
    },
    look: (key) => {
      const at = now();
      const window = current(key, at);
      return window === undefined ? { count: 0, leftMs: 0 } : { count: window.count, leftMs: window.endsAt - at };
    },
  };
}
