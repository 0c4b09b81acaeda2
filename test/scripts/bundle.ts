import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { licensesOf, type BundleStats } from './licenses.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Makes the action's bundle: `tsc`, then ncc on what it emitted (ncc cannot read TypeScript 7 sources). `target` is
 * emptied first. The output depends on the sources and the lockfile alone, not on where it is made.
 * It is neither minified nor stripped of comments: it can be read, and a printer that drops the brackets round webpack's
 * module functions makes V8 parse them twice (17 ms of 100 a start, measured).
 */
export function bundle(target = join(root, 'dist')): void {
  const scratch = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    run(join(root, 'node_modules', 'typescript', 'bin', 'tsc'), ['-p', join(root, 'tsconfig.build.json'), '--noCheck']);
    run(join(root, 'node_modules', '@vercel', 'ncc', 'dist', 'ncc', 'cli.js'), [
      'build',
      join(root, 'lib', 'action', 'main.js'),
      '--out',
      join(scratch, 'dist'),
      '--stats-out',
      join(scratch, 'stats.json'),
      '--no-cache',
      '--quiet',
    ]);
    const stats: BundleStats = JSON.parse(readFileSync(join(scratch, 'stats.json'), 'utf8'));
    writeFileSync(join(scratch, 'dist', 'licenses.txt'), licensesOf(stats));
    rmSync(target, { recursive: true, force: true });
    cpSync(join(scratch, 'dist'), target, { recursive: true });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function run(script: string, args: readonly string[]): void {
  execFileSync(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  bundle(process.argv[2]);
  process.stdout.write(`bundled: ${readdirSync(process.argv[2] ?? join(root, 'dist')).join(', ')}\n`);
}
