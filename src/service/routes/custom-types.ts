import { limits, operations } from '../../contract/index.ts';
import * as types from '../evidence/custom-types.ts';
import { bytesOf, type FilePart } from '../http/form.ts';
import { parseJson } from '../http/json.ts';
import { formRoute, queryRoute, route, type Route } from '../http/route.ts';
import { listJson, objectJson } from '../http/send.ts';

/**
 * The part `type_schema` of a form. It is checked as JSON within the same bounds as all JSON, and then kept as the text that was
 * sent.
 */
const schemaPart: FilePart<string> = {
  field: 'type_schema',
  limit: limits.typeSchemaBytes,
  receive: async (content) => {
    const bytes = await bytesOf(content);
    parseJson(bytes, 'type_schema');
    return bytes.toString('utf8');
  },
};

/** Makes a type, or a new version of it. */
const putType = formRoute(operations.putType, 'evidence', schemaPart, async ({ evidence, author, data, file }) => ({
  message: 'OK',
  version: await types.putType(evidence, author, data, file),
}));

/** Operation 9: the types of the organization by name, each with its versions. */
const listTypes = route(operations.listTypes, 'read', ({ evidence, author }) => listJson(types.listTypes(evidence, author), typeJson));

/** One type, with all of its versions or with one. */
const getType = queryRoute(operations.getType, 'read', async ({ evidence, author, params, query }) =>
  typeJson(await types.getType(evidence, author, params.type_name, query.version)),
);

function typeJson({ fields, versions }: types.TypeView): AsyncIterable<string> {
  return objectJson(fields, 'versions', listJson(versions));
}

/** Takes a type out of use. The body is not read. */
const archiveType = route(operations.archiveType, 'evidence', ({ evidence, author, params }) =>
  types.archiveType(evidence, author, params.type_name),
);

export const typeRoutes: readonly Route[] = [putType, listTypes, getType, archiveType];
