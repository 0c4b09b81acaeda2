import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { branchOf, headOf, makeRepository } from '../../support/git.ts';

/** Somebody who commits. */
export interface Person {
  readonly id: number;
  readonly login: string;
  readonly kind: 'person' | 'bot';
}

export const addressOf = ({ id, login }: Person): string => `${id}+${login}@users.noreply.github.com`;

/** Files by path. Null takes one away. */
export type Files = Readonly<Record<string, string | null>>;

/** A real repository whose commits are made at the moments of a story. */
export interface Repository {
  readonly directory: string;
  /** Commits on a branch, which begins at `from` if it does not exist. Gives the SHA. */
  commit(branch: string, by: Person, files: Files, message: string, more?: { readonly from?: string; readonly committer?: Person }): string;
  /** Adds `count` commits to a branch, each with another text of one file. */
  series(branch: string, by: Person, path: string, count: number): void;
  /** A merge of `other` into a branch. */
  merge(branch: string, other: string, by: Person, message: string): string;
  /** All of `base..head` as one commit on a branch. */
  squash(branch: string, head: string, by: Person, message: string): string;
  /** Each commit of `base..head` again, on a branch. */
  rebase(branch: string, head: string, committer?: Person): string;
  reset(branch: string, to: string): void;
  tip(branch: string): string;
  git(args: readonly string[], by?: Person): string;
}

const webFlow = { id: 19_864_447, login: 'web-flow', kind: 'person' } as const;

/** @param now Unix seconds of the story */
export function openRepository(now: () => number): Repository {
  const directory = makeRepository({ origin: 'https://github.com/acme/shop.git' });
  const run = (args: readonly string[], author: Person, committer: Person = author): string => {
    const name = (who: Person): string => (who.id === webFlow.id ? 'GitHub' : who.login);
    const mail = (who: Person): string => (who.id === webFlow.id ? 'noreply@github.com' : addressOf(who));
    return execFileSync('git', ['-c', 'maintenance.auto=false', '-C', directory, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: directory,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: name(author),
        GIT_AUTHOR_EMAIL: mail(author),
        GIT_AUTHOR_DATE: `@${Math.floor(now())} +0000`,
        GIT_COMMITTER_NAME: name(committer),
        GIT_COMMITTER_EMAIL: mail(committer),
        GIT_COMMITTER_DATE: `@${Math.floor(now())} +0000`,
      },
    }).trim();
  };
  const plain = (args: readonly string[], by: Person = webFlow): string => run(args, by);
  const tip = (branch: string): string => plain(['rev-parse', branch]);
  // A repository without a commit has no branch yet, and the first commit makes `main`.
  const checkout = (branch: string, from = ''): void => {
    if (branchOf(directory) === branch) return;
    const branches = plain(['branch', '--list', '--format=%(refname:short)']);
    if (branches === '') return;
    plain(['checkout', '--quiet', ...(from === '' || branches.split('\n').includes(branch) ? [branch] : ['-b', branch, from])]);
  };
  return {
    directory,
    tip,
    git: plain,
    commit(branch, by, files, message, { committer = by, from = 'main' } = {}) {
      checkout(branch, from);
      for (const [path, text] of Object.entries(files)) {
        const place = join(directory, path);
        if (text === null) rmSync(place);
        else {
          mkdirSync(dirname(place), { recursive: true });
          writeFileSync(place, text);
        }
      }
      plain(['add', '--all']);
      run(['commit', '--quiet', '--allow-empty', '--cleanup=verbatim', '--message', message], by, committer);
      return headOf(directory);
    },
    series(branch, by, path, count) {
      const who = `${by.login} <${addressOf(by)}> ${Math.floor(now())} +0000`;
      const one = (index: number): string =>
        `commit refs/heads/${branch}\nauthor ${who}\ncommitter ${who}\ndata <<END\nStep ${index}\nEND\n${index === 0 ? `from refs/heads/${branch}^0\n` : ''}M 100644 inline ${path}\ndata <<END\n${index}\nEND\n`;
      execFileSync('git', ['-C', directory, 'fast-import', '--quiet'], {
        input: Array.from({ length: count }, (_, index) => one(index)).join('\n'),
      });
      plain(['checkout', '--quiet', '--force', branch]);
    },
    merge(branch, other, by, message) {
      checkout(branch);
      run(['merge', '--quiet', '--no-ff', '--message', message, other], by, webFlow);
      return headOf(directory);
    },
    squash(branch, head, by, message) {
      checkout(branch);
      plain(['merge', '--quiet', '--squash', head]);
      run(['commit', '--quiet', '--allow-empty', '--message', message], by, webFlow);
      return headOf(directory);
    },
    rebase(branch, head, committer = webFlow) {
      checkout(branch);
      // GitHub makes new commits even if nothing had to be moved.
      plain(['-c', 'core.commentChar=;', 'cherry-pick', '--allow-empty', '--keep-redundant-commits', `${branch}..${head}`], committer);
      return headOf(directory);
    },
    reset(branch, to) {
      checkout(branch);
      plain(['reset', '--quiet', '--hard', to]);
    },
  };
}
