import type { PullRequest } from '../facts/pull-request.ts';
import { hole, itemsOf, untold, type Gaps } from './gaps.ts';
import type { GitHubPort } from './port.ts';

/** Most pull requests that are kept for landings to come. */
const mostKept = 3000;

/** All that GitHub said about commits and their pull requests, asked once each. */
export interface KnownPulls {
  /** Asks about commits that were not asked about yet. */
  ask(shas: readonly string[]): Promise<void>;
  readonly asked: ReadonlySet<string>;
  numbersOf(sha: string): readonly number[];
  readonly pulls: ReadonlyMap<number, PullRequest>;
  readonly signedByGitHub: ReadonlySet<string>;
  /** Puts in a pull request of which more is known now. */
  complete(pull: PullRequest): void;
  readonly completed: ReadonlySet<number>;
  /** Forgets everything where it has become too much. */
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
