import type { StopEnding } from '../errors/index.ts';
import { sentWords, type Sent } from './sent.ts';

export interface StoppedFacts {
  readonly ending: StopEnding;
  readonly message: string;
  readonly fix: string | undefined;
  /** The single complaints of wrong usage, where there are several; `fix` lists each with its own fix. */
  readonly complaints: readonly Complaint[];
  readonly sent: Sent;
}

interface Complaint {
  readonly code: string;
  readonly message: string;
  readonly fix: string | undefined;
}

/** The words for a stopped run and the requests that it had sent. `given`: the shell user's word for inputs or options. */
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

export function stoppedFix({ ending, fix }: StoppedFacts): string {
  return fix ?? (ending === 'interrupted' ? 'Run the job again' : 'Run the job again; if it happens again, report it with the log');
}
