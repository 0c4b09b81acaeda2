import { readFileSync } from 'node:fs';
import type { GraphQLSchema, isObjectType as isObject } from 'graphql';
import { object } from '../../operations.ts';
import { countNodes } from './limits.ts';

export interface Executed {
  readonly body: object;
  readonly nodes: number;
}

let loaded: Promise<GraphQLSchema> | undefined;

/** GitHub's schema is a megabyte of text, so it is parsed once, and only when somebody asks. */
async function schemaOf(): Promise<GraphQLSchema> {
  loaded ??= import('graphql').then(({ buildSchema }) =>
    buildSchema(readFileSync(new URL('./schema.graphql', import.meta.resolve('@octokit/graphql-schema')), 'utf8'), { assumeValid: true }),
  );
  return loaded;
}

/**
 * Answers a question as GitHub would. It refuses a question that does not fit the schema, or that asks for too much. `root` makes
 * the object of the question from the nodes and the cost that GitHub counts. A field that the double does not know is a breach.
 */
export async function execute(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  root: (cost: object) => object,
  isForbidden: (field: string) => boolean,
  breach: (what: string) => void,
): Promise<Executed> {
  const { defaultFieldResolver, execute: run, isObjectType, parse, validate } = await import('graphql');
  const schema = await schemaOf();
  const document = parse(query);
  const wrong = validate(schema, document);
  if (wrong.length > 0) {
    breach(`GraphQL: ${wrong[0]?.message}`);
    return { body: { errors: wrong.map(({ message }) => ({ message })) }, nodes: 0 };
  }
  const lists = listsOf(schema, isObjectType);
  const { cost, faults, nodes } = countNodes(document, variables, (name) => lists.has(name));
  if (faults.length > 0) {
    breach(`GraphQL: ${faults[0]?.message}`);
    return { body: { errors: faults }, nodes };
  }
  const budget = {
    __typename: 'RateLimit',
    cost,
    nodeCount: nodes,
    limit: 1000,
    remaining: 990,
    used: 10,
    resetAt: '2026-11-20T01:00:00Z',
  };
  const { data, errors } = await run({
    schema,
    document,
    variableValues: variables,
    rootValue: root(budget),
    fieldResolver: (source, args, context, info) => {
      const field = `${info.parentType.name}.${info.fieldName}`;
      if (isForbidden(field)) throw new Forbidden();
      if (info.fieldName !== '__typename' && !Object.hasOwn(object(source), info.fieldName)) breach(`The double does not know ${field}`);
      return defaultFieldResolver(source, args, context, info);
    },
  });
  const told = errors?.map(({ message, originalError, path }) => {
    if (originalError instanceof Forbidden) return { type: 'FORBIDDEN', message, path };
    if (originalError instanceof NotFound) return { type: 'NOT_FOUND', message, path };
    breach(`GraphQL: ${message}`);
    return { message, path };
  });
  return { body: { data, ...(told === undefined ? {} : { errors: told }) }, nodes };
}

/** The error for a thing that is not there, or that the caller may not see: its place is null, and an error tells of it. */
export class NotFound extends Error {}

class Forbidden extends Error {
  override readonly message = 'Resource not accessible by integration';
}

const known = new WeakMap<GraphQLSchema, ReadonlySet<string>>();

/** Names of all fields that are lists with pages. */
function listsOf(schema: GraphQLSchema, isObjectType: typeof isObject): ReadonlySet<string> {
  const found =
    known.get(schema) ??
    new Set(
      Object.values(schema.getTypeMap()).flatMap((type) =>
        isObjectType(type)
          ? Object.values(type.getFields()).flatMap((field) => (/Connection!?$/.test(String(field.type)) ? [field.name] : []))
          : [],
      ),
    );
  known.set(schema, found);
  return found;
}
