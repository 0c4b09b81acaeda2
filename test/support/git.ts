import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The author and the moment of every commit made here, so that equal commits have equal SHAs. */
export const author = { name: 'Ada Lovelace', mail: 'ada@example.com', timestamp: 1_767_323_045 } as const;

const made: string[] = [];

/** A real repository on branch `main`, without a commit. Removed by `removeRepositories`. */
export function makeRepository({ branch = 'main', origin = '' }: { readonly branch?: string; readonly origin?: string } = {}): string {
  const directory = temporaryDirectory();
  cpSync(template(branch, origin), directory, { recursive: true });
  return directory;
}

/** Repositories without a commit, by branch and origin: to copy one starts no process. */
const templates = new Map<string, string>();

function template(branch: string, origin: string): string {
  const key = `${branch} ${origin}`;
  const known = templates.get(key);
  if (known !== undefined) return known;
  const directory = temporaryDirectory();
  if (origin === '') git(directory, ['init', '--quiet', '--template=', '--initial-branch', branch]);
  else {
    cpSync(template(branch, ''), directory, { recursive: true });
    const fetch = 'fetch = +refs/heads/*:refs/remotes/origin/*';
    appendFileSync(join(directory, '.git', 'config'), `[remote "origin"]\n\turl = ${JSON.stringify(origin)}\n\t${fetch}\n`);
  }
  templates.set(key, directory);
  return directory;
}

/** Commits on top of the checkout, with nothing changed. Gives the SHA. */
export function commit(directory: string, message = 'A commit', options: { readonly config?: readonly string[] } = {}): string {
  const config = (options.config ?? []).flatMap((setting) => ['-c', setting]);
  git(directory, [...config, 'commit', '--quiet', '--allow-empty', '--cleanup=verbatim', '--message', message]);
  return headOf(directory);
}

/** A merge commit of HEAD (the first parent) and any number of other commits. It is checked out then. Gives its SHA. */
export function merge(directory: string, ...others: readonly string[]): string {
  const parents = ['HEAD', ...others].flatMap((parent) => ['-p', parent]);
  const sha = git(directory, ['commit-tree', 'HEAD^{tree}', ...parents, '-m', 'A merge']);
  git(directory, ['reset', '--quiet', '--hard', sha]);
  return headOf(directory);
}

/** A clone of depth 1 at a branch, a tag or (fetched as actions/checkout does, HEAD detached) a commit. */
export function cloneShallow(source: string, at = 'main'): string {
  const directory = temporaryDirectory();
  const url = pathToFileURL(source).href;
  git(directory, ['init', '--quiet', '--template=']);
  git(directory, ['remote', 'add', 'origin', url]);
  git(directory, ['-c', 'protocol.version=2', 'fetch', '--quiet', '--depth', '1', 'origin', at]);
  git(directory, ['checkout', '--quiet', '--detach', 'FETCH_HEAD']);
  return directory;
}

/** An empty directory that is in no repository. Removed by `removeRepositories`. */
export function temporaryDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'evidence-git-')));
  made.push(directory);
  return directory;
}

/** Call this after the tests of a file. */
export function removeRepositories(): void {
  templates.clear();
  // A git that was ended may still write for a moment.
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Runs git with fixed people and dates, without the configuration of this machine, and with no process of its own to clean up. */
export function git(directory: string, args: readonly string[], input?: string | Uint8Array): string {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return execFileSync('git', ['-c', 'maintenance.auto=false', '-C', directory, ...args], {
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(input === undefined ? {} : { input }),
    env: {
      ...Object.fromEntries(inherited),
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.mail,
      GIT_AUTHOR_DATE: `@${author.timestamp} +0000`,
      GIT_COMMITTER_NAME: 'A Committer',
      GIT_COMMITTER_EMAIL: 'committer@example.com',
      GIT_COMMITTER_DATE: `@${author.timestamp + 60} +0000`,
    },
  }).trim();
}

/** The SHA of what is checked out: a branch that was just written to has it in a file, and a process costs as much as a commit. */
export function headOf(directory: string): string {
  const branch = branchOf(directory);
  const sha = branch === undefined ? '' : readText(join(directory, '.git', 'refs', 'heads', branch));
  return sha === '' ? git(directory, ['rev-parse', 'HEAD']) : sha.trim();
}

/** The branch that is checked out, where it can be told without a process. */
export function branchOf(directory: string): string | undefined {
  return /^ref: refs\/heads\/(.*)$/m.exec(readText(join(directory, '.git', 'HEAD')))?.[1];
}

/** Nothing of a file that is not there, as in a linked work tree. */
function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
