import type { PathParameters, QueryParameters } from '../parameters.gen.ts';
import { approvalOperations } from './approvals.ts';
import { artifactOperations } from './artifacts.ts';
import { assertOperations } from './asserts.ts';
import { attestationOperations } from './attestations.ts';
import { typeOperations } from './custom-types.ts';
import { allowlistOperations, environmentOperations } from './environments.ts';
import { flowOperations } from './flows.ts';
import { notificationOperations } from './notifications.ts';
import type { Operations } from './operation.ts';
import { oidcOperations, organizationOperations } from './organizations.ts';
import { policyOperations } from './policies.ts';
import { recordOperations } from './records.ts';
import { searchOperations } from './search.ts';
import { snapshotOperations } from './snapshots.ts';
import { tagOperations } from './tags.ts';
import { trailOperations } from './trails.ts';

export const operationsByResource = {
  trails: trailOperations,
  attestations: attestationOperations,
  artifacts: artifactOperations,
  notifications: notificationOperations,
  policies: policyOperations,
  search: searchOperations,
  approvals: approvalOperations,
  'custom-types': typeOperations,
  organizations: organizationOperations,
  flows: flowOperations,
  environments: environmentOperations,
  snapshots: snapshotOperations,
  allowlists: allowlistOperations,
  tags: tagOperations,
  asserts: assertOperations,
  records: recordOperations,
  oidc: oidcOperations,
} as const satisfies Record<string, Operations>;

/** One source for service, client and documents: paths and checks without a schema library are generated from it. */
export const operations = {
  ...trailOperations,
  ...attestationOperations,
  ...artifactOperations,
  ...notificationOperations,
  ...policyOperations,
  ...searchOperations,
  ...approvalOperations,
  ...typeOperations,
  ...organizationOperations,
  ...flowOperations,
  ...environmentOperations,
  ...snapshotOperations,
  ...allowlistOperations,
  ...tagOperations,
  ...assertOperations,
  ...recordOperations,
  ...oidcOperations,
} as const;

export type OperationName = keyof typeof operations;

export type ParamsOf<Name extends OperationName> = PathParameters[Name];

/** `undefined` if it has none. */
export type QueryOf<Name extends OperationName> = QueryParameters[Name];
