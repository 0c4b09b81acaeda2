import { EvidenceError } from './evidence-error.ts';
import { TransportError } from './transport-error.ts';
import { UsageError } from './usage-error.ts';

/** The verdicts of the gate. Only the first passes, unless `fail-on` says otherwise. */
export const verdictNames = ['compliant', 'non-compliant', 'incomplete', 'unknown', 'unusable'] as const;

export type VerdictName = (typeof verdictNames)[number];

/**
 * How a run ended: a verdict, or an ending that is none. `attest` asks no trail, so it only recorded, or would have in a dry run;
 * `query` asks, and judges nothing; `pending` waits for another run, and judges when that has ended; `fork collect` only
 * sets aside what another run may record. An audit that found nothing of the severity that fails it is only `audited`: that is
 * no promise that all is well; it is `not-applicable` where nothing landed, and `planned` where it only said what it would ask.
 */
export type Ending =
  | VerdictName
  | 'pending'
  | 'recorded'
  | 'would-record'
  | 'answered'
  | 'collected'
  | 'audited'
  | 'not-applicable'
  | 'planned'
  | Extract<StopEnding, 'usage' | 'interrupted'>;

/** How a run ended that an error stopped. */
export type StopEnding = 'usage' | 'interrupted' | 'unusable' | 'unknown';

/** Exit code of the command line for each ending. */
export const exitCodes: Readonly<Record<Ending, number>> = {
  compliant: 0,
  pending: 0,
  recorded: 0,
  'would-record': 0,
  answered: 0,
  collected: 0,
  audited: 0,
  'not-applicable': 0,
  planned: 0,
  'non-compliant': 1,
  incomplete: 2,
  unknown: 3,
  unusable: 4,
  usage: 64,
  interrupted: 130,
};

/** How a run ends that this error stopped. The exit code follows from it. */
export function stopEndingOf(error: unknown): StopEnding {
  if (error instanceof UsageError) return 'usage';
  if (error instanceof TransportError && error.code === 'interrupted') return 'interrupted';
  return error instanceof EvidenceError ? 'unusable' : 'unknown';
}
