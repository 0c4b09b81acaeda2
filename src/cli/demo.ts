import type { Terminal } from './terminal.ts';
export async function demo(_interrupt: AbortSignal, _terminal: Terminal): Promise<number> {
  return 0;
}
