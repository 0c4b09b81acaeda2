import type { SignalAfter } from './types.ts';

/** Decides when a step is to be stopped, and remembers why. */
export interface Trigger {
  readonly cancel: AbortSignal;
  /** Shown every line of the action's output. */
  sees(line: string): void;
  reason(): 'cancel' | 'timeout' | undefined;
  stop(): void;
}

export function createTrigger(after: SignalAfter | undefined, timeoutMs: number): Trigger {
  const controller = new AbortController();
  let reason: 'cancel' | 'timeout' | undefined;
  let stopped = false;
  const fire = (why: 'cancel' | 'timeout'): void => {
    if (stopped || reason !== undefined) return;
    reason = why;
    controller.abort();
  };
  const timers = [setTimeout(fire, timeoutMs, 'timeout')];
  let pattern: string | RegExp | undefined;
  if (after !== undefined) {
    if ('ms' in after) timers.push(setTimeout(fire, after.ms, 'cancel'));
    else if ('line' in after) pattern = after.line;
    else
      after.promise.then(
        () => fire('cancel'),
        () => fire('cancel'),
      );
  }
  return {
    cancel: controller.signal,
    sees(line) {
      if (pattern !== undefined && (typeof pattern === 'string' ? line.includes(pattern) : pattern.test(line))) fire('cancel');
    },
    reason: () => reason,
    stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
