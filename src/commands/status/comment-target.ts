import { followedRun, subjectOf, type EventFacts } from '../../git/index.ts';
import { openPullRequests } from '../../github/index.ts';
import { list } from '../../text/index.ts';
import type { AskGitHub } from '../run/connect.ts';

/** The pull request that a comment belongs to, or why there is none. */
export type CommentTarget =
  | { readonly kind: 'pull-request'; readonly pullRequest: number }
  /** `isUnusual`: people would expect a comment. */
  | { readonly kind: 'nowhere'; readonly why: string; readonly isUnusual: boolean };

/**
 * Where the verdict of an event is commented: on its own pull request; on that of the run that it follows, as GitHub knows it; else
 * nowhere. If several are possible, none is chosen. Throws the errors of `ask`.
 */
export async function commentTarget(event: EventFacts, ask: AskGitHub): Promise<CommentTarget> {
  const { pullRequest } = subjectOf(event);
  if (pullRequest !== undefined) return { kind: 'pull-request', pullRequest: pullRequest.number };
  const run = followedRun(event);
  const trigger = run === undefined ? event.eventName : (run.trigger ?? 'unknown');
  if (!trigger.startsWith('pull_request'))
    return nowhere(`No comment is written: a ${trigger} event is about no pull request`, { isUnusual: false });
  const { head } = run ?? {};
  if (head === undefined) return nowhere('No comment is written: the repository of the pull request is gone, or not told');
  const numbers = await ask((access) => openPullRequests(access, head, 'pull-requests: write'));
  const [only] = numbers;
  if (only !== undefined && numbers.length === 1) return { kind: 'pull-request', pullRequest: only };
  const named = `${head.sha.slice(0, 12)} of ${head.repository}:${head.branch}`;
  return nowhere(
    only === undefined
      ? `No comment is written: no open pull request has the head ${named}; it was closed, or pushed to since`
      : `No comment is written: the pull requests ${list(numbers.map(String))} have the head ${named}, and the event does not say which of them it is about`,
  );
}

function nowhere(why: string, { isUnusual } = { isUnusual: true }): CommentTarget {
  return { kind: 'nowhere', why, isUnusual };
}
