import type {
  Approval,
  Artifact,
  AttestationRecord,
  CustomType,
  Environment,
  Flow,
  ListedSnapshot,
  Policy,
  Snapshot,
  SnapshotDiff,
  NotificationRule,
  SearchResult,
  Trail,
} from '../contract/index.ts';
import { approvalColumns, approvalFields } from './approvals.ts';
import { artifactColumns, artifactFields } from './artifacts.ts';
import { attestationColumns, attestationFields } from './attestations.ts';
import type { Column } from './column.ts';
import { environmentColumns, environmentFields } from './environments.ts';
import { flowColumns, flowFields } from './flows.ts';
import { notificationColumns, notificationFields } from './notifications.ts';
import type { WithOverrides } from './overridden.ts';
import { policyColumns, policyFields } from './policies.ts';
import { searchFields } from './search.ts';
import { differenceFields, snapshotColumns, snapshotFields } from './snapshots.ts';
import { trailColumns, trailFields } from './trails.ts';
import { typeColumns, typeFields } from './custom-types.ts';

/** The items in a listing of each resource. */
export interface ListedItems {
  readonly approvals: Approval;
  readonly artifacts: Artifact;
  readonly attestations: AttestationRecord;
  readonly environments: Environment;
  readonly flows: Flow;
  readonly notifications: NotificationRule;
  readonly policies: Policy;
  readonly snapshots: ListedSnapshot;
  readonly trails: Trail;
  readonly types: CustomType;
}

/** The resources that can be shown alone. */
export interface ShownItems {
  readonly approval: Approval;
  readonly artifact: Artifact & WithOverrides;
  readonly attestation: AttestationRecord & WithOverrides;
  readonly 'default organization': { readonly name: string | undefined };
  readonly difference: SnapshotDiff;
  readonly environment: Environment;
  readonly flow: Flow;
  readonly notification: NotificationRule;
  readonly policy: Policy;
  readonly search: SearchResult;
  readonly snapshot: Snapshot;
  readonly trail: Trail & WithOverrides;
  readonly type: CustomType;
}

export const listColumns: { readonly [Resource in keyof ListedItems]: readonly Column<ListedItems[Resource]>[] } = {
  approvals: approvalColumns,
  artifacts: artifactColumns,
  attestations: attestationColumns,
  environments: environmentColumns,
  flows: flowColumns,
  notifications: notificationColumns,
  policies: policyColumns,
  snapshots: snapshotColumns,
  trails: trailColumns,
  types: typeColumns,
};

export const shownFields: { readonly [Resource in keyof ShownItems]: readonly Column<ShownItems[Resource]>[] } = {
  approval: approvalFields,
  artifact: artifactFields,
  attestation: attestationFields,
  'default organization': [{ head: 'Default organization', cell: ({ name }) => name ?? 'none' }],
  difference: differenceFields,
  environment: environmentFields,
  flow: flowFields,
  notification: notificationFields,
  policy: policyFields,
  search: searchFields,
  snapshot: snapshotFields,
  trail: trailFields,
  type: typeFields,
};
