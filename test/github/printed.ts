import { vi } from 'vitest';
import { present } from '../../src/action/present.ts';
import type { ActionResult } from '../../src/commands/index.ts';
import { openPrinter, type Printer } from '../../src/github/printer.ts';

/** All that a printer writes to the log of a step, its annotations last. */
export function printed(use: (printer: Printer) => void): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const printer = openPrinter();
    use(printer);
    printer.finish();
    return write.mock.calls.map(([text]) => text).join('');
  } finally {
    write.mockRestore();
  }
}

export function logOf(result: ActionResult): string {
  return printed((printer) => present(result, printer, { mode: 'off', file: undefined }));
}
