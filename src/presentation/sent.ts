import type { ArtifactQuestion, Sending, TrailQuestion } from '../gate/index.ts';
import { questionWords } from './questions.ts';

/** The requests that a run has sent, as far as known. */
export type Sent =
  | { readonly kind: 'nothing' }
  /** It is on its way, or no answer came. */
  | { readonly kind: 'on-its-way'; readonly name: string }
  | { readonly kind: 'recorded'; readonly name: string; readonly id: string | undefined };

export function sentWords(sent: Sent): string {
  switch (sent.kind) {
    case 'nothing':
      return 'Nothing was sent';
    case 'on-its-way':
      return `${sent.name} was on its way: it may or may not be recorded. Running this again is safe: the latest record of a name decides`;
    case 'recorded':
      return `${sent.name} was recorded${sent.id === undefined ? '' : ` as ${sent.id}`}; the trail was not judged`;
  }
}

/** The fate of the evidence of a finished run; follows the name of the attestation. */
export function sendingWords(sending: Sending, isUsable: boolean): string {
  switch (sending.kind) {
    case 'accepted':
      return isUsable ? 'is recorded' : 'is recorded as failed, so that an older green record does not count';
    case 'failed':
      return sending.unconfirmed === true ? 'may or may not be recorded' : 'was not recorded';
    case 'withheld':
      return 'was not sent, as on-unusable says';
    case 'dry-run':
      return 'was not sent (dry run)';
  }
}

/** The result of a command that only records. */
export function recordedWords(name: string, dryRun: boolean): string {
  return dryRun ? 'Dry run: nothing was sent' : `${name} is recorded; whether the trail is compliant was not asked`;
}

/** Says that a record says no; it is not a verdict, because no trail was asked. */
export function objectionWords(name: string, objection: string, dryRun: boolean): string {
  const [says, will] = dryRun ? ['would say', 'would'] : ['says', 'will'];
  return `${name} ${says} no: ${objection}. Nothing is decided here; a gate ${will} not let this trail pass`;
}

export interface ReportedFacts {
  readonly resource: 'trail' | 'artifact' | 'attestation' | 'approval';
  readonly name: string;
  readonly change: string;
  readonly question: TrailQuestion | ArtifactQuestion;
  /** Why evidence says no. */
  readonly objection?: string;
  readonly dryRun: boolean;
}

/** The result of a command that reports something other than test results. */
export function reportedWords(facts: ReportedFacts): string {
  const { what, where } = reportedParts(facts);
  return `${what} ${where}`;
}

/** The same in two parts: its fate, and where it belongs. */
export function reportedParts({ change, dryRun, name, question, resource }: ReportedFacts): Readonly<Record<'what' | 'where', string>> {
  const where = resource === 'trail' ? `on flow ${question.flow}` : `${resource === 'approval' ? 'for' : 'on'} ${questionWords(question)}`;
  // Some services do not tell the number of an approval.
  const what = name === '' ? resource : `${resource} ${name}`;
  return { what: dryRun ? `Dry run: nothing was sent; ${what} would be ${change}` : `${what} is ${change}`, where };
}
