import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Evidence } from '../evidence/context.ts';
import type { Author } from '../store/chain.ts';

/** What a route asks of its caller: to be in the organization, or to have a role there that may write evidence. */
export type Need = 'read' | 'write';

interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly params: TSchema;
  readonly query?: TSchema;
  readonly reply?: TSchema;
  readonly data?: TSchema;
}

/** One request that is authenticated, permitted, and whose path and query are in the contract. */
export interface Call<Params, Query> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly evidence: Evidence;
  readonly author: Author;
  readonly params: Params;
  readonly query: Query;
}

/** One operation of the interface as the application mounts it. */
export interface Route {
  readonly operation: Operation;
  readonly need: Need;
  readonly handle: (call: Call<unknown, unknown>) => Promise<unknown>;
}

type Of<Schema> = Schema extends TSchema ? Static<Schema> : Readonly<Record<string, never>>;

/** Ties an operation of the contract to what answers it. */
export function route<const Op extends Operation>(
  operation: Op,
  need: Need,
  handle: (call: Call<Of<Op['params']>, Of<Op['query']>>) => Promise<unknown>,
): Route {
  // The application checks path and query against the very schemas that the types come from.
  return { operation, need, handle: (call) => handle(call as Call<Of<Op['params']>, Of<Op['query']>>) };
}
