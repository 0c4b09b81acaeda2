import { basename, dirname, join } from 'node:path';
import type { AsSent, EnvironmentInput, FlowInput, TypeInput } from '../../contract/index.ts';
import { matches } from '../../contract/limits.ts';
import { type UsageError, wrongUse } from '../../errors/index.ts';
import type { OptionReader } from '../../options/index.ts';
import { aText, ifThere, listOf, passes, shape, type Check } from '../../text/check.ts';
import { bytes, given, isObject, nearest } from '../../text/index.ts';
import type { Keys } from './read-yaml.ts';

/** Those of a mapping: nothing checks what the named ones hold. */
export function keysOf(names: string, others: Keys = {}): Keys {
  return { ...Object.fromEntries(names.split(' ').map((name) => [name, undefined])), ...others };
}

const environmentFileKind = {
  largest: 64 * 1024,
  holds: 'an environment: name, type, description, policies',
  keys: keysOf('name type description policies included_environments'),
  example: 'name: prod\ntype: server\ndescription: What customers use\npolicies: [strict]',
};

const texts = listOf(aText);
const lines = listOf(shape({ name: aText, expression: aText }));
/** The service knows which there are. */
const aType: Check<EnvironmentInput['type']> = (value) => aText(value);
const anEnvironment = shape({
  name: aText,
  type: aType,
  description: ifThere(aText),
  policies: ifThere(texts),
  included_environments: ifThere(texts),
});

/** The service checks the values. @throws {UsageError} */
export async function readEnvironmentFile(read: OptionReader): Promise<AsSent<EnvironmentInput>> {
  const { fields, wrong } = await readYamlFile(read, environmentFileKind);
  if (!passes(anEnvironment, fields)) throw wrong(`is not the file of an environment: ${anEnvironment(fields)}`);
  return fields;
}

/** @throws {UsageError} `howTo` says what to put into the file. */
export function readText(read: OptionReader, largest: number, howTo: string): string {
  const file = read.required('file');
  const content = read.file(file, largest);
  const refused = (why: string, fix: string): UsageError => wrongUse(`${file} ${why}`, fix);
  switch (content.kind) {
    case 'text':
      if (content.text.includes('\0')) throw refused('has a zero byte, as UTF-16 without its mark has', 'Save it as UTF-8');
      return content.text;
    case 'too-large':
      throw refused(`is more than ${bytes(largest)}`, `Give a file with ${howTo}`);
    case 'no-regular-file':
      throw refused('is no regular file, but a directory, a pipe or a device', `Give a regular file with ${howTo}`);
    case 'unreadable':
      throw content.code === 'ENOENT'
        ? refused('is not there', absentFix(file, content.folder ?? []))
        : refused(`cannot be read (${content.code})`, 'Look at the path: it is relative to the working directory');
  }
}

function absentFix(file: string, folder: readonly string[]): string {
  if (/[*?[\]{}]/.test(file)) return 'Patterns are not read: name the file itself';
  const meant = nearest(basename(file), folder);
  const path = 'The path is relative to the working directory';
  return meant === undefined ? path : `Did you mean ${join(dirname(file), meant)}? ${path}`;
}

interface YamlKind {
  /** In bytes. */
  readonly largest: number;
  readonly holds: string;
  readonly keys: Keys;
  readonly example: string;
}

/** @throws {UsageError} `wrong` makes others, which show how such a file is written. */
export async function readYamlFile(
  read: OptionReader,
  { example, holds, keys, largest }: YamlKind,
): Promise<{ readonly text: string; readonly fields: Readonly<Record<string, unknown>>; readonly wrong: (what: string) => UsageError }> {
  const file = read.required('file');
  const text = readText(read, largest, holds);
  // Only commands about such files read YAML.
  const { readYaml } = await import('./read-yaml.ts');
  const value = readYaml(text, file, keys);
  const wrong = (what: string): UsageError => wrongUse(`${file} ${what}`, `Write it so:\n\n${example}`);
  if (!isObject(value)) throw wrong('is not a mapping');
  return { text, fields: { ...value }, wrong };
}

export interface FlowFile {
  readonly flow: FlowInput;
  /** YAML; `undefined` keeps the stored template. */
  readonly template: string | undefined;
  /** For messages about its lines. */
  readonly text: string;
  /** As it was named. */
  readonly path: string;
}

const entry = keysOf('name type');

