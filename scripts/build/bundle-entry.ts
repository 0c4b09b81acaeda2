import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiled } from './compile.ts';
import type { BundleStats } from './licenses.ts';
import { minify } from './minify.ts';
import { runNode } from './run-node.ts';

const root = join(import.meta.dirname, '../../');

/** Bundles one compiled file and everything that it imports into a folder, as `index.js`. Answers what went into it. */
export function bundleEntry(entry: string, folder: string): BundleStats {
  const scratch = mkdtempSync(join(tmpdir(), 'bundle-stats-'));
  const stats = join(scratch, 'stats.json');
  try {
    const ncc = join(root, 'node_modules', '@vercel', 'ncc', 'dist', 'ncc', 'cli.js');
    runNode(ncc, ['build', join(compiled, entry), '--out', folder, '--stats-out', stats, '--no-cache', '--quiet']);
    minify(folder);
    const told: BundleStats = JSON.parse(readFileSync(stats, 'utf8'));
    return told;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
