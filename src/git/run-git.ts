import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { dirname } from 'node:path';

/** `missing`: there is no git on this machine. */
export type GitEnding =
  | { readonly kind: 'done'; readonly stdout: Buffer }
  | { readonly kind: 'failed'; readonly exitCode: number | undefined; readonly stderr: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'stopped'; readonly why: 'time' | 'size' };

export interface RunGitOptions {
  readonly input?: readonly string[];
  /** In milliseconds; 10 s unless said otherwise. */
  readonly timeLimit?: number;
  /** Most bytes of its output; 16 MiB unless said otherwise. */
  readonly sizeLimit?: number;
  /** Over the caller's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

const usualSizeLimit = 16 * 1024 * 1024;

/**
 * A repository's own configuration must not decide this: nothing of ours starts a pager, a hook, a monitor or a transfer.
 * `safe.directory` is believed on the command line since git 2.38; with it a checkout of another user (a container's root over
 * the runner's files) is read. That is safe here because only plumbing that reads is called; but for `hash-object`, which runs the filters
 * of the user's checkout, nothing of it starts a program. `--no-replace-objects`:
 * `refs/replace` could put another commit under the SHA that we vouch for.
 */
const hardening = [
  '--no-pager',
  '--no-replace-objects',
  ...['safe.directory=*', 'safe.bareRepository=explicit', 'core.fsmonitor=false', `core.hooksPath=${devNull}`].flatMap((setting) => [
    '-c',
    setting,
  ]),
];

/** Without a shell, within the limits of the options. It never throws: how it ended is a value. */
export function runGit(directory: string, args: readonly string[], options: RunGitOptions = {}): Promise<GitEnding> {
  const { promise, resolve } = Promise.withResolvers<GitEnding>();
  const child = execFile(
    'git',
    [...hardening, '-C', directory, ...args],
    {
      // Windows looks for programs in the working directory first, where a repository could keep a git.exe.
      cwd: dirname(process.execPath),
      env: { ...gitEnvironment(process.env), ...options.env },
      encoding: 'buffer',
      timeout: options.timeLimit ?? 10_000,
      killSignal: 'SIGKILL',
      maxBuffer: options.sizeLimit ?? usualSizeLimit,
      windowsHide: true,
    },
    (error, stdout, stderr) => {
      if (error === null) resolve({ kind: 'done', stdout });
      else if (error.code === 'ENOENT') resolve({ kind: 'missing' });
      else if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') resolve({ kind: 'stopped', why: 'size' });
      else if (error.killed === true) resolve({ kind: 'stopped', why: 'time' });
      else {
        const exitCode = typeof error.code === 'number' ? error.code : undefined;
        resolve({ kind: 'failed', exitCode, stderr: stderr.toString('utf8') || error.message });
      }
    },
  );
  // git may end before it has read its input; the callback says how it ended.
  child.stdin?.on('error', () => {});
  child.stdin?.end((options.input ?? []).map((line) => `${line}\n`).join(''));
  return promise;
}

/** Without its last line break; `undefined` where it fails or prints nothing. */
export async function printedBy(directory: string, args: readonly string[]): Promise<string | undefined> {
  const ending = await runGit(directory, args);
  return ending.kind === 'done' ? ending.stdout.toString('utf8').replace(/\r?\n$/, '') || undefined : undefined;
}

/** `undefined` where it failed or printed something else. */
export function shaPrinted(ending: GitEnding): string | undefined {
  const text = ending.kind === 'done' ? ending.stdout.toString('latin1').trim() : '';
  return /^[0-9a-f]{40}$/.test(text) ? text : undefined;
}

/**
 * The caller's environment for git: `GIT_*` that would point it at another repository is left out (a git hook sets
 * such), and so is what the runner hands to the action alone, its secrets among them.
 */
export function gitEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => {
    const upper = name.toUpperCase();
    return keptGitVariables.has(upper) || !/^(?:GIT|INPUT|ACTIONS|EVIDENCE)_/.test(upper);
  });
  return {
    ...Object.fromEntries(kept),
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    // A partial clone would fetch a missing object, by a program that its configuration names.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: '',
    LC_ALL: 'C',
  };
}

const keptGitVariables: ReadonlySet<string> = new Set([
  'GIT_CEILING_DIRECTORIES',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_SYSTEM',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
  'GIT_EXEC_PATH',
]);
