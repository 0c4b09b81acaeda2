import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';
import type { Operation } from '../../contract/index.ts';
import type { Evidence } from '../evidence/context.ts';
import type { Author } from '../store/log/chain.ts';
import type { Permission, Principal, Role } from '../store/model/roles.ts';
import { checked, checkedQuery } from './check.ts';

/** A request that its caller may make. */
interface Permitted {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly evidence: Evidence;
}

export interface InOrganization extends Permitted {
  readonly author: Author;
  /** The role of the caller in the organization. */
  readonly role: Role;
}

export interface OfUser extends Permitted {
  readonly principal: Principal;
}

/** A call in an organization, after its path and query were checked. */
export interface Call<Params, Query = unknown> extends InOrganization {
  readonly params: Params;
  readonly query: Query;
}

/** An operation of the contract, its path and query of known types. */
export type OperationOf<Params extends TSchema> = Operation & { readonly params: Params };

interface Mounted {
  readonly operation: Operation & { readonly query: TSchema };
}

/** A route in the organization that the path names, for callers whose role there has the needed permission. */
export interface OrganizationRoute extends Mounted {
  readonly scope: 'organization';
  readonly need: Permission;
  readonly handle: (call: InOrganization) => Promise<unknown>;
}

/** A route outside of any organization, for every user with a token. */
export interface UserRoute extends Mounted {
  readonly scope: 'user';
  readonly handle: (call: OfUser) => Promise<unknown>;
}

/** One operation of the interface as the application mounts it. */
export type Route = OrganizationRoute | UserRoute;

const noQuery = Type.Object({});

/** Connects an operation of the contract without a query to its handler. */
export function route<Params extends TSchema, Path = Static<Params>>(
  operation: OperationOf<Params>,
  need: Permission,
  handle: (call: Call<NoInfer<Path>>) => Promise<unknown>,
): Route {
  return queryRoute<Params, typeof noQuery, Path, unknown>({ ...operation, query: noQuery }, need, handle);
}

/** Connects an operation of the contract with a query to its handler. */
export function queryRoute<Params extends TSchema, Query extends TSchema, Path = Static<Params>, Filter = Static<Query>>(
  operation: OperationOf<Params> & { readonly query: Query },
  need: Permission,
  handle: (call: Call<NoInfer<Path>, NoInfer<Filter>>) => Promise<unknown>,
): Route {
  return {
    scope: 'organization',
    operation,
    need,
    handle: async (call) => {
      const params = checked<Params, Path>(operation.params, call.request.params, 'path');
      const query = checkedQuery<Query, Filter>(operation.query, call.request.query);
      return await handle({ ...call, params, query });
    },
  };
}

/** Connects an operation outside of any organization to its handler. */
export function userRoute<Params extends TSchema, Path = Static<Params>>(
  operation: OperationOf<Params>,
  handle: (call: OfUser & { readonly params: NoInfer<Path> }) => Promise<unknown>,
): Route {
  return {
    scope: 'user',
    operation: { ...operation, query: noQuery },
    handle: async (call) => {
      const params = checked<Params, Path>(operation.params, call.request.params, 'path');
      checkedQuery(noQuery, call.request.query);
      return await handle({ ...call, params });
    },
  };
}
