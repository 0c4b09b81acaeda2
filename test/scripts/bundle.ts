import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minify } from 'terser';
import { licensesOf, type BundleStats } from './licenses.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Makes the action's bundle: `tsc`, then ncc on what it emitted (ncc cannot read TypeScript 7 sources). `target` is
 * emptied first. The output depends on the sources and the lockfile alone, not on where it is made. It stays readable:
 * names and lines are kept, and only comments go, which every start would read through (`npm run bench:start`).
 */
export async function bundle(target = join(root, 'dist')): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    run(join(root, 'node_modules', 'typescript', 'bin', 'tsc'), ['-p', join(root, 'tsconfig.build.json')]);
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
    for (const name of readdirSync(join(scratch, 'dist')).filter((file) => file.endsWith('.js')))
      await withoutComments(join(scratch, 'dist', name));
    rmSync(target, { recursive: true, force: true });
    cpSync(join(scratch, 'dist'), target, { recursive: true });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function withoutComments(path: string): Promise<void> {
  const format = { beautify: true, indent_level: 1, comments: false, ascii_only: true };
  const { code } = await minify(readFileSync(path, 'utf8'), { module: true, compress: false, mangle: false, format });
  if (code === undefined) throw new Error(`${path} came out empty`);
  writeFileSync(path, `${code}\n`);
}

function run(script: string, args: readonly string[]): void {
  execFileSync(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bundle(process.argv[2]);
  process.stdout.write(`bundled: ${readdirSync(process.argv[2] ?? join(root, 'dist')).join(', ')}\n`);
}
