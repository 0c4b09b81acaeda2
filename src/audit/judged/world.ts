import type { Approval, Artifact, Deployment, Notification, Release, Tag } from '../facts/shipped.ts';
import type { AcceptedFact, FlowFact, Header, Hole, Query, Untold, WorkflowsFact, ControlTotal, End } from '../facts/line.ts';
import type { Previous } from '../facts/previous.ts';
import type { AuditFile } from '../file/audit-file.ts';

/** All of a collected file but its landings: small enough for memory. */
export interface World {
  readonly header: Header;
  /** The audit's file at the tip of the default branch; null where there is none. */
  readonly file: AuditFile | null;
  /** The people who brought each entry of its `accepted`, by the key of the finding. */
  readonly accepted: ReadonlyMap<string, AcceptedFact>;
  /** Every text of it that was in force at some landing, by its digest; null where it could not be read. */
  readonly files: ReadonlyMap<string, AuditFile | null>;
  readonly workflows: ReadonlyMap<string, WorkflowsFact>;
  readonly flows: ReadonlyMap<string, FlowFact>;
  readonly deployments: readonly Deployment[];
  readonly releases: readonly Release[];
  readonly tags: readonly Tag[];
  readonly artifacts: readonly Artifact[];
  readonly approvals: readonly Approval[];
  readonly notifications: readonly Notification[];
  readonly untold: readonly Untold[];
  readonly holes: readonly Hole[];
  readonly queries: readonly Query[];
  readonly totals: readonly ControlTotal[];
  readonly end: End;
  readonly previous: Previous | null;
}
