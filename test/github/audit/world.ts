import { expect, onTestFinished } from 'vitest';
import type { CommitChecks, GitHubPort, Listed, PullsOfCommits } from '../../../src/audit/index.ts';
import { openAuditPort, type AuditAccess } from '../../../src/github/audit/index.ts';
import { commit, git, makeRepository } from '../../support/git.ts';
import { world } from '../../support/github-api/world/make.ts';
import type { GitHubWorld } from '../../support/github-api/world/model.ts';
import { openGitHubWorld, type OpenWorld } from '../../support/github-api/world/open.ts';

export interface Asking {
  readonly port: GitHubPort;
  readonly double: OpenWorld;
  readonly world: GitHubWorld;
  readonly reports: readonly string[];
}

/** A port that asks a world. A question that the double cannot answer, or that breaks GitHub's description, fails the test. */
export async function asking(
  given: Partial<GitHubWorld> & Pick<GitHubWorld, 'gitDirectory'>,
  options: Partial<AuditAccess> = {},
  finished = onTestFinished,
): Promise<Asking> {
  const made = world(given);
  const double = await openGitHubWorld(made);
  finished(async () => {
    await double.close();
    expect(double.breaches).toEqual([]);
  });
  const reports: string[] = [];
  const port = openAuditPort({
    token: 'ghs_token',
    apiUrl: double.url,
    repository: made.repository,
    firstPause: 1,
    report: (what) => reports.push(what),
    ...options,
  });
  return { port, double, world: made, reports };
}

/** A repository with so many commits on `main`, the oldest first. */
export function history(count: number): { readonly gitDirectory: string; readonly shas: readonly string[] } {
  const gitDirectory = makeRepository();
  const shas = Array.from({ length: count }, (_, index) => commit(gitDirectory, `Commit ${index}`));
  return { gitDirectory, shas };
}

/** A history of many commits, written by one process. */
export function longHistory(count: number): { readonly gitDirectory: string; readonly shas: readonly string[] } {
  const gitDirectory = makeRepository();
  const one = (index: number): string =>
    `commit refs/heads/main\nmark :${index + 1}\nauthor Ada <ada@example.com> ${1_767_323_045 + index} +0000\ncommitter Ada <ada@example.com> ${1_767_323_045 + index} +0000\ndata <<END\nCommit ${index}\nEND\n`;
  git(gitDirectory, ['fast-import', '--quiet'], Array.from({ length: count }, (_, index) => one(index)).join('\n'));
  const shas = git(gitDirectory, ['rev-list', '--reverse', 'main']).split('\n');
  return { gitDirectory, shas };
}

/** The pull requests of commits. The list must be whole. */
export async function pullsOf(port: GitHubPort, shas: readonly string[]): Promise<PullsOfCommits> {
  return whole(await port.pullRequestsOf(shas))[0] ?? expect.fail('no item');
}

/** The checks of one commit. The list must be whole. */
export async function checksAt(port: GitHubPort, sha: string): Promise<CommitChecks> {
  return whole(await port.checksOf([sha]))[0] ?? expect.fail('no commit');
}

export function whole<Item>(list: Listed<Item>): readonly Item[] {
  if (list.kind !== 'whole') expect.fail(`${list.kind}: ${list.why}`);
  return list.items;
}
