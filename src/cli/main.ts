import { CommanderError } from 'commander';
import { exitCodeOf, stoppedBy } from '../commands/index.ts';
import { endings, isFull } from '../errors/index.ts';
import { buildProgram } from './program.ts';
import { openTerminal, showStopped, type Terminal } from './terminal.ts';

/** Signals that come so close together are one. */
const oneSignalMs = 300;

/** Sets the exit code, and returns when everything was printed. A first signal lets it end in order, a second one at once. */
export async function main(argv: readonly string[]): Promise<void> {
  outliveReaders();
  const interrupt = new AbortController();
  let stoppedAt = 0;
  const stop = (): void => {
    // A terminal sends Ctrl+C to this process and to the one that started it, which hands it on: these two are one.
    if (interrupt.signal.aborted && performance.now() - stoppedAt > oneSignalMs) process.exit(endings.interrupted.exitCode);
    if (!interrupt.signal.aborted) stoppedAt = performance.now();
    interrupt.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  endWithParent(stop);
  process.exitCode = await runLine(argv, openTerminal(), interrupt.signal);
}

/** Resolves to the exit code. */
export async function runLine(argv: readonly string[], terminal: Terminal, interrupt: AbortSignal): Promise<number> {
  let code = 0;
  const program = buildProgram({ terminal, interrupt, done: (exitCode) => (code = exitCode) });
  try {
    await program.parseAsync([...argv]);
    return code;
  } catch (error) {
    // Commander has already printed it; help and version are not errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : endings.usage.exitCode;
    const stopped = stoppedBy(error);
    const fix = stopped.fix ?? (isFull(error) ? 'Make room on the disk that it writes to, and run it again' : undefined);
    showStopped(stopped.message, fix, terminal);
    return exitCodeOf(stopped);
  }
}

/** On an old Node, `bin` starts this process over an open channel. */
function endWithParent(interrupt: () => void): void {
  if (process.channel === undefined || process.channel === null) return;
  process.on('disconnect', interrupt);
  // The listener must not keep the channel open, and with it the process alive.
  process.channel.unref();
}

/**
 * Lets a command go on when its reader has gone (`| head -1`): neither its work nor its exit code depends on the reader. A result that
 * could not be written for another reason, such as a full disk, is never a success.
 */
function outliveReaders(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return;
    process.stderr.write(`error: the result could not be written: ${error.message}\n`);
    process.once('exit', () => {
      process.exitCode = Number(process.exitCode) || endings.unknown.exitCode;
    });
  });
}
