/**
 * Checks a change in the time that one waits for: `npm run check -- [COMMIT]`. The types of all that it touches, lint rules and
 * format of the files that differ from the commit (the last one where none is named), and the tests that are nearest to these:
 * those that import them by the fewest steps, or name them, as far as they fit into some seconds. It ends with 1 where one fails.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { count } from '../../src/text/index.ts';
import { filesBelow, importsOf, posix, root } from '../../test/support/sources.ts';
import { inTime, nearestTests, type Importers } from './near-tests.ts';

/** Milliseconds that the chosen tests took when they ran last. Some run at once. */
const testTime = 10_000;
/** They look at all sources, and are short. */
const aboutAll = ['test/architecture.test.ts', 'test/comments.test.ts', 'test/support/tiers.test.ts'];
const shell = process.platform === 'win32';

const began = performance.now();
const [commit = 'HEAD'] = process.argv.slice(2);
const changed = [...git('diff', '--name-only', '--no-renames', '-z', commit), ...git('ls-files', '--others', '--exclude-standard', '-z')];
if (changed.length === 0) say(`Nothing differs from ${commit}, so nothing was checked. Name an earlier commit: npm run check -- COMMIT`);
else await checkAll();

async function checkAll(): Promise<void> {
  const there = changed.filter((file) => existsSync(join(root, file)));
  const code = there.filter((file) => /\.[cm]?[jt]s$/.test(file));
  const all = nearestTests(changed, importersOf(changed)).filter((file) => !/\.(?:slow|timed|postgres)\.test\.ts$/.test(file));
  const tests = inTime(all, timesOf(all), testTime);
  say(
    `${count(changed.length, 'file differs', 'files differ')} from ${commit}. Now types, lint and ${count(tests.length, 'test file')} of ${all.length} that it may change …`,
  );
  const results = await Promise.all([
    check('Types', 'npm', ['run', '-s', 'typecheck']),
    ...(code.length === 0 ? [] : [check('Lint', 'oxlint', ['--type-aware', '--deny-warnings', ...code])]),
    check('Format', 'oxfmt', ['--check', '--no-error-on-unmatched-pattern', ...there]),
    check('Tests', 'vitest', ['run', '--reporter=minimal', ...new Set([...tests, ...aboutAll])]),
  ]);
  const failed = results.filter((name) => name !== undefined);
  const left = all.length - tests.length;
  say(
    `${failed.length === 0 ? 'Passed' : `Failed: ${failed.join(', ')}`}, after ${seconds()} s. ` +
      (left === 0 ? 'The slow tests did not run.' : `${count(left, 'test file')} further away and the slow tests did not run: npm test`),
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/** Runs next to the other checks, and shows its output where it fails. Answers its name then. */
async function check(name: string, command: string, args: readonly string[]): Promise<string | undefined> {
  const child = spawn(command, args, { cwd: root, shell, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  say(`${name} ${code === 0 ? 'passed' : 'failed'} after ${seconds()} s`);
  if (code === 0) return undefined;
  process.stdout.write(Buffer.concat(said));
  return name;
}

function git(...args: readonly string[]): readonly string[] {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: what changed is not known, and nothing was checked.`);
  return stdout.split('\0').filter((name) => name !== '');
}

/** Each of our files with the files that import a value of it, and each other changed file with the tests that name it. */
function importersOf(names: readonly string[]): Importers {
  const importers = new Map<string, string[]>();
  const others = names.filter((name) => !name.endsWith('.ts'));
  for (const file of ['src', 'test', 'scripts'].flatMap((folder) => filesBelow(join(root, folder)))) {
    const ours = importsOf(file).filter(({ kind, targetRoom }) => kind !== 'type' && targetRoom !== undefined);
    const text = file.endsWith('.test.ts') && others.length > 0 ? readFileSync(file, 'utf8') : '';
    const named = others.filter((name) => text.includes(basename(name)));
    for (const target of [...ours.map((one) => posix(join('src', one.target))), ...named]) {
      const known = importers.get(target);
      if (known === undefined) importers.set(target, [posix(relative(root, file))]);
      else known.push(posix(relative(root, file)));
    }
  }
  return importers;
}

/** Milliseconds that each test file took last, which vitest keeps; an assumed number where it never ran here. */
function timesOf(files: readonly string[]): (file: string) => number {
  const times = new Map<string, number>();
  for (const name of globSync('node_modules/.vite/vitest/*/results.json', { cwd: root })) {
    const { projects }: { projects: Record<string, { files: Record<string, { duration: number }> }> } = JSON.parse(
      readFileSync(join(root, name), 'utf8'),
    );
    for (const project of Object.values(projects))
      for (const file of files) times.set(file, project.files[file]?.duration ?? times.get(file) ?? 500);
  }
  return (file) => times.get(file) ?? 500;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function seconds(): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}
