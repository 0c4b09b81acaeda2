import type { Static, TSchema } from 'typebox';
import type { Permission } from '../store/model/roles.ts';
import { checked } from './check.ts';
import { readJsonBody } from './form.ts';
import { route, type Call, type OperationOf, type Route } from './route.ts';

/** Ties an operation of the contract that takes a JSON body to what answers it. */
export function dataRoute<Params extends TSchema, Data extends TSchema>(
  operation: OperationOf<Params> & { readonly data: Data },
  need: Permission,
  handle: (call: Call<Static<Params>> & { readonly data: Static<Data> }) => Promise<unknown>,
): Route {
  return route(operation, need, async (call) =>
    handle({ ...call, data: await readJsonBody(call.request, (value) => checked(operation.data, value)) }),
  );
}
