import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleEntry } from './bundle-entry.ts';
import { bundleServe } from './bundle-serve.ts';
import { compile, compiled } from './compile.ts';
import { makeContract } from './generated.ts';
import { licensesOf } from './licenses.ts';
import { makeVerifyPage } from './verify-page.ts';

const root = join(import.meta.dirname, '../../');

/**
 * Makes the bundles of the actions: `tsc`, then ncc on what it emitted, then a minifier. `target` is emptied first. The output
 * depends on the sources and the lockfile alone, not on where it is made.
 */
export async function bundle(target = join(root, 'dist')): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    makeContract();
    compile();
    const dist = join(scratch, 'dist');
    const stats = bundleEntry('action/main.js', dist);
    writeFileSync(join(dist, 'licenses.txt'), licensesOf([stats, await makeVerifyPage(dist)]));
    bundleServe(join(dist, 'serve'));
    rmSync(target, { recursive: true, force: true });
    cpSync(dist, target, { recursive: true });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    rmSync(compiled, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  await bundle(process.argv[2]);
  process.stdout.write(`bundled: ${readdirSync(process.argv[2] ?? join(root, 'dist')).join(', ')}\n`);
}
