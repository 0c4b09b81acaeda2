import { EvidenceError, TransportError, UsageError } from './fault.ts';

/** Only the first passes, unless `fail-on` says otherwise. */
export const verdictNames = ['compliant', 'non-compliant', 'incomplete', 'unknown', 'unusable'] as const;

export type VerdictName = (typeof verdictNames)[number];

/**
 * A verdict, or another end. `attest` asks no trail, so it only recorded, or would have in a dry run; `query` asks, and judges nothing;
 * `pending` waits for another run, and judges when that has ended; `fork collect` only sets aside what another run may record. An audit
 * that found nothing of the severity that fails it is only `audited`: that is no promise that all is well; it is `not-applicable` where
 * nothing landed, and `planned` where it only said what it would ask.
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

export type StopEnding = 'usage' | 'interrupted' | 'unusable' | 'unknown';

/** Colours follow from it. `open`: a person should look. `done`: no verdict was asked for. */
export type Tone = 'good' | 'bad' | 'open' | 'unknown' | 'soft' | 'done';

export interface Outcome {
  readonly tone: Tone;
  /** Where pictures are shown. */
  readonly icon: string;
  /** In text. */
  readonly mark: string;
  readonly word: string;
  /** A sentence, without its capital and its full stop. */
  readonly means: string;
  /** For a step of the action and for the command line. */
  readonly exitCode: number;
}

/**
 * For every output: terminal, log, summary, pages, help and docs. The tone is that of the verdict, also where the run ends with 0 after a
 * no, because it only explains or `fail-on` lets it through.
 */
export const endings: Readonly<Record<Ending, Outcome>> = {
  compliant: outcome('good', '✅', '✔', 'Compliant', 'all that is required is there and says yes', 0),
  'non-compliant': outcome('bad', '❌', '✘', 'Not compliant', 'some evidence says no', 1),
  incomplete: outcome('bad', '🔴', '…', 'Incomplete', 'required evidence is missing, or nothing is required at all', 2),
  unknown: outcome('unknown', '❔', '?', 'Unknown', 'the question has no answer that counts', 3),
  unusable: outcome('bad', '🚫', '✘', 'Unusable evidence', 'our own evidence is absent, broken or of another commit', 4),
  recorded: outcome('done', '📥', '✔', 'Recorded', 'all was recorded; no trail was asked', 0),
  'would-record': outcome('done', '📥', '✔', 'Not sent', 'the same in a dry run: nothing was sent', 0),
  pending: outcome('soft', '⏳', '…', 'Pending', 'a run that this one follows has not ended; nothing was sent', 0),
  answered: outcome('done', '🔎', '✔', 'Answered', 'the service answered a question', 0),
  collected: outcome('done', '📦', '✔', 'Collected', 'test results were set aside; nothing was sent', 0),
  audited: outcome('done', '📋', '✔', 'Audited', 'an audit found nothing that fails it', 0),
  'not-applicable': outcome('soft', '⚪', '–', 'Not applicable', 'nothing landed that an audit could judge', 0),
  planned: outcome('done', '📋', '✔', 'Planned', 'an audit said what it would ask', 0),
  usage: outcome('bad', '🛑', '✘', 'Wrong usage', 'an input or option is wrong or missing; nothing was sent', 64),
  interrupted: outcome('bad', '🛑', '✘', 'Interrupted', 'the job was cancelled; the message says what was sent', 130),
};

function outcome(tone: Tone, icon: string, mark: string, word: string, means: string, exitCode: number): Outcome {
  return { tone, icon, mark, word, means, exitCode };
}

/** The exit code follows from it. */
export function stopEndingOf(error: unknown): StopEnding {
  if (error instanceof UsageError) return 'usage';
  if (error instanceof TransportError && error.code === 'interrupted') return 'interrupted';
  return error instanceof EvidenceError ? 'unusable' : 'unknown';
}
