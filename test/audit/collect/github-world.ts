import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CollectSettings } from '../../../src/audit/collect/settings.ts';
import type { Line } from '../../../src/audit/facts/line.ts';
import { openAuditPort, type AuditAccess } from '../../../src/github/audit/index.ts';
import { git, makeRepository, temporaryDirectory } from '../../support/git.ts';
import { between, pull, update, world } from '../../support/github-api/world/make.ts';
import type { GitHubWorld, WorldPull } from '../../support/github-api/world/model.ts';
import { openGitHubWorld, type OpenWorld } from '../../support/github-api/world/open.ts';
import { linesOf } from './collected.ts';
import { settingsOf, sourcesOf } from './world.ts';

export const ada = 'Ada <ada@example.com>';
export const grace = 'Grace <grace@example.com>';
/** As whom GitHub commits. */
export const webFlow = 'GitHub <noreply@github.com>';

/** A repository, and the facts that GitHub knows about it. */
export interface MadeShop {
  readonly directory: string;
  readonly github: GitHubWorld;
  /** Commits a file on a branch. The branch begins on `main` if it does not exist. */
  commit(
    branch: string,
    path: string,
    text: string,
    more?: { readonly message?: string; readonly by?: string; readonly committer?: string },
  ): string;
  /** Merges the branch `topic-N` of Ada as a pull request. Gives the landed commit. */
  merge(number: number, how: 'squash' | 'rebase' | 'fast-forward', more?: Partial<WorldPull>): string;
  clone(): string;
}

/** The same behind an address. */
export interface Shop extends MadeShop {
  readonly double: OpenWorld;
  /** Collects from a clone, and over HTTP from the double. */
  collect(settings?: Partial<CollectSettings>, access?: Partial<AuditAccess>): Promise<readonly Line[]>;
}

/** `finished`: the one of the test, where others run at the same time. */
export async function openShop(made: MadeShop = makeShop(), clone?: string, finished = onTestFinished): Promise<Shop> {
  const double = await openGitHubWorld(made.github);
  finished(double.close);
  return {
    ...made,
    double,
    collect(settings = {}, access = {}) {
      const port = openAuditPort({ token: 'ghs_token', apiUrl: double.url, repository: 'acme/shop', firstPause: 1, ...access });
      return linesOf(settingsOf(settings), sourcesOf(clone ?? made.clone(), port));
    },
  };
}

export function makeShop(): MadeShop {
  const directory = makeRepository();
  const github = world({ gitDirectory: directory, repository: 'acme/shop' });
  const run = (...args: readonly string[]): string => git(directory, args);
  let minute = 0;
  const shop: MadeShop = {
    directory,
    github,
    commit(branch, path, text, { by = ada, committer = by, message = `Write ${path}` } = {}) {
      if (run('branch', '--show-current') !== branch)
        run('checkout', '--quiet', ...(run('branch', '--list', branch) === '' ? ['-b', branch, 'main'] : [branch]));
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
      run('add', '--all');
      run('commit', '--quiet', '--allow-empty', '--message', message);
      return rewrite(by, committer);
    },
    merge(number, how, more = {}) {
      minute += 1;
      const at = new Date(Date.UTC(2026, 10, 3, 8, minute)).toISOString().replace('.000Z', 'Z');
      const [branch, before] = [`topic-${number}`, run('rev-parse', 'main')];
      const head = run('rev-parse', branch);
      const commits = between(directory, before, head);
      run('checkout', '--quiet', 'main');
      if (how === 'fast-forward') run('merge', '--quiet', '--ff-only', branch);
      else if (how === 'rebase') for (const sha of commits) run('cherry-pick', '--allow-empty', '--keep-redundant-commits', sha);
      else {
        run('merge', '--quiet', '--squash', branch);
        run('commit', '--quiet', '--allow-empty', '--message', `Change ${number} (#${number})`);
        rewrite(ada, webFlow);
      }
      const after = run('rev-parse', 'main');
      const landed = how === 'rebase' ? between(directory, before, after) : [];
      github.pulls.push(pull({ number, head, mergedAt: at, mergeCommit: after, commits, landed, ...more }));
      github.activity.push(update({ type: how === 'fast-forward' ? 'push' : 'pr_merge', at, by: 'grace', before, after }));
      run('branch', '--quiet', '-D', branch);
      run('update-ref', `refs/pull/${number}/head`, head);
      return after;
    },
    clone() {
      const clone = temporaryDirectory();
      git(clone, ['clone', '--quiet', directory, '.']);
      return clone;
    },
  };

  /** Gives other people to the commit that is checked out. */
  function rewrite(by: string, committer: string): string {
    const raw = run('cat-file', 'commit', 'HEAD')
      .replace(/^author .*>/m, `author ${by}`)
      .replace(/^committer .*>/m, `committer ${committer}`);
    const sha = git(directory, ['hash-object', '-t', 'commit', '-w', '--stdin'], `${raw}\n`);
    run('reset', '--quiet', '--hard', sha);
    return sha;
  }

  const first = shop.commit('main', 'README.md', 'Shop\n');
  github.activity.push(update({ type: 'branch_creation', at: '2026-10-01T00:00:00Z', by: 'ada', before: null, after: first }));
  return shop;
}
