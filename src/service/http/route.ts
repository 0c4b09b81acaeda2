import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';
import { paramsOf, type Needing, type Operation, type ParamsIn, type Permission } from '../../contract/index.ts';
import { reachOf, type Needed } from '../auth/principal.ts';
import type { Evidence } from '../context.ts';
import { Refusal } from '../evidence/refusal.ts';
import type { Author } from '../log/chain.ts';
import type { Caller, Principal } from '../roles.ts';
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

/** A row of the contract's table, its path of a known type. */
type OperationAt<Path, Need> = Operation & Needing<Need> & { readonly path: Path };

/** Answers with an object, with JSON in pieces, or with nothing: then the caller is told that it is done. */
type Handler<Asked> = (call: Asked) => unknown;

interface Mounted {
  readonly operation: Operation;
  readonly params: TSchema;
  readonly query: TSchema;
}

/** A route in the organization that the path names, for callers whose role there has the needed permission. */
interface OrganizationRoute extends Mounted, Needed {
  readonly scope: 'organization';
  readonly handle: Handler<InOrganization>;
}

/** A route outside of any organization, for every user with a token, or for an operator's alone. */
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

/** Connects an operation to its handler, which gets the path and the query, and reads the body itself if it has any. */
export function route<Path extends string, Query extends TSchema = typeof noQuery, Filter = Static<Query>>(
  operation: OperationAt<Path, Permission> & { readonly query?: Query },
  handle: Handler<Call<ParamsIn<Path>, NoInfer<Filter>>>,
): Route {
  const { need = 'read', query = noQuery } = operation;
  const params = paramsOf(operation);
  return {
    scope: 'organization',
    operation,
    params,
    query,
    need,
    reach: reachOf(operation),
    handle: (call) =>
      handle({
        ...call,
        params: checked<TSchema, ParamsIn<Path>>(params, call.request.params, 'path'),
        query: checkedQuery<TSchema, Filter>(query, call.request.query),
      }),
  };
}

/** Connects an operation that takes JSON as its body to its handler. */
export function dataRoute<Path extends string, Data extends TSchema, Body = Static<Data>>(
  operation: OperationAt<Path, Permission> & { readonly data: Data },
  handle: Handler<Call<ParamsIn<Path>> & { readonly data: NoInfer<Body> }>,
): Route {
  return route(operation, async (call) => {
    const data = await readJsonBody(call.request, (value) => checked<Data, Body>(operation.data, value));
    return await handle({ ...call, data });
  });
}

/** Connects an operation that takes a form, which may bring a file, to its handler. */
export function formRoute<Path extends string, Data extends TSchema, File, Body = Static<Data>>(
  operation: OperationAt<Path, Permission> & { readonly data: Data },
  part: FilePart<File>,
  handle: Handler<Call<ParamsIn<Path>> & Form<NoInfer<Body>, NoInfer<File>>>,
): Route {
  return route(operation, async (call) => {
    const form = await readForm(call.request, (value) => checked<Data, Body>(operation.data, value), part, operation.json);
    return await handle({ ...call, ...form });
  });
}

/** Connects an operation for callers without a token to its handler. Its JSON body has at most `limit` bytes. */
export function openRoute<Path extends string, Data extends TSchema, Body = Static<Data>>(
  operation: OperationAt<Path, 'nothing'> & { readonly data: Data },
  limit: number,
  handle: Handler<Permitted & { readonly params: ParamsIn<Path>; readonly data: NoInfer<Body> }>,
): Route {
  return { scope: 'open', ...outsideRoute<Path, Permitted, Body>(operation, handle, limit) };
}

/** Connects an operation outside of any organization to its handler, which gets the JSON of its body if it takes any. */
export function userRoute<Path extends string, Data extends TSchema = typeof noQuery, Body = Static<Data>>(
  operation: OperationAt<Path, 'token' | 'operator'> & { readonly data?: Data },
  handle: Handler<OfUser & { readonly params: ParamsIn<Path>; readonly data: NoInfer<Body> }>,
): Route {
  return { scope: 'user', ...outsideRoute<Path, OfUser, Body>(operation, handle) };
}

/** A route that takes no query, and JSON as its body unless it only reads. */
function outsideRoute<Path extends string, Asked extends Permitted, Body>(
  operation: OperationAt<Path, Permission | 'nothing' | 'token' | 'operator'> & { readonly data?: TSchema },
  handle: Handler<Asked & { readonly params: ParamsIn<Path>; readonly data: Body }>,
  limit?: number,
) {
  const params = paramsOf(operation);
  const form: TSchema = operation.data ?? noQuery;
  return {
    operation,
    params,
    query: noQuery,
    handle: async (call: Asked) => {
      const inPath = checked<TSchema, ParamsIn<Path>>(params, call.request.params, 'path');
      checkedQuery(noQuery, call.request.query);
      const read = (value: unknown): Body => checked<TSchema, Body>(form, value);
      const data = operation.method === 'GET' ? read({}) : await readJsonBody(call.request, read, limit);
      return await handle({ ...call, params: inPath, data });
    },
  };
}
