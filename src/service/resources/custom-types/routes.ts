import { limits, operations } from '../../../contract/index.ts';
import { bytesOf } from '../../bounded.ts';
import { parseJson, type FilePart } from '../../http/form.ts';
import { formRoute, route, type Route } from '../../http/route.ts';
import { listJson, objectJson } from '../../http/send.ts';
import * as types from './use.ts';

/** The part `type_schema` of a form: checked as JSON within the bounds of all JSON, and kept as the text that was sent. */
const schemaPart: FilePart<string> = {
  field: 'type_schema',
  limit: limits.typeSchemaBytes,
  receive: async (content) => {
    const bytes = await bytesOf(content);
    parseJson(bytes, 'type_schema');
    return bytes.toString('utf8');
  },
};

export const typeRoutes: readonly Route[] = [
  formRoute(operations.putType, schemaPart, async ({ evidence, author, data, file }) => ({
    message: 'OK',
    version: await types.putType(evidence, author, data, file),
  })),

  /** Operation 9: the types of the organization by name, each with its versions. */
  route(operations.listTypes, ({ evidence, author }) => listJson(types.listTypes(evidence, author), typeJson)),

  route(operations.getType, async ({ evidence, author, params, query }) =>
    typeJson(await types.getType(evidence, author, params.type_name, query.version)),
  ),

  /** Takes a type out of use. The body is not read. */
  route(operations.archiveType, ({ evidence, author, params }) => types.archiveType(evidence, author, params.type_name)),
];

function typeJson({ fields, versions }: types.TypeView): AsyncIterable<string> {
  return objectJson(fields, 'versions', listJson(versions));
}
