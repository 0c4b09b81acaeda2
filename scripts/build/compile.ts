import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from './run-node.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The folder is in the project because the bundler finds its packages there. It is always the same because the bundler numbers
 * modules by it.
 */
export const compiled = join(root, '.bundle');

/**
 * Makes of the sources what ncc can read, which is not TypeScript 7, and says to it which modules do nothing when they are
 * loaded, so that it leaves out those of which nothing is used. Take it away when the bundles are made.
 */
export function compile(): void {
  rmSync(compiled, { recursive: true, force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  runNode(tsc, ['-p', join(root, 'tsconfig.build.json'), '--noCheck']);
  writeFileSync(join(compiled, 'package.json'), JSON.stringify({ type: 'module', sideEffects: doing }));
  // We use its outputs, and @actions/glob its log; with its tokens of OpenID Connect comes all of undici. It has no door but the
  // one, and says nothing of side effects. So a copy of it says that it has none.
  for (const name of ['core', 'glob']) {
    cpSync(join(root, 'node_modules', '@actions', name), join(compiled, 'node_modules', '@actions', name), { recursive: true });
  }
  const manifest = join(compiled, 'node_modules', '@actions', 'core', 'package.json');
  const core: object = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, JSON.stringify({ ...core, sideEffects: false }));
}

/**
 * Modules that do something when they are loaded. The indexes of `errors` and `text` do nothing: but with them here webpack does
 * not look behind them, and joins each room whole (docs/adr/0003-start.md).
 */
const doing = [
  './errors/index.js',
  './text/index.js',
  './action/main.js',
  './job-service/main.js',
  './job-service/post.js',
  './job-service/child.js',
  './service/rules/rules-thread.js',
];
