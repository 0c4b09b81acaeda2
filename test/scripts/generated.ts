import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generateChecks, generatePaths, generateSchemas } from './generate-contract.ts';
import { actionCommands } from '../../src/commands/index.ts';
import { generateCommandManifest, generateManifest, generateReadme } from './generate-manifest.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every generated file: what stands there and what should. */
export function generated(): readonly { readonly path: string; readonly before: string; readonly after: string }[] {
  return [
    file('src/contract/checks.gen.ts', generateChecks),
    file('src/contract/paths.gen.ts', generatePaths),
    file('src/contract/schemas.gen.ts', generateSchemas),
    file('action.yml', generateManifest),
    ...actionCommands.map((command) => file(`.github/actions/${command.name}/action.yml`, () => generateCommandManifest(command))),
    file('README.md', generateReadme),
  ];
}

function file(name: string, make: (before: string) => string): { path: string; before: string; after: string } {
  const path = `${root}${name}`;
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return { path, before, after: make(before) };
}
