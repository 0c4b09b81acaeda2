import { approvalColumns, approvalFields } from './approvals.ts';
import { artifactColumns, artifactFields } from './artifacts.ts';
import { attestationColumns, attestationFields } from './attestations.ts';
import type { Column } from './column.ts';
import { environmentColumns, environmentFields } from './environments.ts';
import { flowColumns, flowFields } from './flows.ts';
import { notificationColumns, notificationFields } from './notifications.ts';
import type { WithOverrides } from './overrides.ts';
import { policyColumns, policyFields } from './policies.ts';
import { searchFields } from './search.ts';
import { differenceFields, snapshotColumns, snapshotFields } from './snapshots.ts';
import { trailColumns, trailFields } from './trails.ts';
import { typeColumns, typeFields } from './custom-types.ts';

const lists = {
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

const fields = {
  approval: approvalFields,
  artifact: artifactFields,
  attestation: attestationFields,
  'default organization': [{ head: 'Default organization', cell: ({ name }: { readonly name: string | undefined }) => name ?? 'none' }],
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

type ItemsOf<Tables> = { readonly [Resource in keyof Tables]: Tables[Resource] extends readonly Column<infer Item>[] ? Item : never };

export type ListedItems = ItemsOf<typeof lists>;
export type ShownItems = ItemsOf<typeof fields> & Readonly<Record<'artifact' | 'attestation' | 'trail', WithOverrides>>;

type TablesOf<Items> = { readonly [Resource in keyof Items]: readonly Column<Items[Resource]>[] };

export const listColumns: TablesOf<ListedItems> = lists;
export const shownFields: TablesOf<ShownItems> = fields;
