import type { Static, TSchema } from 'typebox';
import { attestationOperations } from './attestations.ts';
import { flowOperations } from './flows.ts';
import { trailOperations } from './trails.ts';

/** The table of operations. One source for service, client and documents: paths and checks without a schema library are generated from it. */
export const operations = { ...trailOperations, ...attestationOperations, ...flowOperations } as const;

export type OperationName = keyof typeof operations;

/** What an operation takes in its path. */
export type ParamsOf<Name extends OperationName> = Readonly<Static<(typeof operations)[Name]['params']>>;

/** What an operation takes in its query; `undefined` where it takes none. */
export type QueryOf<Name extends OperationName> = (typeof operations)[Name] extends { readonly query: infer Query extends TSchema }
  ? Readonly<Static<Query>>
  : undefined;
