import type { AttestationRecord, Trail } from '../contract/index.ts';
import type { EvidenceProblem } from '../errors/index.ts';

export interface TrailQuestion {
  readonly subject: 'trail';
  readonly org: string;
  readonly flow: string;
  readonly trail: string;
  /** 40 lower-case hexadecimal digits; `undefined` when no commit is known. */
  readonly commit: string | undefined;
  /** Runs of other pull requests with the same head do not count for this one. */
  readonly pullRequest?: string | undefined;
}

export interface ArtifactQuestion {
  readonly subject: 'artifact';
  readonly org: string;
  readonly flow: string;
  /** SHA-256, 64 lower-case hexadecimal digits. */
  readonly fingerprint: string;
  /** The tree of the directory that it was taken of; `null` of a file, which has none; `undefined` where it is not at hand. */
  readonly tree?: string | null | undefined;
  /** Whether it must be approved: for an environment, or (`null`) everywhere; `undefined` where it need not. */
  readonly approvedFor: string | null | undefined;
}

export interface CommitQuestion {
  readonly subject: 'commit';
  readonly org: string;
  /** `undefined`: all flows. */
  readonly flow: string | undefined;
  readonly commit: string;
}

export type Question = TrailQuestion | ArtifactQuestion | CommitQuestion;

export interface FaultFacts {
  readonly code: string;
  readonly message: string;
  readonly fix?: string | undefined;
}

export type TrailAnswer =
  /** `flow`: its name of now, where it was asked about by a name that it had before. */
  | { readonly kind: 'trail'; readonly trail: Trail; readonly flow?: string }
  /** The flow is there, the trail is not; `read` trails were looked at where the listing had to be paged. */
  | { readonly kind: 'no-trail'; readonly read?: number }
  /** `said`: the answer, where it is a bare 404 that names no flow: something else may have answered. */
  | { readonly kind: 'no-flow'; readonly said?: string }
  | { readonly kind: 'failed'; readonly fault: FaultFacts };

export type RecordsAnswer =
  /**
   * `records`: those at the commit asked about; where none is asked about, at the commits of the trail's rows.
   * `byId`: records read by their ids: those that the trail's rows carry and the search does not show, because they are of
   * another commit or of none, and those that the search shows without their test counts.
   */
  | { readonly kind: 'records'; readonly records: readonly AttestationRecord[]; readonly byId?: readonly AttestationRecord[] }
  /** The search does not show a record that it should. A search may lag, so it is asked again. */
  | { readonly kind: 'lagging'; readonly fault: FaultFacts }
  | { readonly kind: 'failed'; readonly fault: FaultFacts };

/** Whether another commit, which evidence names, was made of the commit asked about, so that its tests are tests of this one. */
export type MergeAnswer =
  /** The commit of the event, or a merge with two parents of which the second is this commit: GitHub tests that for a pull request. */
  | { readonly kind: 'of-this' }
  /** `fault`: why GitHub, which was asked, did not show the commit. */
  | { readonly kind: 'another'; readonly fault?: FaultFacts }
  | { readonly kind: 'unasked' };

/** How the flow of a trail came to be, and so whether its name may be mistyped. */
export type FlowAnswer =
  /** Made on purpose, or before there was a template that a mistyped name could escape. */
  | { readonly kind: 'meant' }
  /** Evidence alone, when the organization had a template; `others`: the other flows that the token sees. */
  | { readonly kind: 'begun-by-evidence'; readonly others: readonly string[]; readonly unmade?: readonly string[] }
  | { readonly kind: 'untold' }
  | { readonly kind: 'failed'; readonly fault: FaultFacts };

export type Sending =
  /** `id` is the record's, from the answer or read back by its nonce; `evaluated` once the trail's row carries it. */
  | {
      readonly kind: 'accepted';
      readonly id: string | undefined;
      readonly evaluated: boolean;
      /** Hash that the service's log ended with after the record: kept elsewhere, it proves that the log was not shortened. */
      readonly head?: string | undefined;
    }
  /** `unconfirmed`: it may be recorded although it seems to have failed: an answer was lost, or did not say. */
  | { readonly kind: 'failed'; readonly fault: FaultFacts; readonly unconfirmed?: boolean }
  /** `on-unusable: post-nothing`. */
  | { readonly kind: 'withheld' }
  | { readonly kind: 'dry-run' };

export interface OwnEvidence {
  readonly name: string;
  /** Test cases that failed or had an error. */
  readonly failed: number;
  readonly problems: readonly EvidenceProblem[];
  readonly sending: Sending;
}

/** A job records these names already, on other trails of the flow. */
export interface RecordedBefore {
  /** `name` on a trail, `artifact.name` on an artifact. */
  readonly attestations: ReadonlySet<string>;
  readonly artifacts: ReadonlySet<string>;
}

export interface Evidence {
  readonly question: TrailQuestion;
  readonly answer: TrailAnswer;
  /** Only where the flow may be without a template. */
  readonly flow?: FlowAnswer;
  readonly own?: OwnEvidence;
  /** Records at the commit by attestation name, for the names that are on the trail. */
  readonly records: ReadonlyMap<string, RecordsAnswer>;
  /** The names that the newest trails of the flow hold, where something is missing here. */
  readonly before?: RecordedBefore;
  /** The merges of the commits that `commitsNamed` lists, as far as they are known. */
  readonly merges?: ReadonlyMap<string, MergeAnswer>;
}
