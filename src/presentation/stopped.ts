import type { StopEnding } from '../errors/index.ts';
import { sentWords, type Sent } from './sent.ts';

/** A run that was stopped before its end, as plain data. */
export interface StoppedFacts {
  readonly ending: StopEnding;
  /** What the error said. */
  readonly message: string;
  readonly fix: string | undefined;
  /** The single complaints of wrong usage, where there are several; `fix` says each of them with its own. */
  readonly complaints: readonly Complaint[];
  readonly sent: Sent;
}

/** One wrong input among several. */
interface Complaint {
  readonly code: string;
  readonly message: string;
  readonly fix: string | undefined;
}

/** What stopped a run, and what it had sent by then. `given`: what the user of the shell calls what they gave. */
export function stoppedWords({ complaints, ending, message, sent }: StoppedFacts, given: 'inputs' | 'options'): string {
  switch (ending) {
    case 'interrupted':
      return `Interrupted. ${sentWords(sent)}`;
    case 'usage':
      return `${complaints.length === 0 ? message : `${complaints.length} ${given} are wrong`}. ${sentWords(sent)}`;
    case 'unusable':
    case 'unknown':
      return message;
  }
}

/** How to fix what stopped a job. */
export function stoppedFix({ ending, fix }: StoppedFacts): string {
  return fix ?? (ending === 'interrupted' ? 'Run the job again' : 'Run the job again; if it happens again, report it with the log');
}
