import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../');

/** A workflow that the documentation shows, as it stands there. */
export interface Example {
  /** The name in the marker in front of it, `<!-- workflow: name -->`; `undefined` where there is no marker. */
  readonly name: string | undefined;
  /** The recipe that it is a flow file of. */
  readonly flow: string | undefined;
  /** Path of the page, from the root. */
  readonly page: string;
  readonly text: string;
}

/** Every block of YAML in the README and in `docs/` that uses this action. */
export function examples(): readonly Example[] {
  return yamlBlocks().filter(({ text }) => /<owner>\/compliance-evidence(?:@|\/\.github\/workflows\/)/.test(text));
}

/** The flow files that a page shows for a recipe, by the marker in front of them, `<!-- flow: name -->`. */
export function flowsOf(recipe: string): readonly string[] {
  return yamlBlocks().flatMap(({ flow, text }) => (flow === recipe ? text : []));
}

/** Every block of YAML in the README and in `docs/`. */
export function yamlBlocks(): readonly Example[] {
  const pages = ['README.md', ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`)];
  return pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => Array.from(readFileSync(join(root, page), 'utf8').matchAll(block), (match) => toExample(page, match)));
}

// A marker counts only on the line before its block.
const block =
  /(?:^<!-- (?:workflow: (?<name>[a-z-]+)|flow: (?<flow>[a-z-]+)) -->\n)?^ *(?<fence>`{3,}|~{3,})ya?ml *\n(?<text>[^]*?)^ *\k<fence> *$/gm;

function toExample(page: string, { groups }: RegExpMatchArray): Example {
  return { name: groups?.['name'], flow: groups?.['flow'], page, text: groups?.['text'] ?? '' };
}
