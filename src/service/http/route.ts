import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';
import type { Operation } from '../../contract/index.ts';
import type { Needed } from '../auth/principal.ts';
import { reachOf } from '../auth/reach.ts';
import type { Evidence } from '../context.ts';
import { Refusal } from '../evidence/refusal.ts';
import type { Author } from '../log/chain.ts';
import type { Caller, Permission, Principal } from '../roles.ts';
import { checked, checkedQuery } from './check.ts';
import { readForm, readJsonBody, type FilePart, type Form } from './form.ts';

export const keyPattern = '^[\\u0021-\\u007E]{1,255}$';
const keyForm = new RegExp(keyPattern);

/** The request's `Idempotency-Key`: 1 to 255 visible ASCII characters. */
function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && keyForm.test(key)) return key;
  throw new Refusal('invalid-request', 'The header Idempotency-Key must be 1 to 255 visible ASCII characters.', {
    fix: 'Send a UUID, made once per attestation and kept over its retries.',
  });
}

const running = new Set<string>();

/** Refuses other requests with a key while one is under way. This only saves work: the store records a key once, across processes too. */
export async function once<Result>(
  request: FastifyRequest,
  author: Author,
  work: (key: string | undefined) => Promise<Result>,
): Promise<Result> {
  const key = keyOf(request);
  if (key === undefined) return await work(key);
  const mark = JSON.stringify([author.orgId, author.userName, key]);
  if (running.has(mark)) {
    throw new Refusal('conflict', 'The first request with this Idempotency-Key is still running.', { fix: 'Ask again in a moment.' });
  }
  running.add(mark);
  try {
    return await work(key);
  } finally {
    running.delete(mark);
  }
}

interface Permitted {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly evidence: Evidence;
}

export interface InOrganization extends Permitted {
  readonly author: Caller;
}

interface OfUser extends Permitted {
  readonly principal: Principal;
}

/** A call in an organization, after its path and query were checked. */
export interface Call<Params, Query = unknown> extends InOrganization {
  readonly params: Params;
  readonly query: Query;
}

/** An operation of the contract, its path and query of known types. */
type OperationOf<Params extends TSchema> = Operation & { readonly params: Params };

/** Answers with an object, with JSON in pieces, or with nothing: then the caller is told that it is done. */
type Handler<Asked> = (call: Asked) => unknown;

interface Mounted {
  readonly operation: Operation & { readonly query: TSchema };
}

/** A route in the organization that the path names, for callers whose role there has the needed permission. */
interface OrganizationRoute extends Mounted, Needed {
  readonly scope: 'organization';
  readonly handle: Handler<InOrganization>;
}

/** A route outside of any organization, for every user with a token. */
interface UserRoute extends Mounted {
  readonly scope: 'user';
  readonly handle: Handler<OfUser>;
}

/** A route for callers who have no token yet. It reads no more of a request than it must. */
interface OpenRoute extends Mounted {
  readonly scope: 'open';
  readonly handle: Handler<Permitted>;
}

export type Route = OrganizationRoute | UserRoute | OpenRoute;

const noQuery = Type.Object({});

export function route<Params extends TSchema, Path = Static<Params>>(
  operation: OperationOf<Params>,
  need: Permission,
  handle: Handler<Call<NoInfer<Path>>>,
): Route {
  return queryRoute<Params, typeof noQuery, Path, unknown>({ ...operation, query: noQuery }, need, handle);
}

export function queryRoute<Params extends TSchema, Query extends TSchema, Path = Static<Params>, Filter = Static<Query>>(
  operation: OperationOf<Params> & { readonly query: Query },
  need: Permission,
  handle: Handler<Call<NoInfer<Path>, NoInfer<Filter>>>,
): Route {
  return {
    scope: 'organization',
    operation,
    need,
    reach: reachOf(operation.method, operation.path),
    handle: (call) => {
      const params = checked<Params, Path>(operation.params, call.request.params, 'path');
      const query = checkedQuery<Query, Filter>(operation.query, call.request.query);
      return handle({ ...call, params, query });
    },
  };
}

export function dataRoute<Params extends TSchema, Data extends TSchema, Path = Static<Params>, Body = Static<Data>>(
  operation: OperationOf<Params> & { readonly data: Data },
  need: Permission,
  handle: Handler<Call<NoInfer<Path>> & { readonly data: NoInfer<Body> }>,
): Route {
  return route<Params, Path>(operation, need, async (call) => {
    const data = await readJsonBody(call.request, (value) => checked<Data, Body>(operation.data, value));
    return await handle({ ...call, data });
  });
}

/** Connects an operation that takes a form, which may bring a file, to its handler. */
export function formRoute<Params extends TSchema, Data extends TSchema, File, Path = Static<Params>, Body = Static<Data>>(
  operation: OperationOf<Params> & { readonly data: Data },
  need: Permission,
  part: FilePart<File>,
  handle: Handler<Call<NoInfer<Path>> & Form<NoInfer<Body>, NoInfer<File>>>,
): Route {
  return route<Params, Path>(operation, need, async (call) => {
    const form = await readForm(call.request, (value) => checked<Data, Body>(operation.data, value), part, operation.json);
    return await handle({ ...call, ...form });
  });
}

/** Connects an operation for callers without a token to its handler. Its JSON body has at most `limit` bytes. */
export function openRoute<Params extends TSchema, Data extends TSchema, Path = Static<Params>, Body = Static<Data>>(
  operation: OperationOf<Params> & { readonly data: Data },
  limit: number,
  handle: Handler<Permitted & { readonly params: NoInfer<Path>; readonly data: NoInfer<Body> }>,
): Route {
  return {
    scope: 'open',
    operation: { ...operation, query: noQuery },
    handle: async (call) => {
      const params = checked<Params, Path>(operation.params, call.request.params, 'path');
      checkedQuery(noQuery, call.request.query);
      const data = await readJsonBody(call.request, (value) => checked<Data, Body>(operation.data, value), limit);
      return await handle({ ...call, params, data });
    },
  };
}

export function userRoute<Params extends TSchema, Path = Static<Params>>(
  operation: OperationOf<Params>,
  handle: Handler<OfUser & { readonly params: NoInfer<Path> }>,
): Route {
  return {
    scope: 'user',
    operation: { ...operation, query: noQuery },
    handle: (call) => {
      const params = checked<Params, Path>(operation.params, call.request.params, 'path');
      checkedQuery(noQuery, call.request.query);
      return handle({ ...call, params });
    },
  };
}