/** The interface allows no others, at any level. */
const templateKeys = keysOf('version', { trail: { attestations: entry, artifacts: keysOf('name', { attestations: entry }) } });

const flowFileKind = {
  // Twice the largest template.
  largest: 512 * 1024,
  holds: 'a flow: name, description, visibility, template',
  keys: keysOf('name description visibility', { template: templateKeys }),
  example:
    'name: checkout-service\ndescription: What this flow delivers\ntemplate:\n  version: 1\n  trail:\n    attestations:\n      - name: unit-tests\n        type: junit',
};

/** With its template. @throws {UsageError} */
export async function readFlowFile(read: OptionReader): Promise<FlowFile> {
  const file = read.required('file');
  const { fields, text, wrong } = await readYamlFile(read, flowFileKind);
  const [{ stringify }, { readYaml }] = await Promise.all([import('yaml'), import('./read-yaml.ts')]);

  function textAt(key: string): string | undefined {
    const found = fields[key];
    if (found === undefined || found === null || found === '') return undefined;
    if (typeof found !== 'string') throw wrong(`has a ${key} that is not text: put it in quotes`);
    return found;
  }

  const name = textAt('name');
  if (name === undefined) throw wrong('has no name');
  if (!matches('flowName', name)) {
    throw wrongUse(
      `${file} has a name that the service does not take: ${JSON.stringify(name)}`,
      'Use letters, digits, -, _, . and ~, beginning with a letter or digit',
    );
  }
  const description = textAt('description');
  const visibility = textAt('visibility');
  if (visibility !== undefined && visibility !== 'public' && visibility !== 'private')
    throw wrong('has a visibility that is neither public nor private');
  const { template } = fields;
  if (isBlank(template)) {
    throw wrong('has an empty template, which would require nothing: leave the key out to keep the one that is stored');
  }
  if (Array.isArray(template) || (template !== undefined && typeof template !== 'object' && typeof template !== 'string')) {
    throw wrong('has a template that is neither a mapping nor text');
  }
  if (typeof template === 'string') readYaml(template, `The template in ${file}`, templateKeys);
  return {
    flow: { name, ...given({ description, visibility }) },
    template: template === undefined || typeof template === 'string' ? template : stringify(template),
    text,
    path: file,
  };
}

/** Null, an empty mapping, or a text of only spaces and comments. */
function isBlank(template: unknown): boolean {
  if (typeof template === 'string') return template.split('\n').every((line) => /^\s*(?:#|$)/.test(line));
  return template === null || (typeof template === 'object' && !Array.isArray(template) && Object.keys(template).length === 0);
}

interface TypeFile {
  readonly type: TypeInput;
  /** A JSON Schema; `undefined` accepts any data. */
  readonly schema: string | undefined;
}

const typeFileKind = {
  // Twice the largest schema.
  largest: 512 * 1024,
  holds: 'a type: name, description, schema, rules, summary',
  keys: keysOf('name description schema rules', { summary: keysOf('name expression') }),
  example:
    'name: coverage\ndescription: How much of the code is tested\nschema:\n  type: object\n  required: [lines]\nrules:\n  - .lines >= 80\nsummary:\n  - name: Lines\n    expression: .lines',
};

/** @throws {UsageError} */
export async function readTypeFile(read: OptionReader): Promise<TypeFile> {
  const { fields, wrong } = await readYamlFile(read, typeFileKind);
  const { description, name, rules, schema, summary } = fields;
  if (typeof name !== 'string' || name === '') throw wrong('has no name that is text');
  if (!isAbsent(description) && typeof description !== 'string') throw wrong('has a description that is not text: put it in quotes');
  if (!isAbsent(rules) && !passes(texts, rules)) throw wrong('has rules that are not a list of texts: put each in quotes');
  if (!isAbsent(summary) && !passes(lines, summary)) throw wrong('has a summary that is not a list of names and expressions');
  const text = isAbsent(schema) ? undefined : schemaText(schema);
  if (text === undefined && !isAbsent(schema)) throw wrong('has a schema that is neither a mapping nor the text of one');
  return {
    type: {
      name,
      ...(isAbsent(description) ? {} : { description }),
      ...(!isAbsent(rules) && rules.length > 0 ? { evaluator: { content_type: 'jq', rules } } : {}),
      ...(!isAbsent(summary) && summary.length > 0 ? { summary } : {}),
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
