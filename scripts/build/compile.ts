import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './run-node.ts';

const root = join(import.meta.dirname, '../../');

/**
 * The folder is in the project because the bundler finds its packages there. It is always the same because the bundler numbers
 * modules by it.
 */
export const compiled = join(root, '.bundle');

/**
 * Turns the sources into code that ncc can read, because it cannot read TypeScript 7. Marks the modules that do nothing when they are
 * loaded, so that ncc leaves out the unused ones. Remove the folder when the bundles are made.
 */
export function compile(): void {
  rmSync(compiled, { recursive: true, force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  runNode(tsc, ['-p', join(root, 'tsconfig.build.json'), '--noCheck']);
  writeFileSync(join(compiled, 'package.json'), JSON.stringify({ type: 'module', sideEffects: doing }));
  // Our printer and @actions/glob write through @actions/core. All of undici comes with its tokens of OpenID
  // Connect. It has only one entry, and does not say that it has no side effects. So a copy of it says that.
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
  './client/undici.js',
  './job-service/main.js',
  './job-service/post.js',
  './job-service/child.js',
  './service/rules/rules-thread.js',
  './service/sqlite/reading-thread.js',
];
