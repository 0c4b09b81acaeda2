import { devNull } from 'node:os';
import { isAbsolute } from 'node:path';
import { EvidenceError } from '../errors/index.ts';
import { isLoopback, oneLine } from '../text/index.ts';
import { webUrlOf } from './facts.ts';
import { askHalves, present, type ObjectStore } from './object-store.ts';
import { printedBy, runGit, type GitEnding } from './run-git.ts';

/** The protocols that git may ask by: no program that a configuration names is started, and no token goes over the net in the clear. */
const webProtocols = 'https:file';

/** For an address of our own choice: on this very machine plain HTTP will do. */
function protocolsOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'http:' && isLoopback(parsed.hostname) ? `${webProtocols}:http` : webProtocols;
}

/** `authorization` is a header; null: none is needed. */
export interface FetchFrom {
  readonly url: string;
  readonly authorization: string | null;
}

const atOnce = 200;

/**
 * Resolves to those that are still missing; writes into the temporary directory. GitHub keeps the heads of pull requests, and for a while
 * what was pushed away by force. Only HTTPS and files are asked, and no program that a configuration names is started.
 */
export async function fetchMissing(store: ObjectStore, shas: readonly string[], from: FetchFrom | null): Promise<ReadonlySet<string>> {
  const missing = await absent(store, shas);
  const source = missing.length === 0 ? undefined : (from ?? (await originOf(store)));
  if (source === undefined) return new Set(missing);
  // The configuration of a clone names no program or service of this machine.
  const protocols = from === null ? webProtocols : protocolsOf(from.url);
  for (let at = 0; at < missing.length; at += atOnce) {
    await askHalves(missing.slice(at, at + atOnce), (some) => fetchSome(store, some, source, protocols));
  }
  return new Set(await absent(store, missing));
}

async function absent(store: ObjectStore, shas: readonly string[]): Promise<readonly string[]> {
  const here = await present(store, shas);
  return [...new Set(shas)].filter((sha) => !here.has(sha));
}

/** False where the server refused the whole call for one commit that it does not have. */
async function fetchSome(
  store: ObjectStore,
  shas: readonly string[],
  { authorization, url }: FetchFrom,
  protocols: string,
): Promise<boolean> {
  const options = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance', '--no-recurse-submodules'];
  const ending = await store.run(['-c', 'http.followRedirects=false', 'fetch', ...options, '--', url, ...shas], {
    timeLimit: 120_000,
    env: {
      GIT_ALLOW_PROTOCOL: protocols,
      // In the environment, where other users of the machine do not see it.
      ...(authorization === null
        ? {}
        : { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'http.extraheader', GIT_CONFIG_VALUE_0: `authorization: ${authorization}` }),
    },
  });
  return ending.kind !== 'failed' || !/not our ref|remote ref/i.test(ending.stderr);
}

/** The header is the one that actions/checkout left in the clone. */
async function originOf({ clone }: ObjectStore): Promise<FetchFrom | undefined> {
  const written = (await printedBy(clone, ['ls-remote', '--get-url', 'origin'])) ?? '';
  const url = /^(?:https|file):/.test(written) || isAbsolute(written) ? written : webUrlOf(written);
  if (url === undefined) return undefined;
  const header = (await printedBy(clone, ['config', '--get-urlmatch', 'http.extraheader', url])) ?? '';
  return { url, authorization: /^authorization:\s*(.+)$/i.exec(header.trim())?.[1] ?? null };
}

/** In milliseconds. */
const timeLimit = 60 * 60_000;

/**
 * Clones a repository with its whole history into a folder that does not exist yet, and checks nothing out: no file of it lands on the
 * disk, and nothing that it says is started. `empty`: nothing was ever pushed to it.
 *
 * @throws {EvidenceError} `unknown-commit` where it cannot be cloned.
 */
export async function cloneWhole({ authorization, url }: FetchFrom, parent: string, folder: string): Promise<'cloned' | 'empty'> {
  const options = ['--quiet', '--no-checkout', '--no-local', '--template=', '--origin', 'origin'];
  const ending = await runGit(parent, ['-c', 'http.followRedirects=false', 'clone', ...options, '--', url, folder], {
    timeLimit,
    env: {
      GIT_ALLOW_PROTOCOL: protocolsOf(url),
      GIT_CONFIG_GLOBAL: devNull,
      GIT_CONFIG_NOSYSTEM: '1',
      // In the environment, where other users of the machine do not see it.
      ...(authorization === null
        ? {}
        : { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'http.extraheader', GIT_CONFIG_VALUE_0: `authorization: ${authorization}` }),
    },
  });
  if (ending.kind !== 'done') throw notCloned(ending, url);
  const refs = await runGit(folder, ['for-each-ref', '--count=1']);
  if (refs.kind !== 'done') throw notCloned(refs, url);
  return refs.stdout.length === 0 ? 'empty' : 'cloned';
}

function notCloned(ending: Exclude<GitEnding, { readonly kind: 'done' }>, url: string): EvidenceError {
  const fault = (why: string, fix: string): EvidenceError =>
    new EvidenceError('unknown-commit', `${url} could not be cloned: ${why}`, { fix });
  switch (ending.kind) {
    case 'missing':
      return fault('there is no git on this machine', 'Install git');
    case 'stopped':
      return fault(
        ending.why === 'time' ? `it took longer than ${timeLimit / 60_000} min` : 'git printed too much',
        'Run this again, on a machine with a faster way to GitHub',
      );
    case 'failed':
      return fault(
        oneLine(ending.stderr.trim() || `git ended with ${ending.exitCode ?? 'a signal'}`, 300),
        'Let the token read its contents (`contents: read`); look whether the disk is full; then run this again',
      );
  }
}
