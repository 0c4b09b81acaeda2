import type { TypeInput } from '../../contract/index.ts';
import type { OptionReader } from '../../options/index.ts';
import { readYamlFile } from './read-text.ts';

export interface TypeFile {
  readonly type: TypeInput;
  /** The text of a JSON Schema; `undefined` accepts any data. */
  readonly schema: string | undefined;
}

const kind = {
  // Twice the largest schema.
  largest: 512 * 1024,
  holds: 'a type: name, description, schema, rules, summary',
  keys: {
    name: undefined,
    description: undefined,
    schema: undefined,
    rules: undefined,
    summary: { name: undefined, expression: undefined },
  },
  example:
    'name: coverage\ndescription: How much of the code is tested\nschema:\n  type: object\n  required: [lines]\nrules:\n  - .lines >= 80\nsummary:\n  - name: Lines\n    expression: .lines',
};

/** Reads a custom attestation type from YAML. Throws a `UsageError`. */
export async function readTypeFile(read: OptionReader<'file'>): Promise<TypeFile> {
  const { fields, wrong } = await readYamlFile(read, kind);
  const { description, name, rules, schema, summary } = fields;
  if (typeof name !== 'string' || name === '') throw wrong('has no name that is text');
  if (!isAbsent(description) && typeof description !== 'string') throw wrong('has a description that is not text: put it in quotes');
  if (!isAbsent(rules) && !isTexts(rules)) throw wrong('has rules that are not a list of texts: put each in quotes');
  if (!isAbsent(summary) && !isSummary(summary)) throw wrong('has a summary that is not a list of names and expressions');
  const text = isAbsent(schema) ? undefined : schemaText(schema);
  if (text === undefined && !isAbsent(schema)) throw wrong('has a schema that is neither a mapping nor the text of one');
  return {
    type: {
      name,
      ...(isAbsent(description) || typeof description !== 'string' ? {} : { description }),
      ...(isTexts(rules) && rules.length > 0 ? { evaluator: { content_type: 'jq', rules } } : {}),
      ...(isSummary(summary) && summary.length > 0 ? { summary } : {}),
    },
    schema: text,
  };
}

/** A schema is written as YAML, or as its JSON text. */
function schemaText(schema: unknown): string | undefined {
  if (typeof schema === 'string') return schema;
  return typeof schema === 'boolean' || (typeof schema === 'object' && !Array.isArray(schema)) ? JSON.stringify(schema) : undefined;
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isSummary(value: unknown): value is NonNullable<TypeInput['summary']> {
  return (
    Array.isArray(value) &&
    value.every((line: unknown) => typeof line === 'object' && line !== null && isLine(new Map(Object.entries(line))))
  );
}

function isLine(line: ReadonlyMap<string, unknown>): boolean {
  return typeof line.get('name') === 'string' && typeof line.get('expression') === 'string';
}
