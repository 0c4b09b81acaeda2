import { CommanderError } from 'commander';
import { exitCodeOf, stoppedBy } from '../commands/index.ts';
import { exitCodes } from '../errors/index.ts';
import { endWithParent } from './parent.ts';
import { buildProgram } from './program.ts';
import { showStopped } from './show-stopped.ts';
import { outliveReaders } from './streams.ts';
import { openTerminal } from './terminal.ts';

/** Runs the command line. Sets the exit code, and returns when everything was printed. */
export async function main(argv: readonly string[]): Promise<void> {
  outliveReaders();
  const terminal = openTerminal();
  const interrupt = new AbortController();
  const stop = (): void => interrupt.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  endWithParent(stop);
  let code = 0;
  const program = buildProgram({ terminal, interrupt: interrupt.signal, done: (exitCode) => (code = exitCode) });
  try {
    await program.parseAsync([...argv]);
    process.exitCode = code;
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has already printed it; help and version are not errors.
      process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
      return;
    }
    const stopped = stoppedBy(error);
    showStopped(stopped.message, stopped.fix, terminal);
    process.exitCode = exitCodeOf(stopped);
  }
}
