import type { ArtifactFacts, Judgement, Policy } from '../../../compliance/index.ts';
import type { ComplianceStatus, Template } from '../../../contract/index.ts';
import type { ArtifactOnTrail } from './artifacts.ts';
import type { StoredTemplate } from './flows.ts';
import type { Author } from '../log/chain.ts';
import type { RecordedAttestation } from '../kinds/attestations.ts';
import type { Sent } from '../log/header.ts';
import type { Role } from './roles.ts';

/** Facts about a trail that clients chose, as they sent them; what is absent was never said. */
export interface TrailDetails {
  readonly description?: string;
  readonly user_data?: unknown;
  readonly git_commit_info?: unknown;
  readonly external_urls?: unknown;
  readonly origin_url?: string;
}

/** A trail as it is kept, but for its events: there may be any number of these. */
export interface TrailRow extends StoredTemplate {
  readonly id: string;
  readonly flowId: string;
  readonly flowName: string;
  /** Counts the trails of its flow from 1, without a gap. */
  readonly number: number;
  readonly name: string;
  readonly details: TrailDetails;
  readonly repoIds: readonly string[];
  readonly compliance: ComplianceStatus & { readonly is_compliant: boolean };
  readonly createdAt: number;
  readonly lastModifiedAt: number;
  readonly createdBy: string;
  /** Where the last record that says something of the trail is in the log. */
  readonly lastSequence: number;
}

/** What the list of events of a trail shows of one record. */
export interface TrailEvent {
  readonly trailId: string;
  readonly sequence: number;
  readonly event: Readonly<Record<string, unknown>>;
}

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

/** What a decision of a trail is made from. */
export interface TrailFacts {
  readonly template: Template;
  readonly templateId: string;
  readonly attestations: readonly LatestRecord[];
  readonly artifacts: readonly ArtifactOnTrail[];
  readonly now: number;
}

/** The rule that decides a trail. */
export type Evaluate = (facts: TrailFacts) => ComplianceStatus & { readonly is_compliant: boolean };

/** The rule that decides the artifacts that another one took the name of on the trail: their states by their ids. */
export type EvaluateReplaced = (facts: TrailFacts) => ReadonlyMap<string, string>;

/** The rule that says whether an artifact may run where policies are attached. */
export type Judge = (policies: readonly Policy[], artifact: ArtifactFacts) => Judgement;

/** What two templates ask for together. */
export type Together = (one: Template, other: Template) => Template;

/** What the store decides by: pure functions, so that they can run inside the transaction of the write. */
export interface Judges {
  readonly together: Together;
  readonly evaluate: Evaluate;
  readonly evaluateReplaced: EvaluateReplaced;
  readonly judge: Judge;
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

/** What a trail was decided as before a write, and after it; `before` is absent when it is new. */
export interface StateChange {
  readonly trailId: string;
  readonly before: string | undefined;
  readonly after: string;
}

export interface NewToken {
  readonly hash: string;
  readonly user: string;
  readonly orgs: readonly string[];
  readonly role: Role;
}

export type TokenOutcome =
  | { readonly outcome: 'added' }
  /** It was there, the same in all. */
  | { readonly outcome: 'there' }
  | { readonly outcome: 'other-user' }
  /** `grants` are those that it has: the role by the organization's name. */
  | { readonly outcome: 'other-grants'; readonly grants: ReadonlyMap<string, string> };

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

export interface ReportedArtifact {
  readonly id: string;
  readonly isNew: boolean;
  /** `undefined` where it is on no trail. */
  readonly change: StateChange | undefined;
}

export interface NewTrail {
  readonly author: Author;
  readonly flowName: string;
  readonly name: string;
  /** The fields as the client sent them; what is absent leaves the stored value. */
  readonly data: Sent;
  readonly repoId?: string;
  readonly template?: StoredTemplate;
}

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
