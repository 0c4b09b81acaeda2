import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { Problem } from '../../contract/index.ts';
import type { Route } from './route.ts';

/** Serves the interface as OpenAPI 3.1, made from the contract that the routes are checked against. */
export function describeInterface(app: FastifyInstance): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Compliance Evidence Service', version: '2' },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    },
  });
  // The schemas only describe: every part of a request is checked where it is read, and no reply is cut to its schema.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (reply) => JSON.stringify(reply));
  app.get('/api/v2/openapi.json', { schema: { hide: true } }, () => app.swagger());
}

/** What the document says of one operation. */
export function schemaOf({ operation }: Route): FastifySchema {
  return {
    params: operation.params,
    querystring: operation.query,
    ...(operation.data === undefined ? {} : bodyOf(operation)),
    response: { '2xx': operation.reply ?? Type.Unknown(), '4xx': Problem, '5xx': Problem },
  };
}

function bodyOf(operation: Route['operation']): FastifySchema & { readonly consumes: string[] } {
  if (operation.body === 'json') return { consumes: ['application/json'], body: operation.data ?? Type.Unknown() };
  return { consumes: ['multipart/form-data'], body: formOf(operation) };
}

function formOf({ data, file, json = 'data_json' }: Route['operation']) {
  return Type.Object({
    [json]: data ?? Type.Unknown(),
    ...(file === undefined ? {} : { [file]: Type.Optional(Type.String({ format: 'binary' })) }),
  });
}
