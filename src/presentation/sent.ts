import type { StopEnding } from '../errors/index.ts';
import type { ArtifactQuestion, Question, Sending, TrailQuestion } from '../gate/index.ts';

export function questionWords(question: Question): string {
  switch (question.subject) {
    case 'trail':
      return `trail ${question.trail} of flow ${question.flow}`;
    case 'artifact':
      return `artifact ${question.fingerprint} of flow ${question.flow}${approvalWords(question.approvedFor)}`;
    case 'commit':
      return `commit ${question.commit} of ${question.flow === undefined ? 'all flows' : `flow ${question.flow}`}`;
  }
}

function approvalWords(approvedFor: string | null | undefined): string {
  if (approvedFor === undefined) return '';
  return approvedFor === null ? ', and its approval' : `, and its approval for ${approvedFor}`;
}

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

/** Follows the name of the attestation. */
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

export function recordedWords(name: string, dryRun: boolean): string {
  return dryRun ? 'Dry run: nothing was sent' : `${name} is recorded; whether the trail is compliant was not asked`;
}

/** It is not a verdict, because no trail was asked. */
export function objectionWords(name: string, objection: string, dryRun: boolean): string {
  const [says, will] = dryRun ? ['would say', 'would'] : ['says', 'will'];
  return `${name} ${says} no: ${objection}. Nothing is decided here; a gate ${will} not let this trail pass`;
}

export interface ReportedFacts {
  readonly resource: 'trail' | 'artifact' | 'attestation' | 'approval';
  readonly name: string;
  readonly change: string;
  readonly question: TrailQuestion | ArtifactQuestion;
  /** Why the record says no; absent where it does not, or where that is not known. */
  readonly objection?: string;
  readonly dryRun: boolean;
}

export function reportedWords(facts: ReportedFacts): string {
  const { what, where } = reportedParts(facts);
  return `${what} ${where}`;
}

export function reportedParts({ change, dryRun, name, question, resource }: ReportedFacts): Readonly<Record<'what' | 'where', string>> {
  const where = resource === 'trail' ? `on flow ${question.flow}` : `${resource === 'approval' ? 'for' : 'on'} ${questionWords(question)}`;
  // Some services do not give the number of an approval.
  const what = name === '' ? resource : `${resource} ${name}`;
  return { what: dryRun ? `Dry run: nothing was sent; ${what} would be ${change}` : `${what} is ${change}`, where };
}

export interface StoppedFacts {
  readonly ending: StopEnding;
  readonly message: string;
  readonly fix: string | undefined;
  /** Each has its own fix; `fix` lists them all. */
  readonly complaints: readonly { readonly code: string; readonly message: string; readonly fix: string | undefined }[];
  readonly sent: Sent;
}

/** `given`: the shell user's word for inputs or options. */
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

export interface PublishedFacts {
  readonly flow: string;
  readonly trail: string;
  readonly name: string;
  /** Absent where the record says yes. */
  readonly objection?: string;
  readonly outcome:
    | { readonly kind: 'recorded' | 'dry-run' }
    | { readonly kind: 'failed'; readonly message: string; readonly mayBeThere: boolean };
}

export function publishedWords({ flow, name, objection, outcome, trail }: PublishedFacts): string {
  const where = `${name} on trail ${trail} of flow ${flow}`;
  const no = objection === undefined ? '' : `, and ${outcome.kind === 'dry-run' ? 'would say' : 'says'} no: ${objection}`;
  switch (outcome.kind) {
    case 'recorded':
      return `The audit is recorded as ${where}${no}`;
    case 'dry-run':
      return `Dry run: nothing was sent; the audit would be recorded as ${where}${no}`;
    case 'failed': {
      const sent = outcome.mayBeThere ? 'may or may not be recorded as it should' : 'was not recorded';
      return `The audit ${sent} as ${where}: ${outcome.message.replace(/\.$/, '')}. Its reports are written`;
    }
  }
}
