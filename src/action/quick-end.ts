import { setFlagsFromString } from 'node:v8';

/**
 * Lets the process end as soon as it is done. undici's HTTP parser is WebAssembly, which V8 begins to optimize while
 * our few answers are read, and no process ends before that is finished (30 to 40 ms of every step, measured by
 * `npm run bench:start`). A budget that no run reaches keeps it from beginning; should V8 drop the flag, only that time
 * comes back. To be called when undici is loaded: any changed flag makes Node compile its own modules again.
 */
export function endQuickly(): void {
  setFlagsFromString('--wasm-tiering-budget=2000000000');
}
