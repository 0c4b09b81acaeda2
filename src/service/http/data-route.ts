import type { Static, TSchema } from 'typebox';
import type { Permission } from '../store/model/roles.ts';
import { checked } from './check.ts';
import { readJsonBody } from './form.ts';
import { route, type Call, type OperationOf, type Route } from './route.ts';

/** Connects an operation of the contract that takes a JSON body to its handler. */
export function dataRoute<Params extends TSchema, Data extends TSchema, Path = Static<Params>, Body = Static<Data>>(
  operation: OperationOf<Params> & { readonly data: Data },
  need: Permission,
  handle: (call: Call<NoInfer<Path>> & { readonly data: NoInfer<Body> }) => Promise<unknown>,
): Route {
  return route<Params, Path>(operation, need, async (call) =>
    handle({ ...call, data: await readJsonBody(call.request, (value) => checked<Data, Body>(operation.data, value)) }),
  );
}
