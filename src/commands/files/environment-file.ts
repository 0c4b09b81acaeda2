import type { EnvironmentInput } from '../../contract/index.ts';
import { UsageError } from '../../errors/index.ts';
import type { OptionReader } from '../../options/index.ts';
import type { Keys } from './read-yaml.ts';

/** Largest file of an environment, in bytes. */
const largest = 64 * 1024;

const keys: Keys = { name: undefined, type: undefined, description: undefined, policies: undefined, included_environments: undefined };

/** Reads an environment from YAML. Throws a `UsageError`. The service checks the values. */
export async function readEnvironmentFile(read: OptionReader<'file'>): Promise<EnvironmentInput> {
  const file = read.required('file');
  const content = await read.file(file, largest);
  if (content.kind !== 'text') {
    throw new UsageError('invalid-input', `${file} cannot be read as the file of an environment (${content.kind})`, {
      fix: 'Look at the path: it is relative to the working directory, and leads to a small file',
    });
  }
  // Only commands about such files read YAML.
  const { readYaml } = await import('./read-yaml.ts');
  const value = readYaml(content.text, file, keys);
  if (isEnvironmentInput(value)) return value;
  throw new UsageError('invalid-input', `${file} is not the file of an environment`, {
    fix: 'Write it so:\n\nname: prod\ntype: server\ndescription: What customers use\npolicies: [strict]',
  });
}

const isTexts = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((each) => typeof each === 'string'));

function isEnvironmentInput(value: unknown): value is EnvironmentInput {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const known = new Map<string, unknown>(Object.entries(value));
  const isText = (name: string) => typeof known.get(name) === 'string';
  return (
    isText('name') &&
    isText('type') &&
    (known.get('description') === undefined || isText('description')) &&
    isTexts(known.get('policies')) &&
    isTexts(known.get('included_environments'))
  );
}
