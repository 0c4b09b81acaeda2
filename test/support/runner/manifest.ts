import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';

export interface ManifestInput {
  readonly name: string;
  /** The default as it is written, with expressions. It is `''` for an input without one. */
  readonly default: string;
  readonly deprecation?: string;
}

export interface Manifest {
  readonly name: string;
  readonly inputs: readonly ManifestInput[];
  /** Absolute path of the script. */
  readonly main: string;
  /** The script that runs at the end of the job, whatever became of the job. */
  readonly post?: string;
}

/** Reads the fields of an action.yml that the runner reads. `required` is not one of them: the runner does not enforce it. */
export async function readManifest(path: string): Promise<Manifest> {
  // The runner's reader knows YAML 1.2's core schema, which is this package's default.
  const root = mapping(parse(await readFile(path, 'utf8')), path);
  const [misplaced] = misplacedExpressions(root);
  if (misplaced !== undefined) throw new Error(`${path}: ${misplaced}: expressions are not allowed here`);
  const runs = mapping(root['runs'], `${path}: runs`);
  const using = text(runs['using']);
  if (using !== 'node20' && using !== 'node24') throw new Error(`${path}: this harness runs node20 and node24 actions, not '${using}'`);
  if ('pre' in runs) throw new Error(`${path}: this harness runs 'main' and 'post'; it has no 'pre'`);
  const condition = text(runs['post-if']);
  if (condition !== '' && condition !== 'always()') throw new Error(`${path}: this harness runs 'post' always, not where ${condition}`);
  const main = text(runs['main']);
  if (main === '') throw new Error(`${path}: runs.main is missing`);
  const inputs = Object.entries(mapping(root['inputs'] ?? {}, `${path}: inputs`)).map(([name, value]) => {
    const metadata = mapping(value, `${path}: inputs.${name}`);
    const deprecation = text(metadata['deprecationMessage']);
    return { name, default: text(metadata['default']), ...(deprecation === '' ? {} : { deprecation }) };
  });
  const post = text(runs['post']);
  const script = (file: string): string => resolve(dirname(path), file);
  return { name: text(root['name']), inputs, main: script(main), ...(post === '' ? {} : { post: script(post) }) };
}

/**
 * Where a manifest of a JavaScript action holds an expression that the runner refuses, as `inputs.x.description`. By
 * its action_yaml.json one may stand in the default of an input alone; anywhere else the action does not load.
 */
export function misplacedExpressions(value: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof value === 'string') return value.includes('${{') && !isDefault(path) ? [path.join('.')] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key.includes('${{') ? [[...path, key].join('.')] : []),
    ...misplacedExpressions(inner, [...path, key]),
  ]);
}

function isDefault([first, , last, ...more]: readonly string[]): boolean {
  return first === 'inputs' && last === 'default' && more.length === 0;
}

function mapping(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${where}: a mapping was expected`);
  return Object.fromEntries(Object.entries(value));
}

function text(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error(`a text was expected where ${JSON.stringify(value)} is`);
}
