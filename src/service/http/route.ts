import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';
import type { Evidence } from '../evidence/context.ts';
import type { Author } from '../store/log/chain.ts';
import { checked, checkedQuery } from './check.ts';

/** What a route asks of its caller: to be in the organization, or to have a role there that may write evidence. */
export type Need = 'read' | 'write';

/** One request of somebody who may make it. */
export interface Permitted {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly evidence: Evidence;
  readonly author: Author;
}

/** The same, once its path and query are in the contract. */
export interface Call<Params, Query = unknown> extends Permitted {
  readonly params: Params;
  readonly query: Query;
}

interface Operation<Params extends TSchema> {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly params: Params;
  /** What comes back; for the interface's description. */
  readonly reply?: TSchema;
  /** The JSON of the form; for the interface's description. */
  readonly data?: TSchema;
}

/** One operation of the interface as the application mounts it. */
export interface Route {
  readonly operation: Operation<TSchema> & { readonly query: TSchema };
  readonly need: Need;
  readonly handle: (call: Permitted) => Promise<unknown>;
}

const noQuery = Type.Object({});

/** Ties an operation of the contract that takes no query to what answers it. */
export function route<Params extends TSchema>(
  operation: Operation<Params>,
  need: Need,
  handle: (call: Call<Static<Params>>) => Promise<unknown>,
): Route {
  return queryRoute({ ...operation, query: noQuery }, need, handle);
}

/** Ties an operation of the contract that takes a query to what answers it. */
export function queryRoute<Params extends TSchema, Query extends TSchema>(
  operation: Operation<Params> & { readonly query: Query },
  need: Need,
  handle: (call: Call<Static<Params>, Static<Query>>) => Promise<unknown>,
): Route {
  return {
    operation,
    need,
    handle: async (call) => {
      const params = checked(operation.params, call.request.params, 'path');
      const query = checkedQuery(operation.query, call.request.query);
      return await handle({ ...call, params, query });
    },
  };
}
