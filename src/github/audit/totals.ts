import { countAt } from '../../text/index.ts';
import { isRefusal } from './listed.ts';
import { NotWhole, TooMuch, type Session } from './session.ts';

/**
 * How many pull requests GitHub's search counts as merged into a branch. It counts by an index of its own, so it is another
 * source than the population; its count goes on past the 1,000 results that it shows at most. The list of pull requests has
 * no filter by the time of the merge. Null where it cannot be told: it decides nothing alone.
 */
export async function mergedCount(session: Session, branch: string, since: string, until: string): Promise<number | null> {
  // Both ends are included; moments have whole seconds.
  const last = new Date(Date.parse(until) - 1_000).toISOString().replace('.000Z', 'Z');
  if (/["\\\s]/.test(branch) || Date.parse(last) < Date.parse(since)) return null;
  const words = `repo:${session.repository} is:pr is:merged base:"${branch}" merged:${since}..${last}`;
  try {
    const data = await session.ask({
      name: 'MergedPullRequests',
      atRoot: true,
      body: `search(query: ${JSON.stringify(words)}, type: ISSUE, first: 1) { issueCount }`,
      purpose: 'count the pull requests that were merged',
      permission: 'pull-requests: read',
      about: 1,
    });
    const count = countAt(data, 'search', 'issueCount') ?? null;
    session.answered('POST /graphql MergedPullRequests', count ?? 0);
    return count;
  } catch (error) {
    if (error instanceof NotWhole || error instanceof TooMuch || isRefusal(error)) return null;
    throw error;
  }
}
