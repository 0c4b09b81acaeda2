import type { LogLevel } from '../service/index.ts';

/** The part of a line that is for programs. */
export type Facts = Readonly<Record<string, string | number | undefined>>;

/** Writes the lines of a log. */
export interface Lines {
  readonly line: (level: LogLevel, message: string, facts: Facts) => void;
  /** Says that the service is ready. */
  readonly ready: (message: string, facts: Facts) => void;
}
