import type { ComplianceStatus, Template } from '../../contract/index.ts';
import type { Author } from './log/chain.ts';
import type { Principal, Role } from './roles.ts';

/** A template together with the YAML it was read from. */
export interface StoredTemplate {
  readonly template: Template;
  readonly content: string;
}

/** Facts about a flow that clients chose; what is absent was never said. */
export interface FlowDetails {
  readonly description?: string;
  readonly visibility?: 'public' | 'private';
}

export interface Flow extends StoredTemplate {
  readonly id: string;
  readonly name: string;
  readonly details: FlowDetails;
  readonly templateId: string;
  readonly trailCount: number;
  readonly createdAt: number;
  readonly lastModifiedAt: number;
  readonly createdBy: string;
}

/** Facts about a trail that clients chose, as they sent them; what is absent was never said. */
export interface TrailDetails {
  readonly description?: string;
  readonly user_data?: unknown;
  readonly git_commit_info?: unknown;
  readonly external_urls?: unknown;
  readonly origin_url?: string;
}

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
  /** Oldest first. */
  readonly events: readonly Readonly<Record<string, unknown>>[];
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
  readonly artifacts: readonly [];
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
  /** The answer as JSON. */
  readonly reply: string;
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
  readonly data: Readonly<Record<string, unknown>>;
  /** What a trail that does not exist yet is begun with. */
  readonly trail: TrailDetails;
  readonly repoId?: string;
  readonly blob?: ReceivedBlob;
  readonly idempotency?: Idempotency;
}

export type AttestationOutcome =
  | { readonly outcome: 'recorded' }
  | { readonly outcome: 'replayed'; readonly reply: string }
  | { readonly outcome: 'key-reused' }
  | { readonly outcome: 'unknown-artifact' };

export interface NewFlow {
  readonly author: Author;
  readonly name: string;
  readonly details: FlowDetails;
  readonly template?: StoredTemplate;
}

export interface NewTrail {
  readonly author: Author;
  readonly flowName: string;
  readonly name: string;
  /** What is absent leaves the stored value. */
  readonly details: TrailDetails;
  readonly repoId?: string;
  readonly template?: StoredTemplate;
}

/** The fields of a record that every attestation has; what else was sent lies beside them. */
export interface AttestationBody {
  readonly id: string;
  readonly org: string;
  readonly flow: string;
  readonly trail: string;
  readonly attachment?: { readonly filename: string; readonly bytes: number; readonly sha256: string };
  readonly [field: string]: unknown;
}

/** One attestation as it was recorded: `body` is the whole record. */
export interface AttestationRow {
  readonly body: AttestationBody;
  readonly sequence: number;
  readonly hash: string;
}

export interface AttestationFilter {
  readonly flowName?: string;
  readonly name?: string;
  readonly type?: string;
  readonly id?: string;
}

export interface ChainReport {
  readonly records: number;
  /** What is wrong, a sentence each; empty when the chain holds. */
  readonly problems: readonly string[];
}

/** Everything that the service keeps, whatever the engine beneath. */
export interface Store {
  /** What the first read or write that met damaged data said of it; `undefined` while none has. */
  damage(): string | undefined;
  /** The principal of a token by the SHA-256 of it. */
  authenticate(tokenHash: string): Promise<Principal | undefined>;
  /** Makes what is missing of user, organizations and memberships, and keeps the token's hash; `false` when it is another user's. */
  addToken(token: {
    readonly hash: string;
    readonly user: string;
    readonly orgs: readonly string[];
    readonly role: Role;
  }): Promise<boolean>;
  putFlow(flow: NewFlow): Promise<'created' | 'updated'>;
  findFlow(orgId: string, name: string): Promise<Flow | undefined>;
  /** `no-flow` unless the flow exists. */
  putTrail(trail: NewTrail, evaluate: Evaluate): Promise<'created' | 'updated' | 'no-flow'>;
  findTrail(orgId: string, flowName: string, name: string): Promise<TrailRow | undefined>;
  /** How many trails a flow has, or an organization in all its flows; `undefined` when there is no such flow. */
  trailCount(orgId: string, flowName: string | undefined): Promise<number | undefined>;
  /** The trails of a flow, or of all, whose numbers there are in `(after, upTo]`, latest first. */
  trailsByNumber(orgId: string, flowName: string | undefined, after: number, upTo: number): Promise<readonly TrailRow[]>;
  /** Records an attestation, and whatever of its flow and trail does not exist yet. */
  recordAttestation(attestation: NewAttestation, evaluate: Evaluate): Promise<AttestationOutcome>;
  /** Sequences of the attestations about a commit, latest first. */
  attestationsOfCommit(orgId: string, commit: string, filter: AttestationFilter): Promise<readonly number[]>;
  attestationsOfTrail(orgId: string, flowName: string, trailName: string, name: string): Promise<readonly number[]>;
  attestationById(orgId: string, id: string): Promise<AttestationRow | undefined>;
  attestationCount(orgId: string): Promise<number>;
  /** The attestation of that number, which counts an organization's attestations from 1 without a gap. */
  attestationByNumber(orgId: string, number: number): Promise<AttestationRow | undefined>;
  attestationBySequence(orgId: string, sequence: number): Promise<AttestationRow | undefined>;
  /** Whether a blob is part of a record. */
  hasBlob(id: string): Promise<boolean>;
  verifyChain(orgName: string): Promise<ChainReport>;
  close(): Promise<void>;
}
