import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleEntry, runNode } from './bundle-entry.ts';
import { bundleServe } from './bundle-serve.ts';
import { licensesOf } from './licenses.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Makes the bundles of the actions: `tsc`, then ncc on what it emitted (ncc cannot read TypeScript 7 sources). `target` is
 * emptied first. The output depends on the sources and the lockfile alone, not on where it is made.
 * They are neither minified nor stripped of comments: they can be read, and a printer that drops the brackets round webpack's
 * module functions makes V8 parse them twice (17 ms of 100 a start, measured).
 */
export function bundle(target = join(root, 'dist')): void {
  const scratch = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    runNode(join(root, 'node_modules', 'typescript', 'bin', 'tsc'), ['-p', join(root, 'tsconfig.build.json'), '--noCheck']);
    const dist = join(scratch, 'dist');
    const stats = bundleEntry('action/main.js', dist);
    writeFileSync(join(dist, 'licenses.txt'), licensesOf([stats]));
    bundleServe(join(dist, 'serve'));
    rmSync(target, { recursive: true, force: true });
    cpSync(dist, target, { recursive: true });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  bundle(process.argv[2]);
  process.stdout.write(`bundled: ${readdirSync(process.argv[2] ?? join(root, 'dist')).join(', ')}\n`);
}
