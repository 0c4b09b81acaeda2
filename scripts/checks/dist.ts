import { copyFileSync, cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { execFileSync } from 'node:child_process';

const root = join(import.meta.dirname, '../../');
const copied = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'action.yml', 'src', 'scripts/build'];

/**
 * Makes the bundle from copies of the sources and packages in two folders of different depth. Compares the first with `dist/`, and the
 * second with the first. Gives a line per difference.
 */
export function checkDist(): readonly string[] {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'check-dist-')));
  try {
    const shallow = build(join(scratch, 'a'));
    const stale = differences(shallow, contents(join(root, 'dist')));
    if (stale.length > 0) return stale.map((name) => `${name} is not what the sources give: run npm run bundle`);
    const deep = build(join(scratch, 'b', 'with spaces', 'and', 'much', 'deeper'));
    return differences(shallow, deep).map((name) => `${name} depends on the folder that it is built in`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** As a clone and `npm ci` would put them there. */
function build(folder: string): ReadonlyMap<string, Buffer> {
  mkdirSync(folder, { recursive: true });
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  copyPackages(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, [join(folder, 'scripts', 'build', 'bundle.ts')], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return contents(join(folder, 'dist'));
}

/** Hundreds of megabytes: linked file by file where the file system allows it. A link to the folder would be resolved. */
function copyPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyPackages(source, target);
    else if (entry.isFile()) link(source, target);
  }
}

function link(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

function contents(folder: string): ReadonlyMap<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path), readFileSync(path)];
    }),
  );
}

function differences(one: ReadonlyMap<string, Buffer>, other: ReadonlyMap<string, Buffer>): readonly string[] {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((name) => other.get(name)?.equals(one.get(name) ?? Buffer.alloc(0)) !== true).toSorted();
}

if (import.meta.main) {
  const found = checkDist();
  for (const line of found) process.stderr.write(`${line}\n`);
  if (found.length === 0) process.stdout.write('dist/ is what the sources give, byte for byte, in two folders\n');
  process.exitCode = found.length === 0 ? 0 : 1;
}
