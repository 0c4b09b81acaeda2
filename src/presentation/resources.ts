import type {
  Approval,
  Artifact,
  AttestationRecord,
  CustomType,
  Flow,
  NotificationRule,
  Policy,
  SearchResult,
  Trail,
} from '../contract/index.ts';
import { approvalColumns, approvalFields } from './approvals.ts';
import { artifactColumns, artifactFields } from './artifacts.ts';
import { attestationColumns, attestationFields } from './attestations.ts';
import type { Column } from './column.ts';
import { flowColumns, flowFields } from './flows.ts';
import { notificationColumns, notificationFields } from './notifications.ts';
import { policyColumns, policyFields } from './policies.ts';
import { searchFields } from './search.ts';
import { trailColumns, trailFields } from './trails.ts';
import { typeColumns, typeFields } from './types.ts';

/** What a listing of each resource holds. */
export interface ListedItems {
  readonly approvals: Approval;
  readonly artifacts: Artifact;
  readonly attestations: AttestationRecord;
  readonly flows: Flow;
  readonly notifications: NotificationRule;
  readonly policies: Policy;
  readonly trails: Trail;
  readonly types: CustomType;
}

/** What is shown alone. */
export interface ShownItems {
  readonly approval: Approval;
  readonly artifact: Artifact;
  readonly attestation: AttestationRecord;
  readonly 'default organization': { readonly name: string | undefined };
  readonly flow: Flow;
  readonly notification: NotificationRule;
  readonly policy: Policy;
  readonly search: SearchResult;
  readonly trail: Trail;
  readonly type: CustomType;
}

/** What people see of each in a list. */
export const listColumns: { readonly [Resource in keyof ListedItems]: readonly Column<ListedItems[Resource]>[] } = {
  approvals: approvalColumns,
  artifacts: artifactColumns,
  attestations: attestationColumns,
  flows: flowColumns,
  notifications: notificationColumns,
  policies: policyColumns,
  trails: trailColumns,
  types: typeColumns,
};

/** What people see of each alone, line by line. */
export const shownFields: { readonly [Resource in keyof ShownItems]: readonly Column<ShownItems[Resource]>[] } = {
  approval: approvalFields,
  artifact: artifactFields,
  attestation: attestationFields,
  'default organization': [{ head: 'Default organization', cell: ({ name }) => name ?? 'none' }],
  flow: flowFields,
  notification: notificationFields,
  policy: policyFields,
  search: searchFields,
  trail: trailFields,
  type: typeFields,
};
