import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type, type TSchema } from 'typebox';
import { Done, Problem, operations, operationsByResource, type Operation, type OperationName } from '../../contract/index.ts';
import { capital } from '../../text/index.ts';
import { propertiesOf } from './check.ts';
import { keyPattern, type Route } from './route.ts';

// The facts about an operation that the descriptions of the interface share, for machines and for people.

export function nameOf({ method, path }: Operation): OperationName | undefined {
  return operationNames.find((name) => operations[name].method === method && operations[name].path === path);
}

const operationNames = Object.keys(operations).filter((name): name is OperationName => name in operations);

/** For example `List flows` for `listFlows`. */
export function titleOf(name: OperationName): string {
  return capital(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}

export function resourceOf(name: OperationName): string {
  return Object.entries(operationsByResource).find(([, table]) => name in table)?.[0] ?? '';
}

/** The statuses of an answer that is not a refusal. */
export function successOf({ success = [200] }: Operation): readonly number[] {
  return success;
}

export function replyOf({ method, reply }: Operation): TSchema {
  return reply ?? (method === 'GET' ? Type.Unknown() : Done);
}

export function refusalsOf({ conflicts = false, data, keyed = false, path, query, refers = false }: Operation): readonly number[] {
  const names = /:(?!org(?:\/|$))/.test(path);
  const filters = query !== undefined && propertiesOf(query).some(([name]) => /^flow(?:_name)?$/.test(name));
  return [
    400,
    401,
    403,
    ...(names || filters || refers ? [404] : []),
    ...(keyed || conflicts ? [409] : []),
    ...(data === undefined ? [] : [413]),
    ...(keyed ? [422] : []),
    429,
    500,
    503,
  ];
}

/** Serves the interface as OpenAPI 3.1, made from the contract that the routes are checked against. */
export function describeInterface(app: FastifyInstance): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Compliance Evidence Service', version: '2' },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer' },
          // The token as the user name; the password is not read.
          basic: { type: 'http', scheme: 'basic' },
        },
      },
      security: [{ token: [] }, { basic: [] }],
    },
  });
  // The schemas only describe: every part of a request is checked where it is read, and no reply is cut to its schema.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (reply) => JSON.stringify(reply));
  let text: string | undefined;
  app.get('/api/v2/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    // It is large, and anybody may ask for it: it is written once.
    text ??= JSON.stringify(app.swagger());
    return await reply.type('application/json; charset=utf-8').send(text);
  });
}

export function schemaOf({ operation, params, query, scope }: Route): FastifySchema {
  const name = nameOf(operation);
  return {
    ...(name === undefined ? {} : { operationId: name, summary: titleOf(name), tags: [resourceOf(name)] }),
    ...(scope === 'open' ? { security: [] } : {}),
    params,
    querystring: query,
    ...(operation.keyed === true ? { headers: Keyed } : {}),
    ...(operation.data === undefined ? {} : bodyOf(operation, operation.data)),
    response: {
      ...Object.fromEntries(successOf(operation).map((status) => [status, answerOf(operation)])),
      ...Object.fromEntries(refusalsOf(operation).map((status) => [status, described(status)])),
    },
  };
}

function answerOf(operation: Operation) {
  const { isFile, mediaTypes = isFile === true ? ['application/octet-stream'] : undefined } = operation;
  if (mediaTypes === undefined) return replyOf(operation);
  const schema = isFile === true ? { type: 'string', format: 'binary' } : replyOf(operation);
  return { description: 'The file', content: Object.fromEntries(mediaTypes.map((type) => [type, { schema }])) };
}

const Keyed = Type.Object({ 'idempotency-key': Type.Optional(Type.String({ pattern: keyPattern })) });

const described = (status: number): TSchema & { readonly description: string } => ({ ...Problem, description: STATUS_CODES[status] ?? '' });

function bodyOf({ file, json = 'data_json' }: Operation, data: TSchema): FastifySchema & { readonly consumes: string[] } {
  if (file === undefined) return { consumes: ['application/json'], body: data };
  const binary = Type.Optional(Type.String({ format: 'binary' }));
  return { consumes: ['multipart/form-data'], body: Type.Object({ [json]: data, [file]: binary }) };
}
