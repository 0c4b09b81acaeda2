import { valueAt } from '../../text/index.ts';
import { actorFragment } from './accounts.ts';
import { commitFragment } from './commits.ts';
import { listOfPull, type PullList } from './pull-questions.ts';
import { partOf, type PartOfList, type PullSoFar } from './read-pull.ts';
import { inHalves } from './batches.ts';
import type { Session } from './session.ts';

const perPage = 100;
/** Lists that go on, of how many pull requests a request asks for: 20 × 100 commits with their people are 42,000 nodes. */
const atOnce = 20;
/** GitHub shows 10,000 commits of a pull request at most. */
const mostPages = 101;

interface Pending {
  readonly number: number;
  readonly list: PullList;
  /** Undefined: from its beginning. */
  readonly after: string | undefined;
  readonly seen: ReadonlySet<string>;
}

/**
 * All pages of the lists within pull requests, many lists a request. A list that does not end as it says it does is cut. GitHub
 * leaves lists empty that are too much for it, and says nothing: one that is shorter than its count is asked for once more,
 * with fewer next to it.
 */
export async function readRestOfPulls(session: Session, pulls: readonly PullSoFar[]): Promise<readonly PullSoFar[]> {
  const parts = new Map(pulls.map((pull) => [pull.number, { ...pull.lists }]));
  let pending: readonly Pending[] = pulls.flatMap(({ lists, number }) =>
    (['reviews', 'timelineItems', 'commits'] as const).flatMap((list) => [
      ...again(number, list, lists[list]),
      ...next(number, list, lists[list]),
    ]),
  );
  for (let page = 1; pending.length > 0; page += 1) {
    const rest: Pending[] = [];
    for (const asked of pending) if (page > mostPages) cutList(parts, asked, `it has more than ${mostPages * perPage} entries`);
    if (page > mostPages) break;
    await inHalves(pending, atOnce, async (batch) => {
      const body = batch.map(
        ({ after, list, number }, index) => `p${index}: pullRequest(number: ${number}) { ${listOfPull(list, perPage, after)} }`,
      );
      const data = await session.ask({
        name: 'RestOfPullRequests',
        body: body.join('\n'),
        fragments: usedFragments(batch),
        purpose: 'list the rest of reviews, events and commits of pull requests',
        permission: 'pull-requests: read',
        about: batch.length,
      });
      for (const [index, asked] of batch.entries()) {
        const part = partOf(valueAt(data, `p${index}`), asked.list);
        const lists = parts.get(asked.number);
        if (lists === undefined) continue;
        const old = lists[asked.list];
        // On a page that is not the first, the count may be that of the rest.
        lists[asked.list] = asked.after === undefined ? part : { ...part, total: old.total, nodes: [...old.nodes, ...part.nodes] };
        if (part.next !== null && (asked.seen.has(part.next) || part.nodes.length === 0))
          cutList(parts, asked, 'it says that it goes on, and does not');
        else rest.push(...next(asked.number, asked.list, part, asked.seen));
      }
    });
    pending = rest;
  }
  return pulls.map((pull) => ({ ...pull, lists: parts.get(pull.number) ?? pull.lists }));
}

function again(number: number, list: PullList, { next: after, nodes, total, why }: PartOfList): readonly Pending[] {
  const isShort = after === null && why === undefined && total !== null && nodes.length < total;
  return isShort ? [{ number, list, after: undefined, seen: new Set() }] : [];
}

function next(number: number, list: PullList, { next: after, why }: PartOfList, seen: ReadonlySet<string> = new Set()): readonly Pending[] {
  return after === null || why !== undefined ? [] : [{ number, list, after, seen: new Set([...seen, after]) }];
}

function cutList(parts: ReadonlyMap<number, Record<PullList, PartOfList>>, { list, number }: Pending, why: string): void {
  const lists = parts.get(number);
  if (lists !== undefined) lists[list] = { ...lists[list], next: null, why: `its list of ${list} is cut: ${why}` };
}

/** A fragment that nothing uses makes a question invalid. */
function usedFragments(batch: readonly Pending[]): string {
  const isAbout = (one: PullList): boolean => batch.some(({ list }) => list === one);
  return `${isAbout('commits') ? commitFragment : ''}\n${isAbout('reviews') || isAbout('timelineItems') ? actorFragment : ''}`;
}
