import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BundleStats } from './licenses.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Bundles one compiled file and all that it imports into a folder, where it is `index.js`. Tells what went into it. */
export function bundleEntry(entry: string, folder: string): BundleStats {
  const scratch = mkdtempSync(join(tmpdir(), 'bundle-stats-'));
  const stats = join(scratch, 'stats.json');
  try {
    const ncc = join(root, 'node_modules', '@vercel', 'ncc', 'dist', 'ncc', 'cli.js');
    runNode(ncc, ['build', join(root, 'lib', entry), '--out', folder, '--stats-out', stats, '--no-cache', '--quiet']);
    const told: BundleStats = JSON.parse(readFileSync(stats, 'utf8'));
    return told;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Runs a script of a package. */
export function runNode(script: string, args: readonly string[]): void {
  execFileSync(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
}
