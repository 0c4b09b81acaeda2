import type { TypeInput } from '../../contract/index.ts';
import { UsageError } from '../../errors/index.ts';
import type { OptionReader } from '../../options/index.ts';
import { readText } from './read-text.ts';
import type { Keys } from './template-keys.ts';

/** Largest file of a type, in bytes: twice the largest schema. */
const largest = 512 * 1024;

/** A custom attestation type as its file has it. */
export interface TypeFile {
  readonly type: TypeInput;
  /** The text of a JSON Schema; `undefined` accepts any data. */
  readonly schema: string | undefined;
}

const keys: Keys = {
  name: undefined,
  description: undefined,
  schema: undefined,
  rules: undefined,
  summary: { name: undefined, expression: undefined },
};

/** Reads a custom attestation type from YAML: name, description, schema, rules, summary. Throws a `UsageError`. */
export async function readTypeFile(read: OptionReader<'file'>): Promise<TypeFile> {
  const file = read.required('file');
  const text = await readText(read, largest, 'a type: name, description, schema, rules, summary');
  // Only commands about files read YAML.
  const { readYaml } = await import('./read-yaml.ts');
  const value = readYaml(text, file, keys);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw shape(file, 'is not a mapping');
  const { description, name, rules, schema, summary }: Readonly<Record<string, unknown>> = { ...value };
  if (typeof name !== 'string' || name === '') throw shape(file, 'has no name that is text');
  if (!isAbsent(description) && typeof description !== 'string') throw shape(file, 'has a description that is not text: put it in quotes');
  if (!isAbsent(rules) && !isTexts(rules)) throw shape(file, 'has rules that are not a list of texts: put each in quotes');
  if (!isAbsent(summary) && !isSummary(summary)) throw shape(file, 'has a summary that is not a list of names and expressions');
  return {
    type: {
      name,
      ...(isAbsent(description) || typeof description !== 'string' ? {} : { description }),
      ...(isTexts(rules) && rules.length > 0 ? { evaluator: { content_type: 'jq', rules } } : {}),
      ...(isSummary(summary) && summary.length > 0 ? { summary } : {}),
    },
    schema: isAbsent(schema) ? undefined : schemaText(schema, file),
  };
}

/** A schema is written as YAML, or as its JSON text. */
function schemaText(schema: unknown, file: string): string {
  if (typeof schema === 'string') return schema;
  if (typeof schema === 'boolean' || (typeof schema === 'object' && !Array.isArray(schema))) return JSON.stringify(schema);
  throw shape(file, 'has a schema that is neither a mapping nor the text of one');
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

function shape(file: string, what: string): UsageError {
  return new UsageError('invalid-input', `${file} ${what}`, {
    fix: 'Write it so:\n\nname: coverage\ndescription: How much of the code is tested\nschema:\n  type: object\n  required: [lines]\nrules:\n  - .lines >= 80\nsummary:\n  - name: Lines\n    expression: .lines',
  });
}
