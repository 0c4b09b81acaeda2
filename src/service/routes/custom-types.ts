import { limits, operations } from '../../contract/index.ts';
import * as types from '../evidence/custom-types.ts';
import { checked } from '../http/check.ts';
import { bytesOf, readForm, type FilePart } from '../http/form.ts';
import { parseJson } from '../http/json.ts';
import { queryRoute, route, type Route } from '../http/route.ts';
import { listJson, objectJson, sendJson } from '../http/send.ts';

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
  discard: async () => {},
};

/** Makes a type, or a new version of it. */
const putType = route(operations.putType, 'evidence', async ({ request, reply, evidence, author }) => {
  const form = await readForm(request, (value) => checked(operations.putType.data, value), schemaPart);
  const version = await types.putType(evidence, author, form.data, form.file);
  return await reply.code(201).send({ message: 'OK', version });
});

/** Operation 9: the types of the organization by name, each with its versions. */
const listTypes = route(operations.listTypes, 'read', ({ reply, evidence, author }) =>
  sendJson(reply, listJson(types.listTypes(evidence, author), typeJson)),
);

/** One type, with all of its versions or with one. */
const getType = queryRoute(operations.getType, 'read', async ({ reply, evidence, author, params, query }) =>
  sendJson(reply, typeJson(await types.getType(evidence, author, params.type_name, query.version))),
);

function typeJson({ fields, versions }: types.TypeView): AsyncIterable<string> {
  return objectJson(fields, 'versions', listJson(versions));
}

/** Takes a type out of use. The body is not read. */
const archiveType = route(operations.archiveType, 'evidence', async ({ reply, evidence, author, params }) => {
  await types.archiveType(evidence, author, params.type_name);
  return await reply.send({ message: 'OK' });
});

export const typeRoutes: readonly Route[] = [putType, listTypes, getType, archiveType];
