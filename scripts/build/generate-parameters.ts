import type { TSchema } from 'typebox';
import { paramsOf, type Operation } from '../../src/contract/schemas/operation.ts';
import { operations } from '../../src/contract/schemas/operations.ts';
import { banner } from './generate-contract.ts';

/**
 * `parameters.gen.ts`: the types of the parameters that each operation takes in its path and query, written out. If the compiler
 * inferred them from the schemas, that would cost it more than all the rest of the client.
 */
export function generateParameters(): string {
  const table = Object.entries<Operation>(operations);
  const paths = table.map(([name, operation]) => `  readonly ${name}: ${typeOf(paramsOf(operation))};\n`);
  const queries = table.map(([name, { query }]) => `  readonly ${name}: ${query === undefined ? 'undefined' : typeOf(query)};\n`);
  return `${banner}
/** The parameters that each operation takes in its path. */
export interface PathParameters {
${paths.join('')}}

/** The parameters that each takes in its query; \`undefined\` where it takes none. */
export interface QueryParameters {
${queries.join('')}}
`;
}

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

function typeOf(schema: TSchema): string {
  return textOf(JSON.parse(JSON.stringify(schema)));
}

function textOf({ anyOf, const: only, enum: choices, items, properties, required = [], type }: Schema): string {
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, of]) => `readonly ${name}${required.includes(name) ? '' : '?'}: ${textOf(of)}`);
    return fields.length === 0 ? 'Readonly<Record<never, never>>' : `{ ${fields.join('; ')} }`;
  }
  if (items !== undefined) return `readonly (${textOf(items)})[]`;
  if (anyOf !== undefined) return anyOf.map(textOf).join(' | ');
  if (choices !== undefined) return choices.map(literal).join(' | ');
  if (only !== undefined) return literal(only);
  if (type === 'integer') return 'number';
  if (type === 'string' || type === 'number' || type === 'boolean') return type;
  throw new Error(`A parameter of type ${String(type)} cannot be written as a type yet: say how here`);
}

function literal(value: unknown): string {
  return `'${String(value)}'`;
}
