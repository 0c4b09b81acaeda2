import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';
import type { Evidence } from '../evidence/context.ts';
import type { Author } from '../store/log/chain.ts';
import type { Permission, Principal } from '../store/roles.ts';
import { checked, checkedQuery } from './check.ts';

/** One request of somebody who may make it. */
interface Permitted {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly evidence: Evidence;
}

export interface InOrganization extends Permitted {
  readonly author: Author;
}

export interface OfUser extends Permitted {
  readonly principal: Principal;
}

/** A call in an organization, once its path and query are in the contract. */
export interface Call<Params, Query = unknown> extends InOrganization {
  readonly params: Params;
  readonly query: Query;
}

interface Operation<Params extends TSchema> {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly params: Params;
  /** What comes back; for the interface's description. */
  readonly reply?: TSchema;
  /** The JSON of the form or of the body; for the interface's description. */
  readonly data?: TSchema;
  readonly body?: 'multipart' | 'json';
  /** The part of the form that is a file; for the interface's description. */
  readonly file?: string;
}

interface Mounted {
  readonly operation: Operation<TSchema> & { readonly query: TSchema };
}

/** In the organization that the path names, for those whose role there permits what it needs. */
export interface OrganizationRoute extends Mounted {
  readonly scope: 'organization';
  readonly need: Permission;
  readonly handle: (call: InOrganization) => Promise<unknown>;
}

/** Outside of any organization, for whoever has a token. */
export interface UserRoute extends Mounted {
  readonly scope: 'user';
  readonly handle: (call: OfUser) => Promise<unknown>;
}

/** One operation of the interface as the application mounts it. */
export type Route = OrganizationRoute | UserRoute;

const noQuery = Type.Object({});

/** Ties an operation of the contract that takes no query to what answers it. */
export function route<Params extends TSchema>(
  operation: Operation<Params>,
  need: Permission,
  handle: (call: Call<Static<Params>>) => Promise<unknown>,
): Route {
  return queryRoute({ ...operation, query: noQuery }, need, handle);
}

/** Ties an operation of the contract that takes a query to what answers it. */
export function queryRoute<Params extends TSchema, Query extends TSchema>(
  operation: Operation<Params> & { readonly query: Query },
  need: Permission,
  handle: (call: Call<Static<Params>, Static<Query>>) => Promise<unknown>,
): Route {
  return {
    scope: 'organization',
    operation,
    need,
    handle: async (call) => {
      const params = checked(operation.params, call.request.params, 'path');
      const query = checkedQuery(operation.query, call.request.query);
      return await handle({ ...call, params, query });
    },
  };
}

/** Ties an operation that is in no organization to what answers it. */
export function userRoute<Params extends TSchema>(
  operation: Operation<Params>,
  handle: (call: OfUser & { readonly params: Static<Params> }) => Promise<unknown>,
): Route {
  return {
    scope: 'user',
    operation: { ...operation, query: noQuery },
    handle: async (call) => {
      const params = checked(operation.params, call.request.params, 'path');
      checkedQuery(noQuery, call.request.query);
      return await handle({ ...call, params });
    },
  };
}
