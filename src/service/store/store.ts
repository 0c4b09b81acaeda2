import type { ComplianceStatus, Template } from '../../contract/index.ts';
import type { ArtifactFilter, ArtifactOnTrail, ArtifactRow, NewArtifact } from './artifacts.ts';
import type { Flow, NewFlow, StoredTemplate } from './flows.ts';
import type { Author } from './log/chain.ts';
import type { RecordedAttestation, Sent } from './log/record.ts';
import type { Principal, Role } from './roles.ts';

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
  readonly sequence: number;
}

/** The rule that decides a trail; a pure function, so that it can run inside the transaction of the write. */
export type Evaluate = (facts: {
  readonly template: Template;
  readonly templateId: string;
  readonly attestations: readonly LatestRecord[];
  readonly artifacts: readonly ArtifactOnTrail[];
  readonly now: number;
}) => ComplianceStatus & { readonly is_compliant: boolean };

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

export interface NewAttestation {
  readonly author: Author;
  readonly flowName: string;
  readonly trailName: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly compliant: boolean;
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
}

/** Which attestations are looked for: those about any of up to 1,000 commits, of a trail, or of the whole organization. */
export interface AttestationSearch extends AttestationFilter {
  readonly commits?: readonly string[];
  readonly trail?: { readonly flowName: string; readonly name: string };
  /** Only those with a number below this one: what a page ended with is where the next one begins. */
  readonly before?: number;
}

/** Where an attestation is: its number among the attestations of its organization, and its place in the log. */
export interface Place {
  readonly number: number;
  readonly sequence: number;
  readonly commit: string | undefined;
  /** About how large the record is. */
  readonly bytes: number;
}

/** Everything that the service keeps, whatever the engine beneath. */
export interface Store {
  /** What the first read or write that met damaged data said of it; `undefined` while none has. */
  damage(): string | undefined;
  /** The principal of a token by the SHA-256 of it. */
  authenticate(tokenHash: string): Promise<Principal | undefined>;
  /** Makes what is missing of user, organizations and memberships, and keeps the token's hash; `false` when it is another user's. */
  addToken(token: NewToken): Promise<boolean>;
  setDefaultOrganization(author: Author): Promise<void>;
  /** The name of a user's default organization; `undefined` where none was set. */
  defaultOrganization(userId: string): Promise<string | undefined>;
  putFlow(flow: NewFlow): Promise<'created' | 'updated'>;
  findFlow(orgId: string, name: string): Promise<Flow | undefined>;
  /** Up to `limit` names of flows behind `after`, in the order of their bytes. */
  flowNames(orgId: string, after: string, limit: number): Promise<readonly string[]>;
  /** The flows of those names that there are, by name; at most a thousand names. */
  flowsNamed(orgId: string, names: readonly string[]): Promise<readonly Flow[]>;
  /** `no-flow` unless the flow exists. */
  putTrail(trail: NewTrail, evaluate: Evaluate): Promise<'created' | 'updated' | 'no-flow'>;
  findTrail(orgId: string, flowName: string, name: string): Promise<TrailRow | undefined>;
  /** How many trails a flow has, or an organization in all its flows; `undefined` when there is no such flow. */
  trailCount(orgId: string, flowName: string | undefined): Promise<number | undefined>;
  /** The trails of a flow, or of all, whose numbers there are in `(after, upTo]`, latest first. */
  trailsByNumber(orgId: string, flowName: string | undefined, after: number, upTo: number): Promise<readonly TrailRow[]>;
  /** About how many bytes each of those trails is, with up to `mostEvents` of its events. */
  trailSizes(
    orgId: string,
    flowName: string | undefined,
    after: number,
    upTo: number,
  ): Promise<readonly { readonly number: number; readonly bytes: number }[]>;
  /** The first `mostEvents` events of some trails, together, that come after a place in the log: by trail, oldest first. */
  eventsOfTrails(orgId: string, trailIds: readonly string[], after: number): Promise<readonly TrailEvent[]>;
  /** Records a report of an artifact, and whatever of its flow and trail does not exist yet. */
  reportArtifact(artifact: NewArtifact, evaluate: Evaluate): Promise<ReportedArtifact>;
  /** The numbers of up to `limit` artifacts behind the first `skip`, the latest first. */
  artifactNumbers(orgId: string, filter: ArtifactFilter, skip: number, limit: number): Promise<readonly number[]>;
  /** The artifacts of those numbers that there are, in that order; at most a thousand. */
  artifactsNumbered(orgId: string, numbers: readonly number[]): Promise<readonly ArtifactRow[]>;
  /** Every SHA that begins so, up to `limit` of each kind. */
  shasBeginning(
    orgId: string,
    prefix: string,
    limit: number,
  ): Promise<{ readonly commits: readonly string[]; readonly fingerprints: readonly string[] }>;
  artifactsOfShas(orgId: string, commits: readonly string[], fingerprints: readonly string[], limit: number): Promise<readonly number[]>;
  /** Records an attestation, and whatever of its flow and trail does not exist yet. */
  recordAttestation(attestation: NewAttestation, evaluate: Evaluate): Promise<AttestationOutcome>;
  /** Where up to `limit` attestations are, latest first; by commit, when commits are looked for. */
  findAttestations(orgId: string, search: AttestationSearch, limit: number): Promise<readonly Place[]>;
  /** The attestations at some places in the log, in that order; what is no attestation is left out. */
  attestationsAt(orgId: string, sequences: readonly number[]): Promise<readonly AttestationRow[]>;
  attestationById(orgId: string, id: string): Promise<AttestationRow | undefined>;
  attestationCount(orgId: string): Promise<number>;
  /** Whether a blob is part of a record. */
  hasBlob(id: string): Promise<boolean>;
  close(): Promise<void>;
}
