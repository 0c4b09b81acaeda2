import { readFileSync } from 'node:fs';
import { Kind, type DocumentNode, type FragmentDefinitionNode, type GraphQLSchema, type SelectionSetNode } from 'graphql';
import { object } from '../../operations.ts';

/** GitHub takes so many nodes in one question (docs.github.com/graphql, "Rate limits and query limits for the GraphQL API"). */
const mostNodes = 500_000;
const mostAPage = 100;

interface Counted {
  readonly nodes: number;
  /** Requests that GitHub would make for it, divided by 100. */
  readonly cost: number;
  readonly faults: readonly { readonly type: string; readonly message: string }[];
}

/**
 * Counts the nodes that a question may get, as GitHub does: before it looks at any. `typeOf` names the type of a field of a type: a name
 * like `contexts` is a list with pages in one place, and a plain one in another.
 */
function countNodes(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  typeOf: (parent: string, field: string) => string,
): Counted {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  const faults: { type: string; message: string }[] = [];
  let nodes = 0;
  let requests = 1;
  function walk({ selections }: SelectionSetNode, parent: string, times: number): void {
    for (const one of selections) {
      if (one.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(one.name.value);
        if (fragment !== undefined) walk(fragment.selectionSet, fragment.typeCondition.name.value, times);
      } else if (one.kind === Kind.INLINE_FRAGMENT) walk(one.selectionSet, one.typeCondition?.name.value ?? parent, times);
      else if (one.selectionSet !== undefined) {
        const type = typeOf(parent, one.name.value);
        const size = type.endsWith('Connection') ? sizeOf(one.name.value, one.arguments ?? []) : undefined;
        if (size !== undefined) {
          nodes += times * size;
          requests += times;
        }
        walk(one.selectionSet, type, times * (size ?? 1));
      }
    }
  }
  function sizeOf(
    name: string,
    args: NonNullable<Extract<SelectionSetNode['selections'][number], { kind: Kind.FIELD }>['arguments']>,
  ): number {
    const given = args.find((one) => one.name.value === 'first' || one.name.value === 'last');
    if (given === undefined) {
      faults.push({
        type: 'MISSING_PAGINATION_BOUNDARIES',
        message: `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
      });
      return 1;
    }
    const { value } = given;
    const size =
      value.kind === Kind.INT ? Number(value.value) : value.kind === Kind.VARIABLE ? Number(variables[value.name.value]) : Number.NaN;
    if (!(size >= 1 && size <= mostAPage))
      faults.push({
        type: 'EXCESSIVE_PAGINATION',
        message: `Requesting ${size} records on the \`${name}\` connection exceeds the \`first\` limit of 100 records.`,
      });
    return size;
  }
  for (const one of document.definitions) if (one.kind === Kind.OPERATION_DEFINITION) walk(one.selectionSet, 'Query', 1);
  if (nodes > mostNodes)
    faults.push({
      type: 'MAX_NODE_LIMIT_EXCEEDED',
      message: `This query is requesting up to ${nodes} possible nodes which exceeds the maximum limit of 500,000.`,
    });
  return { nodes, cost: Math.max(1, Math.round(requests / 100)), faults };
}

let loaded: Promise<GraphQLSchema> | undefined;

/** GitHub's schema is a megabyte of text, so it is parsed once, and only when somebody asks. */
async function schemaOf(): Promise<GraphQLSchema> {
  loaded ??= import('graphql').then(({ buildSchema, isScalarType }) => {
    const text = readFileSync(new URL('./schema.graphql', import.meta.resolve('@octokit/graphql-schema')), 'utf8');
    const schema = buildSchema(text, { assumeValid: true });
    const int = schema.getType('Int');
    // GitHub answers with numbers that are no `Int`, as those of check runs (github.com/obmarg/cynic/issues/711).
    if (isScalarType(int)) int.serialize = (value) => value;
    return schema;
  });
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
): Promise<{ readonly body: object; readonly nodes: number }> {
  const { defaultFieldResolver, execute: run, getNamedType, isInterfaceType, isObjectType, parse, validate } = await import('graphql');
  const schema = await schemaOf();
  const document = parse(query);
  const wrong = validate(schema, document);
  if (wrong.length > 0) {
    breach(`GraphQL: ${wrong[0]?.message}`);
    return { body: { errors: wrong.map(({ message }) => ({ message })) }, nodes: 0 };
  }
  const { cost, faults, nodes } = countNodes(document, variables, (parent, field) => {
    const type = schema.getType(parent);
    const hasFields = isObjectType(type) || isInterfaceType(type);
    return hasFields ? String(getNamedType(type.getFields()[field]?.type) ?? '') : '';
  });
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
