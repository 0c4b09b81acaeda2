import { execFile, execFileSync, spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
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
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
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
  /** Runs it once for each list of arguments, all in one process, which stays for the next call: to start one takes longer than most commands. */
  runEach(lists: readonly (readonly string[])[], options?: RunOptions): Promise<readonly Ended[]>;
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
  const each = join(folder, 'each.js');
  // The settings of this machine are left out: a runner's variables or an EVIDENCE_… of the developer would be options.
  const environment = (env: RunOptions['env'] = {}): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'] ?? '', HOME: home, ...env });
  let repeater: ChildProcessByStdio<Writable, Readable, null> | undefined;
  let last: Promise<readonly Ended[]> = Promise.resolve([]);
  return {
    bin,
    run: (args, { node = [process.execPath], env, cwd = home } = {}) =>
      new Promise((fulfil) => {
        const [program, ...before] = node;
        const child = execFile(program, [...before, bin, ...args], { env: environment(env), cwd, maxBuffer: 1e8 }, (_, stdout, stderr) =>
          fulfil({ code: child.exitCode, stdout, stderr }),
        );
      }),
    runEach(lists, { env, cwd = home } = {}) {
      const child = (repeater ??= spawn(process.execPath, [each], { env: environment(), stdio: ['pipe', 'pipe', 'inherit'] }));
      last = last.then(async () => {
        child.stdin.write(`${JSON.stringify({ lists, env: environment(env), cwd })}\n`);
        return JSON.parse(await firstLine(child));
      });
      return last;
    },
    start(args, { node = [process.execPath], env, cwd = home } = {}) {
      const [program, ...before] = node;
      return spawn(program, [...before, bin, ...args], { env: environment(env), cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    },
    remove: () => {
      repeater?.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The folder of the bundle of the present sources. All its tests share it. */
function bundled(): string {
  const files = ['src', join('scripts', 'build')].flatMap((folder) =>
    filesBelow(join(root, folder)).map((file) => [file, readFileSync(file, 'utf8')]),
  );
  const hash = createHash('sha256')
    .update(JSON.stringify([files, readFileSync(join(root, 'package-lock.json'), 'utf8'), runsEach]))
    .digest('hex');
  const cache = join(root, 'node_modules', '.cache', 'cli-test');
  const folder = join(cache, hash);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const earlier = readdirSync(cache).filter((name) => /^[\da-f]{64}$/.test(name));
  const making = mkdtempSync(join(cache, 'making-'));
  execFileSync(process.execPath, [join(root, 'scripts', 'build', 'lib.ts'), making]);
  writeFileSync(join(making, 'package.json'), '{"type":"module"}');
  writeFileSync(join(making, 'each.js'), runsEach);
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

/** Runs `main` for each list of arguments that comes in, and gives the outcome of each. */
const runsEach = `
  import { createInterface } from 'node:readline';
  import { main } from './cli/main.js';
  const print = process.stdout.write.bind(process.stdout);
  for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0);
  for await (const line of createInterface({ input: process.stdin })) {
    const { lists, env, cwd } = JSON.parse(line);
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, env);
    process.chdir(cwd);
    const ended = [];
    for (const args of lists) {
      const said = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr']) {
        process[name].write = (chunk, ...rest) => {
          said[name] += chunk;
          rest.at(-1)?.();
          return true;
        };
      }
      process.exitCode = undefined;
      await main([process.execPath, 'compliance-evidence', ...args]);
      ended.push({ code: process.exitCode ?? 0, ...said });
    }
    print(JSON.stringify(ended) + '\\n');
    process.exitCode = 0;
  }
`;

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
