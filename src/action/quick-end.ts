import { setFlagsFromString } from 'node:v8';

/**
 * Lets the process end as soon as it is done. undici's HTTP parser is WebAssembly. V8 begins to optimize it while our few answers
 * are read, and no process ends before that is finished (30 to 40 ms of every step, measured by `npm run bench:start`). A budget
 * that no run reaches keeps V8 from beginning. If V8 drops the flag, only that time comes back. Call this after undici is loaded:
 * any changed flag makes Node compile its own modules again.
 */
export function endQuickly(): void {
  setFlagsFromString('--wasm-tiering-budget=2000000000');
}
