import {
  fetchMissing,
  landedCommits,
  mergesAlone,
  present,
  treeChanges,
  treesOf,
  type FetchFrom,
  type ObjectStore,
} from '../../git/index.ts';
import type { Commit } from '../facts/commit.ts';
import type { PullRequest } from '../facts/pull-request.ts';
import { isSuggestion, looksLikeSuggestion } from '../population/suggestion.ts';
import { commitOf, type CommitAccounts } from './fill.ts';
import { hole, holeOf, type Gaps } from './gaps.ts';
import type { GitHubPort } from './port.ts';
import type { KnownPulls } from './pulls.ts';

/**
 * Puts into pull requests what git alone can tell: the commits that GitHub does not list, which merges anybody could repeat,
 * and which commits are suggestions. Heads that the clone does not have are fetched.
 */
export async function completePulls(
  store: ObjectStore,
  numbers: readonly number[],
  known: KnownPulls,
  { from, github }: { readonly from: FetchFrom | null; readonly github: GitHubPort | null },
  gaps: Gaps,
): Promise<void> {
  const pulls = [...new Set(numbers)].flatMap((number) => (known.completed.has(number) ? [] : (known.pulls.get(number) ?? [])));
  const needed = pulls.filter((pull) => pull.commitsCut || pull.commits.some((commit) => isOpen(commit, pull, known.signedByGitHub)));
  await fetchMissing(
    store,
    needed.flatMap(({ head }) => head),
    from,
  );
  const listed: PullRequest[] = [];
  for (const pull of pulls) listed.push(pull.commitsCut ? await withAll(store, pull, github, gaps) : pull);
  const merges = await mergesAlone(
    store,
    listed.flatMap(({ commits }) => commits.filter(({ parents }) => parents.length > 1)),
  );
  const suggestions = await suggestionsIn(store, listed, known.signedByGitHub);
  for (const pull of listed) {
    const commits = pull.commits.map((commit): Commit => ({
      ...commit,
      mergeAlone: commit.parents.length > 1 ? (merges.get(commit.sha) ?? null) : false,
      suggestionAlone: suggestions.has(commit.sha),
    }));
    known.complete({ ...pull, commits });
  }
}

function isOpen(commit: Commit, pull: PullRequest, signed: ReadonlySet<string>): boolean {
  return commit.parents.length > 1 || looksLikeSuggestion(commit, pull, signed);
}

/** GitHub lists 250 commits of a pull request: the others are those that its head has and the base had not. */
async function withAll(store: ObjectStore, pull: PullRequest, github: GitHubPort | null, { holes }: Gaps): Promise<PullRequest> {
  const { head, mergeCommit, number } = pull;
  const what = `commits of pull request ${number}`;
  try {
    const here = await present(store, [head, ...(mergeCommit === null ? [] : [mergeCommit])]);
    if (mergeCommit === null || here.size < (head === mergeCommit ? 1 : 2)) {
      const why = 'GitHub does not list all of them, and the clone does not have its head';
      holes.push(hole(what, why, `Fetch refs/pull/${number}/head into the clone`));
      return pull;
    }
    const [base] = (await landedCommits(store, [`${mergeCommit}^@`], mergeCommit)).flatMap(({ parents, sha }) =>
      sha === mergeCommit ? parents.slice(0, 1) : [],
    );
    const commits = await landedCommits(store, base === undefined ? [] : [base], head);
    const told = new Map(pull.commits.map((commit) => [commit.sha, commit]));
    const untold = commits.filter(({ sha }) => !told.has(sha)).map(({ sha }) => sha);
    const accounts: ReadonlyMap<string, CommitAccounts> = github === null ? new Map() : await github.accountsOf(untold);
    return {
      ...pull,
      commitsCut: false,
      commits: commits.map((commit) => told.get(commit.sha) ?? commitOf(commit, accounts.get(commit.sha))),
    };
  } catch (error) {
    holes.push(holeOf(what, error));
    return pull;
  }
}

async function suggestionsIn(store: ObjectStore, pulls: readonly PullRequest[], signed: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const likely = pulls.flatMap((pull) => pull.commits.filter((commit) => looksLikeSuggestion(commit, pull, signed)));
  const trees = await treesOf(
    store,
    likely.flatMap(({ parents, sha }) => [sha, ...parents]),
  );
  const pairs = likely.flatMap((commit) => {
    const from = trees.get(commit.parents[0] ?? '');
    const to = trees.get(commit.sha);
    return from === undefined || to === undefined ? [] : [{ commit, from, to }];
  });
  const changes = await treeChanges(store, pairs, 'whole');
  return new Set(pairs.flatMap(({ commit }, index) => (isSuggestion(commit, changes[index] ?? []) ? [commit.sha] : [])));
}
