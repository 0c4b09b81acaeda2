import { isCustomType } from '../contract/checks/custom-types.gen.ts';
import type { ParamsOf, TypeInput } from '../contract/index.ts';
import { change, every, fileOf, one } from './asking.ts';
import { callOperation } from './operation.ts';
import type { Call } from './transport.ts';

/** Operation 9: every custom attestation type of an organization. */
export const listTypes = every('listTypes', isCustomType, 'CustomType');

/** One type, with all of its versions or with one; a `ResponseError` with status 404 where there is none. */
export const getType = one('getType', isCustomType, 'CustomType');

/**
 * Makes a type, or a new version of it when something changed; `schema` is the text of a JSON Schema. A `ResponseError` with status 400
 * names the faults of the schema and the rules.
 */
export async function putType(call: Call, params: ParamsOf<'putType'>, type: TypeInput, schema: string | undefined): Promise<void> {
  await callOperation(call, 'putType', params, { data: type, file: fileOf('type_schema', 'schema.json', schema) });
}

/** Retires a type: it gets no new evidence, and is no longer listed. */
export const archiveType = change('archiveType');
