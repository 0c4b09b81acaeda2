import { matches } from '../../contract/patterns.ts';
import type { FlowInput } from '../../contract/index.ts';
import { UsageError } from '../../errors/index.ts';
import type { OptionReader } from '../../options/index.ts';
import { readText } from './read-text.ts';
import { flowKeys, templateKeys } from './template-keys.ts';
import { given } from '../../text/index.ts';

/** Largest flow file, in bytes: twice the largest template. */
const largest = 512 * 1024;

/** A flow as its file has it. */
export interface FlowFile {
  readonly flow: FlowInput;
  /** YAML; `undefined` keeps the stored template. */
  readonly template: string | undefined;
  /** The whole file, for messages about its lines. */
  readonly text: string;
}

/** Reads a flow and its template from YAML: name, description, visibility, template. Throws a `UsageError`. */
export async function readFlowFile(read: OptionReader<'file'>): Promise<FlowFile> {
  const file = read.required('file');
  const text = await readText(read, largest, 'a flow: name, description, visibility, template');
  // Only commands about flows read YAML.
  const [{ stringify }, { readYaml }] = await Promise.all([import('yaml'), import('./read-yaml.ts')]);
  const value = readYaml(text, file, flowKeys);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw shape(file, 'is not a mapping');
  const name = textAt(value, 'name', file);
  if (name === undefined) throw shape(file, 'has no name');
  if (!matches('flowName', name)) {
    throw new UsageError('invalid-input', `${file} has a name that the service does not take: ${JSON.stringify(name)}`, {
      fix: 'Use letters, digits, -, _, . and ~, beginning with a letter or digit',
    });
  }
  const description = textAt(value, 'description', file);
  const visibility = textAt(value, 'visibility', file);
  if (visibility !== undefined && visibility !== 'public' && visibility !== 'private')
    throw shape(file, 'has a visibility that is neither public nor private');
  const template: unknown = 'template' in value ? value.template : undefined;
  if (isBlank(template)) {
    throw shape(file, 'has an empty template, which would require nothing: leave the key out to keep the one that is stored');
  }
  if (Array.isArray(template) || (template !== undefined && typeof template !== 'object' && typeof template !== 'string')) {
    throw shape(file, 'has a template that is neither a mapping nor text');
  }
  if (typeof template === 'string') readYaml(template, `The template in ${file}`, templateKeys);
  return {
    flow: { name, ...given({ description, visibility }) },
    template: template === undefined || typeof template === 'string' ? template : stringify(template),
    text,
  };
}

/** Null, an empty mapping, or a text of only spaces and comments. */
function isBlank(template: unknown): boolean {
  if (typeof template === 'string') return template.split('\n').every((line) => /^\s*(?:#|$)/.test(line));
  return template === null || (typeof template === 'object' && !Array.isArray(template) && Object.keys(template).length === 0);
}

function textAt(value: object, key: string, file: string): string | undefined {
  const found: unknown = Reflect.get(value, key);
  if (found === undefined || found === null || found === '') return undefined;
  if (typeof found !== 'string') throw shape(file, `has a ${key} that is not text: put it in quotes`);
  return found;
}

function shape(file: string, what: string): UsageError {
  return new UsageError('invalid-input', `${file} ${what}`, {
    fix: 'Write it so:\n\nname: checkout-service\ndescription: What this flow delivers\ntemplate:\n  version: 1\n  trail:\n    attestations:\n      - name: unit-tests\n        type: junit',
  });
}
