import type { Terminal } from './terminal.ts';
import { wrapped } from './wrapped.ts';

/** Says what stopped a run, and how to fix it. */
export function showStopped(message: string, fix: string | undefined, terminal: Terminal): void {
  terminal.err(`${terminal.style(['bold', 'red'], 'error')}: ${message}`);
  if (fix !== undefined) terminal.err(wrapped(fix, '  ', terminal.columns));
}
