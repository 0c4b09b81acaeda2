import type { RecordedAttestation } from '../kinds/attestations.ts';
import type { Author } from '../log/chain.ts';
import type { Sent } from '../log/header.ts';
import type { StateChange } from './trails.ts';

/** The latest record of a name on a subject, as a decision reads it. */
export interface LatestRecord {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly compliant: boolean;
  readonly fingerprint?: string;
  readonly target?: string;
  readonly commit?: string;
  /** Of an override, what it overrides. */
  readonly overridden?: Overridden;
  readonly sequence: number;
}

/** The record that an override overrides, and the type that it had. Where none was made, `id` is that of the override itself. */
export interface Overridden {
  readonly id: string;
  readonly type: string;
}

/** A file received and on the disk, not yet part of any record. */
export interface ReceivedBlob {
  readonly id: string;
  readonly filename: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a client may say again after a lost answer. */
export interface Idempotency {
  readonly key: string;
  /** SHA-256 of everything that makes the request what it is. */
  readonly requestHash: string;
}

/** What is said of evidence once it was judged. */
export interface Judged {
  /** `junit`, `generic`, …, `custom:<name>`. */
  readonly type: string;
  readonly compliant: boolean;
  /** Of a custom type, the version whose rules judged it. */
  readonly typeVersion?: number;
}

export interface NewAttestation extends Judged {
  readonly author: Author;
  readonly flowName: string;
  readonly trailName: string;
  readonly id: string;
  readonly name: string;
  readonly commit?: string;
  readonly fingerprint?: string;
  readonly targets: readonly string[];
  /** The fields as the client sent them; they become part of the record. */
  readonly data: Sent;
  /** What a trail that does not exist yet is begun with. */
  readonly trail: Sent;
  readonly repoId?: string;
  readonly blob?: ReceivedBlob;
  readonly idempotency?: Idempotency;
}

export type AttestationOutcome =
  /** `head` is the hash that the log ended with after this record. */
  | { readonly outcome: 'recorded'; readonly id: string; readonly head: string; readonly change: StateChange }
  | { readonly outcome: 'replayed'; readonly id: string; readonly head: string }
  | { readonly outcome: 'key-reused' }
  | { readonly outcome: 'unknown-artifact' };

/** Says of evidence that is on its trail, or required there, whether it complies. Its own type is `override`. */
export interface NewOverride extends NewAttestation {
  readonly originalType: string;
}

export type OverrideOutcome =
  | AttestationOutcome
  | { readonly outcome: 'nothing-to-override' }
  /** The evidence is of this type, and the override said another. */
  | { readonly outcome: 'other-type'; readonly type: string };

/** One attestation as it was recorded. */
export interface AttestationRow {
  /** What its flow is called now; its record has the name of then. */
  readonly flowName: string;
  readonly record: RecordedAttestation;
  readonly sequence: number;
  readonly hash: string;
}

/** What narrows a search for attestations: all that is named must be so. */
export interface AttestationFilter {
  readonly flowName?: string;
  readonly name?: string;
  readonly type?: string;
  readonly id?: string;
  /** What its id begins with. */
  readonly prefix?: string;
}

/** Which attestations are looked for: those about any of up to 1,000 commits, of a trail, or of the whole organization. */
export interface AttestationSearch extends AttestationFilter {
  readonly commits?: readonly string[];
  readonly trail?: { readonly flowName: string; readonly name: string };
  /** Only those with a number below this one: what a page ended with is where the next one begins. */
  readonly before?: number;
}

/** Which attestations of a flow are listed: between two moments in Unix seconds, both included. */
export interface FlowSearch {
  readonly flowName: string;
  readonly from?: number;
  readonly to?: number;
}

/** Where an attestation is: its number among the attestations of its organization, and its place in the log. */
export interface Place {
  readonly number: number;
  readonly sequence: number;
  readonly commit: string | undefined;
  /** About how large the record is. */
  readonly bytes: number;
}
