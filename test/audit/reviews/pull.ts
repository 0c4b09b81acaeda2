import { webFlow, type Account, type Signature } from '../../../src/audit/facts/account.ts';
import type { Commit, Landing, PullRequest, Review } from '../../../src/audit/facts/landing.ts';
import type { LandingFact } from '../../../src/audit/facts/line.ts';

export const alice: Account = { id: 1, login: 'alice', kind: 'person' };
export const bob: Account = { id: 2, login: 'bob', kind: 'person' };
export const carol: Account = { id: 3, login: 'carol', kind: 'person' };
export const robot: Account = { id: 4, login: 'robot[bot]', kind: 'bot' };
export const github: Account = { id: webFlow, login: 'web-flow', kind: 'person' };

/** A SHA by a letter. */
export const sha = (letter: string): string => letter.repeat(40);

export const signed = (account: Account): Signature => ({ name: account.login, email: `${account.login}@example.com`, account });

/** A moment of one day: `10:30`. */
export const at = (time: string): string => `2026-11-02T${time}:00Z`;

/** A commit with the SHA of a letter, by Alice unless said otherwise. */
export function commit(letter: string, more: Partial<Commit> = {}): Commit {
  const by = signed(alice);
  return {
    sha: sha(letter),
    tree: sha(letter),
    parents: [],
    title: `Change ${letter}`,
    author: by,
    committer: by,
    coAuthors: [],
    mergeAlone: false,
    suggestionAlone: false,
    ...more,
  };
}

let reviews = 0;

export function review(by: Account | null, said: Review['said'], letter: string, time: string, more: Partial<Review> = {}): Review {
  reviews += 1;
  return { id: `review-${reviews}`, by, said, commit: sha(letter), at: at(time), ...more };
}

/** A pull request by Alice with one commit, `a`, merged at noon. */
export function pull(more: Partial<PullRequest> = {}): PullRequest {
  return {
    number: 42,
    url: 'https://github.com/acme/shop/pull/42',
    base: 'main',
    openedBy: alice,
    askedBy: null,
    mergedAt: at('12:00'),
    mergedBy: bob,
    mergeCommit: sha('9'),
    title: 'Add prices',
    labels: [],
    from: 'acme/shop',
    headBranch: 'feature',
    commitsCut: false,
    pushedAt: at('09:00'),
    head: sha('a'),
    commits: [commit('a')],
    reviews: [],
    forcePushes: [],
    ...more,
  };
}

export function landing(more: Partial<Landing> = {}): Landing {
  const commits = more.commits ?? [commit('9', { parents: [sha('0')], committer: signed(github) })];
  return {
    id: '9001',
    branch: 'main',
    kind: 'pull-request',
    at: at('12:00'),
    actor: bob,
    before: sha('0'),
    after: commits.at(-1)?.sha ?? sha('0'),
    commits,
    count: commits.length,
    removed: [],
    ...more,
  };
}

export function fact(more: Partial<LandingFact> = {}): LandingFact {
  const { landing: of = landing() } = more;
  return { kind: 'landing', landing: of, pulls: [], pullsOf: {}, paths: {}, file: null, workflows: null, trails: [], trees: {}, ...more };
}
