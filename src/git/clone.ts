import { devNull } from 'node:os';
import { EvidenceError } from '../errors/index.ts';
import { oneLine } from '../text/index.ts';
import type { FetchFrom } from './fetch-missing.ts';
import { protocolsOf } from './protocols.ts';
import { runGit, type GitEnding } from './run-git.ts';

/** Longest that a clone may take, in milliseconds. */
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
        'Run its shard again, on a machine with a faster way to GitHub',
      );
    case 'failed':
      return fault(
        oneLine(ending.stderr.trim() || `git ended with ${ending.exitCode ?? 'a signal'}`, 300),
        'Let the token read its contents (`contents: read`); look whether the disk is full; then run its shard again',
      );
  }
}
