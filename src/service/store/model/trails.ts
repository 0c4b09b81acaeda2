import type { ComplianceStatus } from '../../../contract/index.ts';
import type { Author } from '../log/chain.ts';
import type { Sent } from '../log/header.ts';
import type { StoredTemplate } from './flows.ts';

/** Facts about a trail that clients chose, as they sent them; an absent fact was never given. */
export interface TrailDetails {
  readonly description?: string;
  readonly user_data?: unknown;
  readonly git_commit_info?: unknown;
  readonly external_urls?: unknown;
  readonly origin_url?: string;
}

/** A trail as it is kept, without its events: there may be any number of these. */
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
  /** The place of the last record about the trail in the log. */
  readonly lastSequence: number;
}

/** The fields of one record in the list of events of a trail. */
export interface TrailEvent {
  readonly trailId: string;
  readonly sequence: number;
  readonly event: Readonly<Record<string, unknown>>;
}

/** The state of a trail before a write, and after it; `before` is absent if the trail is new. */
export interface StateChange {
  readonly trailId: string;
  readonly before: string | undefined;
  readonly after: string;
}

export interface NewTrail {
  readonly author: Author;
  readonly flowName: string;
  readonly name: string;
  /** The fields as the client sent them; an absent field leaves the stored value. */
  readonly data: Sent;
  readonly repoId?: string;
  readonly template?: StoredTemplate;
}
