import { isCustomType } from '../contract/checks/custom-types.gen.ts';
import type { CustomType, ParamsOf, QueryOf, TypeInput } from '../contract/index.ts';
import { callOperation } from './operation.ts';
import { expect, expectList } from './reply.ts';
import type { Call } from './transport.ts';

/** Operation 9: every custom attestation type of an organization. */
export async function listTypes(call: Call, params: ParamsOf<'listTypes'>): Promise<readonly CustomType[]> {
  const { items } = await expectList(isCustomType, 'CustomType', await callOperation(call, 'listTypes', params));
  return items;
}

/** One type, with all of its versions or with one; a `ResponseError` with status 404 where there is none. */
export async function getType(call: Call, params: ParamsOf<'getType'>, query: QueryOf<'getType'> = {}): Promise<CustomType> {
  const answer = await callOperation(call, 'getType', params, { query });
  return expect(isCustomType, 'CustomType', answer.reply(), answer.request);
}

/**
 * Makes a type, or a new version of it when something changed; `schema` is the text of a JSON Schema. A `ResponseError` with status 400
 * names the faults of the schema and the rules.
 */
export async function putType(call: Call, params: ParamsOf<'putType'>, type: TypeInput, schema: string | undefined): Promise<void> {
  const file =
    schema === undefined ? undefined : { part: 'type_schema', attachment: { name: 'schema.json', content: Buffer.from(schema) } };
  await callOperation(call, 'putType', params, { data: type, file });
}

/** Retires a type: it gets no new evidence, and is no longer listed. */
export async function archiveType(call: Call, params: ParamsOf<'archiveType'>): Promise<void> {
  await callOperation(call, 'archiveType', params);
}
