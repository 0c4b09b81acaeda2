import { attestationRecorded, type RecordedAttestation } from '../kinds/attestations.ts';
import type { Author } from '../log/chain.ts';
import type { Sent } from '../log/header.ts';
import { column, jsonOf, nullable, number, reader, text } from '../sql/row.ts';
import type { StateChange } from './trails.ts';

/** A file received and on the disk, not yet part of any record. */
export type ReceivedBlob = NonNullable<RecordedAttestation['attachment']>;

/** The key that a client may repeat after a lost answer. */
export interface Idempotency {
  readonly key: string;
  /** SHA-256 of everything that makes up the request. */
  readonly requestHash: string;
}

/** The verdict on evidence. */
export interface Evaluated {
  /** `junit`, `generic`, …, `custom:<name>`. */
  readonly type: string;
  readonly compliant: boolean;
  /** The version whose rules evaluated it; for custom types only. */
  readonly typeVersion?: number;
}

export interface NewAttestation extends Evaluated {
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
  /** The details of its trail if the trail does not exist yet. */
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

/** Says whether evidence that is on its trail, or required there, complies. Its own type is `override`. */
export interface NewOverride extends NewAttestation {
  readonly originalType: string;
}

export type OverrideOutcome =
  | AttestationOutcome
  | { readonly outcome: 'nothing-to-override' }
  /** The evidence has this type, and the override named another. */
  | { readonly outcome: 'other-type'; readonly type: string };

/** One attestation as it was recorded. */
export const attestationFields = reader({
  /** The current name of its flow; its record has the name at that time. */
  flowName: text,
  record: column('body', jsonOf(attestationRecorded.check)),
  sequence: number,
  hash: text,
});
export type AttestationRow = ReturnType<typeof attestationFields>;

/** The filter of a search for attestations: each must match all given fields. */
export interface AttestationFilter {
  readonly flowName?: string;
  readonly name?: string;
  readonly type?: string;
  readonly id?: string;
  /** The beginning of its id. */
  readonly prefix?: string;
}

/** The scope of a search for attestations: any of up to 1,000 commits, a trail, or the whole organization. */
export interface AttestationSearch extends AttestationFilter {
  readonly commits?: readonly string[];
  readonly trail?: { readonly flowName: string; readonly name: string };
  /** Only attestations with a lower number: a page begins below the number that the previous one ended with. */
  readonly before?: number;
}

/** The filter of a list of a flow's attestations: between two moments in Unix seconds, both included. */
export interface FlowSearch {
  readonly flowName: string;
  readonly from?: number;
  readonly to?: number;
}

/** An attestation without its record: its number in its organization, the place of the record in the log, and its approximate size. */
export const attestationEntry = reader({ number, sequence: number, commit: column('commit_sha', nullable(text)), bytes: number });
export type AttestationEntry = ReturnType<typeof attestationEntry>;

/** The place of a record in the log, and its approximate size. */
export const recordEntry = reader({ sequence: number, bytes: number });
export type RecordEntry = ReturnType<typeof recordEntry>;

/** An attestation on a trail, without its record. */
export const placeOnTrail = reader({ id: text, name: text, sequence: number, commit: column('commit_sha', nullable(text)), bytes: number });
export type PlaceOnTrail = ReturnType<typeof placeOnTrail>;
