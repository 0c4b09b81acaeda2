import type { Terminal } from './terminal.ts';

/** The things that a command of the command line works with. */
export interface Shell {
  readonly terminal: Terminal;
  /** Aborts on SIGINT, SIGTERM and SIGHUP. */
  readonly interrupt: AbortSignal;
  /** Takes the exit code of the command that ran. */
  readonly done: (exitCode: number) => void;
}
