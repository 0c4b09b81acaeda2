import type { JunitAttestation } from '../../contract/index.ts';
import { endings, type Ending, type EvidenceProblem } from '../../errors/index.ts';
import type { ArtifactQuestion, Question, Reason, Sending, TrailQuestion, Verdict } from '../../gate/index.ts';
import type { GitFacts } from '../../git/index.ts';
import type { ClaimedFacts } from '../../github/index.ts';
import type { LetThrough, Sent, StoppedFacts } from '../../presentation/index.ts';
import type { TestResults } from '../../results/index.ts';
import type { Audited } from '../audit/result.ts';
import type { Shown, Viewed } from './view.ts';

interface Ran {
  readonly command: string;
  readonly sent: Sent;
}

export interface RecordedEvidence {
  readonly name: string;
  /** In words; `''` without a leg or artifact. */
  readonly of: string;
  readonly sending: Sending;
  /** The `data_json` that was or would be posted. */
  readonly data: JunitAttestation;
  readonly results: TestResults;
  readonly git: GitFacts | undefined;
  readonly problems: readonly EvidenceProblem[];
  readonly attachment: { readonly name: string; readonly bytes: number } | undefined;
}

/** Also where evidence could not be recorded as it should. */
export interface Judged extends Ran {
  readonly kind: 'judged';
  readonly question: Question;
  readonly verdict: Verdict;
  readonly fails: boolean;
  readonly letThrough: LetThrough | undefined;
  readonly evidence: RecordedEvidence | undefined;
  readonly claimed?: ClaimedFacts<RecordedEvidence>;
  readonly trailUrl: string | undefined;
  readonly dryRun: boolean;
}

/** For people who ask why: nothing fails, and nothing was sent. */
export interface Explained extends Ran {
  readonly kind: 'explained';
  readonly question: Question;
  readonly verdict: Verdict;
  readonly trailUrl: string | undefined;
}

/** No trail was asked. In a dry run it would have been recorded. */
export interface Recorded extends Ran {
  readonly kind: 'recorded';
  readonly question: TrailQuestion;
  readonly evidence: RecordedEvidence;
  /** Why the record says no; absent where it does not. */
  readonly objection?: string | undefined;
  readonly dryRun: boolean;
}

/** Not our own test evidence, but a trail, an artifact, an approval. In a dry run it would have been recorded. */
export interface Reported extends Ran {
  readonly kind: 'reported';
  readonly resource: 'trail' | 'artifact' | 'attestation' | 'approval';
  readonly name: string;
  readonly change: 'begun' | 'updated' | 'reported' | 'recorded' | 'requested';
  readonly question: TrailQuestion | ArtifactQuestion;
  readonly fingerprint?: string;
  readonly id?: string;
  /** Why the record says no; absent where it does not, or where that is not known. */
  readonly objection?: string;
  /** The body that was or would be sent. */
  readonly data: object;
  readonly dryRun: boolean;
}

/** For a run that may record them; nothing was sent. */
export interface CollectedResults extends Ran {
  readonly kind: 'collected';
  readonly name: string;
  /** In words; `''` without a leg. */
  readonly of: string;
  /** A name for the artifact that no other leg has. */
  readonly artifact: string;
  /** Absolute. */
  readonly folder: string;
  readonly results: TestResults;
  /** Why it cannot be evidence: the run that records it will find the same. */
  readonly reasons: readonly Reason[];
}

/** Wrong inputs, an interruption, or a fault of ours. */
export interface Stopped extends StoppedFacts {
  readonly kind: 'stopped';
  /** `internal` for a fault of ours. */
  readonly code: string;
  /** To find the place of a fault of ours. */
  readonly stack: string | undefined;
}

export type ActionResult = Stopped | Judged | Explained | Recorded | Reported | CollectedResults | Audited | Viewed;

/** Plain data for the shells to print. */
export type Result = ActionResult | Shown;

export function endingOf(result: ActionResult): Ending {
  switch (result.kind) {
    case 'judged':
    case 'explained':
      return result.verdict.name;
    case 'recorded':
    case 'reported':
      return result.dryRun ? 'would-record' : 'recorded';
    case 'collected':
      return result.reasons.length > 0 ? 'unusable' : 'collected';
    case 'audited':
    case 'stopped':
    case 'viewed':
      return result.ending;
  }
}

/** With a verdict it is 0 when the job does not fail; a passing verdict that `fail-on` names is 1. */
export function exitCodeOf(result: Result): number {
  switch (result.kind) {
    case 'audited':
      if (result.published?.outcome.kind === 'failed') return endings.unknown.exitCode;
      return result.fails ? endings[endingOf(result)].exitCode || 1 : 0;
    case 'judged':
    case 'viewed':
      return result.fails ? endings[endingOf(result)].exitCode || 1 : 0;
    case 'explained':
      // Every verdict can be explained, but `unknown` means that the question could not be answered.
      return result.verdict.name === 'unknown' ? endings.unknown.exitCode : 0;
    case 'shown':
      return result.ending === undefined ? 0 : endings[result.ending].exitCode;
    case 'collected':
    case 'recorded':
    case 'reported':
    case 'stopped':
      return endings[endingOf(result)].exitCode;
  }
}
