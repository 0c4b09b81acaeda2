import type { ComplianceStatus } from '../../../contract/index.ts';
import type { Author } from '../log/chain.ts';
import type { Sent } from '../log/header.ts';
import type { StoredTemplate } from './flows.ts';

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

/** What a trail was decided as before a write, and after it; `before` is absent when it is new. */
export interface StateChange {
  readonly trailId: string;
  readonly before: string | undefined;
  readonly after: string;
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
