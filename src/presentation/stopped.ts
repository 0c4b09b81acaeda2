import type { StopEnding } from '../errors/index.ts';
import { sentWords, type Sent } from './sent.ts';

/** A run that was stopped before its end, as plain data. */
export interface StoppedFacts {
  readonly ending: StopEnding;
  /** What the error said. */
  readonly message: string;
  readonly fix: string | undefined;
  readonly sent: Sent;
}

/** What stopped a run, and what it had sent by then. */
export function stoppedWords({ ending, message, sent }: StoppedFacts): string {
  switch (ending) {
    case 'interrupted':
      return `Interrupted. ${sentWords(sent)}`;
    case 'usage':
      return `${message}. ${sentWords(sent)}`;
    case 'unusable':
    case 'unknown':
      return message;
  }
}

/** How to fix what stopped a job. */
export function stoppedFix({ ending, fix }: StoppedFacts): string {
  return fix ?? (ending === 'interrupted' ? 'Run the job again' : 'Run the job again; if it happens again, report it with the log');
}
