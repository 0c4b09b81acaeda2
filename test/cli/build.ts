import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { filesBelow, root } from '../support/sources.ts';

/** The outcome of a run of the command line. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line as it is published: bundled, in a folder from which it finds its private Node. */
export interface Build {
  readonly bin: string;
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /** Starts it and does not wait. */
  start(args: readonly string[], options?: RunOptions): ChildProcess;
  remove(): void;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Node and its own arguments; the one that runs this test unless said otherwise. */
  readonly node?: readonly [string, ...string[]];
}

export function build(): Build {
  const folder = bundled();
  const home = mkdtempSync(join(tmpdir(), 'cli-home-'));
  const bin = join(folder, 'cli', 'bin.js');
  // The settings of this machine are left out: a runner's variables or an EVIDENCE_… of the developer would be options.
  const environment = (env: RunOptions['env'] = {}): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'] ?? '', HOME: home, ...env });
  return {
    bin,
    run: (args, { node = [process.execPath], env, cwd = home } = {}) =>
      new Promise((fulfil) => {
        const [program, ...before] = node;
        const child = execFile(program, [...before, bin, ...args], { env: environment(env), cwd, maxBuffer: 1e8 }, (_, stdout, stderr) =>
          fulfil({ code: child.exitCode, stdout, stderr }),
        );
      }),
    start(args, { node = [process.execPath], env, cwd = home } = {}) {
      const [program, ...before] = node;
      return spawn(program, [...before, bin, ...args], { env: environment(env), cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** The folder of the bundle of the present sources. All its tests share it. */
function bundled(): string {
  const files = ['src', join('scripts', 'build')].flatMap((folder) =>
    filesBelow(join(root, folder)).map((file) => [file, readFileSync(file, 'utf8')]),
  );
  const hash = createHash('sha256')
    .update(JSON.stringify([files, readFileSync(join(root, 'package-lock.json'), 'utf8')]))
    .digest('hex');
  const cache = join(root, 'node_modules', '.cache', 'cli-test');
  const folder = join(cache, hash);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const earlier = readdirSync(cache).filter((name) => /^[\da-f]{64}$/.test(name));
  const making = mkdtempSync(join(cache, 'making-'));
  execFileSync(process.execPath, [join(root, 'scripts', 'build', 'lib.ts'), making]);
  writeFileSync(join(making, 'package.json'), '{"type":"module"}');
  try {
    renameSync(making, folder);
  } catch (error) {
    // Another worker has made the same bundle meanwhile.
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  for (const name of earlier) rmSync(join(cache, name), { recursive: true, force: true });
  return folder;
}

/** Unpacks into an empty folder what npm makes of the package, with the command line of the present sources; the folder of the package. */
export function unpack({ bin }: Build, home: string): string {
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', home], { cwd: root, stdio: 'ignore' });
  const [tarball = ''] = readdirSync(home);
  execFileSync('tar', ['-xzf', tarball], { cwd: home });
  const folder = join(home, 'package');
  rmSync(join(folder, 'lib'), { recursive: true, force: true });
  cpSync(dirname(dirname(bin)), join(folder, 'lib'), { recursive: true });
  return folder;
}

/** The first line that a process writes to stdout from now on. */
export function firstLine(child: Pick<ChildProcess, 'stdout' | 'once' | 'removeListener'>): Promise<string> {
  return new Promise((fulfil, reject) => {
    let text = '';
    const gone = (code: number | null): void => reject(new Error(`ended with ${code} before it said anything`));
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      if (!text.includes('\n')) return;
      child.stdout?.removeListener('data', read);
      child.removeListener('exit', gone);
      fulfil(text.slice(0, text.indexOf('\n')));
    };
    child.stdout?.on('data', read);
    child.once('exit', gone);
  });
}

/** How a process ended. */
export function ended(child: ChildProcess): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }> {
  return new Promise((fulfil) => {
    if (child.exitCode !== null || child.signalCode !== null) fulfil({ code: child.exitCode, signal: child.signalCode });
    else child.once('exit', (code, signal) => fulfil({ code, signal }));
  });
}

/**
 * A Node that is too old: the machine's own if there is one, else this one under an older name. It goes the same way through
 * `bin` up to the start of the private Node.
 */
export function oldNode(): readonly [string, ...string[]] {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'))) {
    const path = join(folder, 'node');
    if (isExecutable(path) && isOld(execFileSync(path, ['--version'], { encoding: 'utf8' }))) return [path];
  }
  return pretended('20.19.0');
}

/** This Node under another version. */
export function pretended(version: string): readonly [string, ...string[]] {
  const program = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
  return [process.execPath, '--import', `data:text/javascript,${encodeURIComponent(program)}`];
}

function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major < 24 || (major === 24 && minor < 15);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
