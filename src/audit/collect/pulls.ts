import { fetchMissing, landedCommits, mergesAlone, present, treeChanges, treesOf, type ObjectStore } from '../../git/index.ts';
import type { Commit, Landing, PullRequest } from '../facts/landing.ts';
import { isSuggestion, looksLikeSuggestion } from '../population/changes.ts';
import { withAccounts } from './fill.ts';
import { hole, holeOf, itemsOf, untold, type Gaps } from './gaps.ts';
import type { GitHubPort } from './port.ts';

const mostKept = 3000;

export interface KnownPulls {
  ask(shas: readonly string[]): Promise<void>;
  readonly asked: ReadonlySet<string>;
  numbersOf(sha: string): readonly number[];
  readonly pulls: ReadonlyMap<number, PullRequest>;
  readonly signedByGitHub: ReadonlySet<string>;
  /** Replaces a pull request by one of which more is known. */
  complete(pull: PullRequest): void;
  readonly completed: ReadonlySet<number>;
  /** Forgets everything when there is too much. */
  trim(): void;
}

export function openPulls(port: GitHubPort | null, gaps: Gaps): KnownPulls {
  const of = new Map<string, readonly number[]>();
  const asked = new Set<string>();
  const pulls = new Map<number, PullRequest>();
  const signed = new Set<string>();
  const completed = new Set<number>();
  let refused = port === null;
  if (port === null)
    gaps.untold.push(untold('pull-requests', 'GitHub was not asked: there is no token', 'Give a token with pull-requests: read'));
  return {
    ask: async (shas) => {
      const wanted = [...new Set(shas)].filter((sha) => !asked.has(sha));
      if (port === null || refused || wanted.length === 0) return;
      for (const sha of wanted) asked.add(sha);
      const items = await itemsOf(gaps, 'pull-requests', 'pull requests of commits', () => port.pullRequestsOf(wanted));
      refused ||= items === undefined;
      for (const found of items ?? []) {
        for (const [sha, numbers] of found.of) of.set(sha, numbers);
        for (const pull of found.pulls) if (!completed.has(pull.number)) pulls.set(pull.number, pull);
        for (const sha of found.signedByGitHub ?? []) signed.add(sha);
        for (const [number, why] of found.cut) {
          gaps.holes.push(hole(`pull request ${number}`, why, 'Collect again; what GitHub does not tell stays unknown'));
        }
      }
    },
    asked,
    numbersOf: (sha) => of.get(sha) ?? [],
    pulls,
    signedByGitHub: signed,
    complete: (pull) => {
      pulls.set(pull.number, pull);
      completed.add(pull.number);
    },
    completed,
    trim: () => {
      if (pulls.size <= mostKept) return;
      for (const known of [of, asked, pulls, signed, completed]) known.clear();
    },
  };
}

interface From {
  readonly github: GitHubPort | null;
  readonly landings: readonly Landing[];
}

/**
 * Adds to pull requests what git alone can tell: the commits that GitHub does not list, which merges anybody could repeat,
 * and which commits are suggestions. Heads that the clone lacks are fetched.
 */
export async function completePulls(
  store: ObjectStore,
  numbers: readonly number[],
  known: KnownPulls,
  sources: From,
  gaps: Gaps,
): Promise<void> {
  const pulls = [...new Set(numbers)].flatMap((number) => (known.completed.has(number) ? [] : (known.pulls.get(number) ?? [])));
  const needed = pulls.filter((pull) => pull.commitsCut || pull.commits.some((commit) => isOpen(commit, pull, known.signedByGitHub)));
  const heads = needed.map(({ head }) => head);
  await fetchMissing(store, heads);
  const listed: PullRequest[] = [];
  for (const pull of pulls) listed.push(pull.commitsCut ? await withAll(store, pull, sources, gaps) : pull);
  const merges = await mergesAlone(
    store,
    listed.flatMap(({ commits }) => commits),
  );
  const suggestions = await suggestionsIn(store, listed, known.signedByGitHub);
  for (const pull of listed) {
    const commits = pull.commits.map((commit): Commit => ({
      ...commit,
      mergeAlone: merges.get(commit.sha) ?? null,
      suggestionAlone: suggestions.has(commit.sha),
    }));
    known.complete({ ...pull, commits });
  }
}

function isOpen(commit: Commit, pull: PullRequest, signed: ReadonlySet<string>): boolean {
  return commit.parents.length > 1 || looksLikeSuggestion(commit, pull, signed);
}

/** A list of GitHub may end at 250 commits: git lists those that the head has and the base had not. */
async function withAll(store: ObjectStore, pull: PullRequest, { github, landings }: From, gaps: Gaps): Promise<PullRequest> {
  const { number } = pull;
  const what = `commits of pull request ${number}`;
  try {
    const commits = await listByGit(store, pull, landings);
    if (typeof commits === 'string') {
      gaps.holes.push(hole(what, `GitHub does not list all of them, and ${commits}`, `Fetch refs/pull/${number}/head into the clone`));
      return pull;
    }
    const told = new Map(pull.commits.map((commit) => [commit.sha, commit]));
    const untold = commits.filter(({ sha }) => !told.has(sha)).map(({ sha }) => sha);
    const known = github === null ? [] : await itemsOf(gaps, 'pull-requests', what, () => github.accountsOf(untold));
    // Without their accounts the authors are unknown.
    if (known === undefined) return pull;
    const accounts = new Map(known.map((one) => [one.sha, one]));
    const all = commits.map((commit) => told.get(commit.sha) ?? withAccounts(commit, accounts.get(commit.sha)));
    return { ...pull, commitsCut: false, commits: all };
  } catch (error) {
    gaps.holes.push(holeOf(what, error));
    return pull;
  }
}

/**
 * The commits of a pull request, or why git cannot tell them. The base is the first parent of the merge; where the head
 * itself landed, it is the state of the branch before. A list without the head, or without a commit that GitHub names,
 * belongs to another pull request.
 */
async function listByGit(
  store: ObjectStore,
  { commits: told, head, mergeCommit }: PullRequest,
  landings: readonly Landing[],
): Promise<readonly Commit[] | string> {
  if (mergeCommit === null) return 'does not know its merge';
  const here = await present(store, [head, mergeCommit]);
  if (!here.has(head) || !here.has(mergeCommit)) return `the clone does not have its ${here.has(head) ? 'merge' : 'head'}`;
  const merge = (await landedCommits(store, [`${mergeCommit}^@`], mergeCommit)).find(({ sha }) => sha === mergeCommit);
  const landing = landings.find(({ commits }) => commits.some(({ sha }) => sha === mergeCommit));
  const starts = [mergeCommit === head ? undefined : merge?.parents[0], landing?.before].filter((sha) => typeof sha === 'string');
  for (const start of starts) {
    const commits = await landedCommits(store, [start], head);
    const shas = new Set(commits.map(({ sha }) => sha));
    if (shas.has(head) && told.every(({ sha }) => shas.has(sha))) return commits;
  }
  return 'git cannot tell where it began';
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
