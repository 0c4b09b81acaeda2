import { matches } from '../../contract/patterns.ts';
import type { FlowInput } from '../../contract/index.ts';
import { UsageError } from '../../errors/index.ts';
import type { OptionReader } from '../../options/index.ts';
import { readYamlFile } from './read-text.ts';
import type { Keys } from './read-yaml.ts';
import { given } from '../../text/index.ts';

export interface FlowFile {
  readonly flow: FlowInput;
  /** YAML; `undefined` keeps the stored template. */
  readonly template: string | undefined;
  /** The whole file, for messages about its lines. */
  readonly text: string;
}

const entry: Keys = { name: undefined, type: undefined };

/** The keys of a template. The interface allows no others, at any level. */
const templateKeys: Keys = {
  version: undefined,
  trail: { attestations: entry, artifacts: { name: undefined, attestations: entry } },
};

const kind = {
  // Twice the largest template.
  largest: 512 * 1024,
  holds: 'a flow: name, description, visibility, template',
  keys: { name: undefined, description: undefined, visibility: undefined, template: templateKeys },
  example:
    'name: checkout-service\ndescription: What this flow delivers\ntemplate:\n  version: 1\n  trail:\n    attestations:\n      - name: unit-tests\n        type: junit',
};

/** Reads a flow and its template from YAML. Throws a `UsageError`. */
export async function readFlowFile(read: OptionReader<'file'>): Promise<FlowFile> {
  const file = read.required('file');
  const { fields, text, wrong } = await readYamlFile(read, kind);
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
    throw new UsageError('invalid-input', `${file} has a name that the service does not take: ${JSON.stringify(name)}`, {
      fix: 'Use letters, digits, -, _, . and ~, beginning with a letter or digit',
    });
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
  };
}

/** Null, an empty mapping, or a text of only spaces and comments. */
function isBlank(template: unknown): boolean {
  if (typeof template === 'string') return template.split('\n').every((line) => /^\s*(?:#|$)/.test(line));
  return template === null || (typeof template === 'object' && !Array.isArray(template) && Object.keys(template).length === 0);
}
