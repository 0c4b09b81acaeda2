import { devNull } from 'node:os';
import { isAbsolute } from 'node:path';
import { EvidenceError } from '../errors/index.ts';
import { isLoopback, oneLine } from '../text/index.ts';
import { webUrlOf } from './facts.ts';
import { askHalves, bloblessMark, present, type FetchFrom, type Kind, type ObjectStore } from './object-store.ts';
import { printedBy, runGit, type GitEnding } from './run-git.ts';

/** The protocols that git may ask by: no program that a configuration names is started, and no token goes over the net in the clear. */
const webProtocols = 'https:file';

/** For an address of our own choice: on this very machine plain HTTP will do. */
function protocolsOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'http:' && isLoopback(parsed.hostname) ? `${webProtocols}:http` : webProtocols;
}

const atOnce = 1000;

/**
 * Resolves to those that are still missing; writes into the temporary directory. GitHub keeps the heads of pull requests, and for a while
 * what was pushed away by force. Only HTTPS and files are asked, and no program that a configuration names is started.
 */
export async function fetchMissing(store: ObjectStore, shas: readonly string[], kind: Kind = 'commit'): Promise<ReadonlySet<string>> {
  const missing = await absent(store, shas, kind);
  const source = missing.length === 0 ? undefined : (store.fetchFrom ?? (await originOf(store)));
  if (source === undefined) return new Set(missing);
  for (let at = 0; at < missing.length; at += atOnce) {
    await askHalves(missing.slice(at, at + atOnce), (some) => fetchSome(store, some, source, kind));
  }
  return new Set(await absent(store, missing, kind));
}

async function absent(store: ObjectStore, shas: readonly string[], kind: Kind): Promise<readonly string[]> {
  const here = await present(store, shas, kind);
  return [...new Set(shas)].filter((sha) => !here.has(sha));
}

/** False where the server refused the whole call for one object that it does not have. */
async function fetchSome(store: ObjectStore, shas: readonly string[], source: FetchFrom, kind: Kind): Promise<boolean> {
  const options = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance', '--no-recurse-submodules', '--stdin'];
  // `--filter` would write these into the repository, and git would then try to fetch whatever it does not find.
  const promised = { [`remote.${source.url}.promisor`]: 'true', [`remote.${source.url}.partialclonefilter`]: 'blob:none' };
  const ending = await store.run(['-c', 'http.followRedirects=false', 'fetch', ...options, '--', source.url], {
    input: shas,
    timeLimit: 300_000,
    env: {
      // The configuration of a clone names no program or service of this machine.
      GIT_ALLOW_PROTOCOL: store.fetchFrom === null ? webProtocols : protocolsOf(source.url),
      ...settingsOf(source, {
        ...(store.isBlobless ? promised : {}),
        // The server believes that whoever has a commit has all its files.
        ...(kind === 'blob' ? { 'fetch.negotiationAlgorithm': 'noop' } : {}),
      }),
    },
  });
  return ending.kind !== 'failed' || !/not our ref|remote ref/i.test(ending.stderr);
}

/** In the environment, where other users of the machine do not see them. */
function settingsOf({ authorization }: FetchFrom, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const header = authorization === null ? {} : { 'http.extraheader': `authorization: ${authorization}` };
  const all = Object.entries({ ...header, ...more });
  const named = all.flatMap(([key, value], index) => [[`KEY_${index}`, key] as const, [`VALUE_${index}`, value] as const]);
  return Object.fromEntries([['COUNT', `${all.length}`] as const, ...named].map(([name, value]) => [`GIT_CONFIG_${name}`, value]));
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
 * disk, and nothing that it says is started. Contents of files are left out, where the server can. `empty`: nothing was ever pushed to it.
 *
 * @throws {EvidenceError} `unknown-commit` where it cannot be cloned.
 */
export async function cloneHistory(from: FetchFrom, parent: string, folder: string): Promise<'cloned' | 'empty'> {
  const { url } = from;
  const options = ['--quiet', '--no-checkout', '--no-local', '--template=', '--origin', 'origin', '--filter=blob:none'];
  const marked = [...options, '-c', `${bloblessMark}=true`];
  const ending = await runGit(parent, ['-c', 'http.followRedirects=false', 'clone', ...marked, '--', url, folder], {
    timeLimit,
    env: { GIT_ALLOW_PROTOCOL: protocolsOf(url), GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1', ...settingsOf(from) },
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
