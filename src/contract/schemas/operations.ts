import type { Static, TSchema } from 'typebox';
import type { PathParameters, QueryParameters } from '../parameters.gen.ts';
import { jobRuleOperations, memberOperations, operatorOperations, tokenOperations } from './administration.ts';
import { approvalOperations } from './approvals.ts';
import { artifactOperations } from './artifacts.ts';
import { assertOperations } from './asserts.ts';
import { attestationOperations } from './attestations.ts';
import { typeOperations } from './custom-types.ts';
import { allowlistOperations, environmentOperations } from './environments.ts';
import type { AsSent } from './fields.ts';
import { flowOperations, tagOperations } from './flows.ts';
import { notificationOperations } from './notifications.ts';
import type { Operations } from './operation.ts';
import { oidcOperations, organizationOperations, recordOperations } from './organizations.ts';
import { policyOperations } from './policies.ts';
import { searchOperations } from './search.ts';
import { snapshotOperations } from './snapshots.ts';
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
  oidc: { ...oidcOperations, ...jobRuleOperations },
  tokens: tokenOperations,
  members: memberOperations,
  operator: operatorOperations,
} as const satisfies Record<string, Operations>;

type Tables = (typeof operationsByResource)[keyof typeof operationsByResource];
type All<Table> = (Table extends object ? (table: Table) => void : never) extends (table: infer Every) => void ? Every : never;

/** One source for service, client and documents: paths and checks without a schema library are generated from it. */
export const operations = joined(operationsByResource);

function joined(tables: typeof operationsByResource): All<Tables>;
function joined(tables: Readonly<Record<string, Operations>>): Operations {
  return Object.assign({}, ...Object.values(tables));
}

export type OperationName = keyof typeof operations;

export type ParamsOf<Name extends OperationName> = PathParameters[Name];

/** `undefined` if it has none. */
export type QueryOf<Name extends OperationName> = QueryParameters[Name];

/** All that a client gives to an operation that changes something: its JSON, and the text of its file, if it takes them. */
export type Taken<Name extends OperationName> = (typeof operations)[Name] extends {
  readonly data: infer Data extends TSchema;
  readonly file: string;
}
  ? [data: AsSent<Static<Data>>, text: string | undefined]
  : (typeof operations)[Name] extends { readonly data: infer Data extends TSchema }
    ? [data: AsSent<Static<Data>>]
    : [];

export interface ParameterForm {
  readonly in: 'path' | 'query';
  readonly kind: 'string' | 'integer' | 'boolean' | 'choice';
  readonly required?: true;
  readonly several?: true;
  readonly choices?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Its organization is given separately. */
export interface ReadingOperation {
  readonly operation: OperationName;
  /** Its path. */
  readonly at: string;
  readonly parameters: Readonly<Record<string, ParameterForm>>;
}
