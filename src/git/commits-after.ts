import { resolve } from 'node:path';
import { EvidenceError, UsageError } from '../errors/index.ts';
import { oneLine } from '../text/index.ts';
import { printedBy, runGit } from './run-git.ts';

/** Most commits that are listed: more is an `oldest` of another branch, or a mistake. */
export const mostCommits = 10_000;

/**
 * The commits that came after `oldest` up to and with `newest`, the newest first, as the checkout around a directory has
 * them. Both are full SHAs.
 *
 * @throws {UsageError} where the one is not an ancestor of the other, or they are too far apart.
 * @throws {EvidenceError} `unknown-commit` where the clone does not have them: a shallow one would give a list with holes.
 */
export async function commitsAfter(directory: string, oldest: string, newest: string): Promise<readonly string[]> {
  const path = resolve(directory);
  const whole = (await printedBy(path, ['rev-parse', '--is-shallow-repository'])) === 'false';
  const ancestor = await runGit(path, ['merge-base', '--is-ancestor', oldest, newest]);
  if (ancestor.kind !== 'done') {
    if (whole && ancestor.kind === 'failed' && ancestor.exitCode === 1) {
      throw new UsageError('invalid-input', `The commit ${oldest.slice(0, 12)} is not one that ${newest.slice(0, 12)} comes after`, {
        fix: 'Name the commit of what was approved before, on the same branch',
      });
    }
    throw unreadable(path, oldest, newest, ancestor.kind === 'failed' ? ancestor.stderr : '');
  }
  const ending = await runGit(path, ['rev-list', `--max-count=${mostCommits + 1}`, newest, `^${oldest}`]);
  if (ending.kind !== 'done' || !whole) throw unreadable(path, oldest, newest, ending.kind === 'failed' ? ending.stderr : '');
  const commits = ending.stdout.toString('utf8').split('\n').filter(Boolean);
  if (commits.length > mostCommits) {
    throw new UsageError('invalid-input', `More than ${mostCommits} commits come after ${oldest.slice(0, 12)}`, {
      fix: 'Name a later commit: that of what was approved before',
    });
  }
  return commits;
}

function unreadable(path: string, oldest: string, newest: string, why: string): EvidenceError {
  const said = why.trim() === '' ? '' : `: ${oneLine(why.trim(), 200)}`;
  return new EvidenceError(
    'unknown-commit',
    `The commits from ${oldest.slice(0, 12)} to ${newest.slice(0, 12)} are not all in the checkout in ${path}${said}`,
    { fix: 'Run this in a full clone of the repository: fetch-depth: 0 of actions/checkout' },
  );
}
