import type { Listed, PullTexts, PullsOfCommits } from '../../audit/index.ts';
import { valueAt } from '../../text/index.ts';
import { listOfPull, partOf, pullFragments, pullsOfCommit, readPull, readPullSoFar, readTexts, textFields } from './read-pull.ts';
import type { PartOfList, PullList, PullSoFar } from './read-pull.ts';
import { askEach, listOf, type Session } from './session.ts';
import { actorFragment, commitFragment, connectionAt, numberAt } from './values.ts';

const perPage = 100;
/** 20 × 100 commits with their people are 42,000 nodes. */
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
async function readRestOfPulls(session: Session, pulls: readonly PullSoFar[]): Promise<readonly PullSoFar[]> {
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
    await askEach(session, pending, atOnce, {
      name: 'RestOfPullRequests',
      part: ({ after, list, number }) => `pullRequest(number: ${number}) { ${listOfPull(list, perPage, after)} }`,
      fragmentsOf: usedFragments,
      purpose: 'list the rest of reviews, events and commits of pull requests',
      permission: 'pull-requests: read',
      read(asked, answer) {
        const part = partOf(answer, asked.list);
        const lists = parts.get(asked.number);
        if (lists === undefined) return;
        const old = lists[asked.list];
        // On a page that is not the first, the count may be that of the rest.
        lists[asked.list] = asked.after === undefined ? part : { ...part, total: old.total, nodes: [...old.nodes, ...part.nodes] };
        if (part.next !== null && (asked.seen.has(part.next) || part.nodes.length === 0))
          cutList(parts, asked, 'it says that it goes on, and does not');
        else rest.push(...next(asked.number, asked.list, part, asked.seen));
      },
    });
    pending = rest;
  }
  return pulls.map((pull) => ({ ...pull, lists: parts.get(pull.number) ?? pull.lists }));
}

function again(number: number, list: PullList, { next: after, nodes, total, why }: PartOfList): readonly Pending[] {
  const isShort = after === null && why === undefined && total !== undefined && nodes.length < total;
  return isShort ? [{ number, list, after: undefined, seen: new Set() }] : [];
}

function next(number: number, list: PullList, { next: after, why }: PartOfList, seen: ReadonlySet<string> = new Set()): readonly Pending[] {
  return after === null || why !== undefined ? [] : [{ number, list, after, seen: new Set([...seen, after]) }];
}

function cutList(parts: ReadonlyMap<number, Record<PullList, PartOfList>>, { list, number }: Pending, why: string): void {
  const lists = parts.get(number);
  if (lists !== undefined) lists[list] = { ...lists[list], next: null, why: `its list of ${list} is cut: ${why}` };
}

function usedFragments(batch: readonly Pending[]): string {
  const isAbout = (one: PullList): boolean => batch.some(({ list }) => list === one);
  return `${isAbout('commits') ? commitFragment : ''}\n${isAbout('reviews') || isAbout('timelineItems') ? actorFragment : ''}`;
}

/** With all that is known of their pull requests: 50 × 5 × (20 + 30 + 25 × 21 + 1 × 11) are 147,000 nodes of the 500,000. */
const withDetails = 50;
const numbersAlone = 100;
const byNumber = 50;
/** No commit is in more than 500 merged pull requests. */
const mostListPages = 100;

interface State {
  readonly of: Map<string, readonly number[]>;
  readonly pulls: Map<number, PullSoFar>;
  readonly unmerged: Set<number>;
  readonly faults: string[];
}

/**
 * The merged pull requests that commits are in. As long as commits bring pull requests of their own, each request asks for
 * all of them; where many commits share one, for its number alone, and for the pull request once.
 */
export async function pullRequestsOf(session: Session, shas: readonly string[]): Promise<Listed<PullsOfCommits>> {
  const state: State = { of: new Map(), pulls: new Map(), unmerged: new Set(), faults: [] };
  const left = [...new Set(shas)];
  const all = left.length;
  for (let isShared = false; left.length > 0;) {
    const batch: readonly string[] = left.splice(0, isShared ? numbersAlone : withDetails);
    const before = state.pulls.size;
    await askCommits(session, state, batch, !isShared);
    const found = batch.filter((sha) => (state.of.get(sha) ?? []).length > 0).length;
    isShared ||= found > 2 * (state.pulls.size - before);
    session.report(`Asked GitHub for the pull requests of ${all - left.length} of ${all} commits`);
  }
  const numbers = [...new Set([...state.of.values()].flat())].filter((number) => !state.pulls.has(number) && !state.unmerged.has(number));
  await askNumbers(session, state, numbers);
  const whole = await readRestOfPulls(session, [...state.pulls.values()]);
  const read = whole.map((one) => ({ number: one.number, found: readPull(one) }));
  for (const { found, number } of read)
    if (found === undefined) state.faults.push(`Pull request ${number} in GitHub's answer cannot be read`);
  const known = read.flatMap(({ found }) => found ?? []).toSorted((one, other) => one.pull.number - other.pull.number);
  const merged = new Set(known.map(({ pull }) => pull.number));
  session.answered('POST /graphql PullRequestsOfCommits', known.length);
  const item: PullsOfCommits = {
    pulls: known.map(({ pull }) => pull),
    of: new Map([...state.of].map(([sha, list]) => [sha, list.filter((number) => merged.has(number))])),
    cut: new Map(known.flatMap(({ pull, why }) => (why === undefined ? [] : [[pull.number, why] as const]))),
    signedByGitHub: new Set(known.flatMap(({ signed }) => signed)),
  };
  return listOf([item], state.faults[0]);
}

/** Commits that GitHub does not know are in no pull request. */
async function askCommits(session: Session, state: State, shas: readonly string[], isFull: boolean): Promise<void> {
  let pending: readonly { readonly sha: string; readonly after?: string }[] = shas.map((sha) => ({ sha }));
  for (let page = 1; pending.length > 0; page += 1) {
    const rest: { sha: string; after: string }[] = [];
    await askEach(session, pending, numbersAlone, {
      name: 'PullRequestsOfCommits',
      part: ({ after, sha }) => pullsOfCommit(sha, isFull ? '...P' : 'number merged', after),
      ...(isFull ? { fragments: pullFragments, optional: { checkSuites: 'checks: read' } } : {}),
      purpose: 'tell the pull requests of commits',
      permission: 'pull-requests: read',
      read({ after, sha }, commit) {
        if (commit === null) {
          state.of.set(sha, []);
          return;
        }
        const list = connectionAt(commit, 'associatedPullRequests');
        if (list === undefined || valueAt(commit, 'oid') !== sha) {
          state.faults.push(`The pull requests of ${sha} in GitHub's answer cannot be read`);
          return;
        }
        const numbers = [...(state.of.get(sha) ?? []), ...list.nodes.flatMap((node) => take(state, node, isFull))];
        state.of.set(sha, [...new Set(numbers)]);
        if (list.next !== null && (list.next === after || list.nodes.length === 0 || page >= mostListPages))
          state.faults.push(`GitHub says that the pull requests of ${sha} go on, and they do not`);
        else if (list.next !== null) rest.push({ sha, after: list.next });
        else if (list.total !== undefined && list.total > numbers.length)
          state.faults.push(`GitHub counts ${list.total} pull requests of ${sha}, and lists ${numbers.length}`);
      },
    });
    pending = rest;
  }
}

/** Its details are kept where they came with it. */
function take(state: State, node: unknown, isFull: boolean): readonly number[] {
  const number = numberAt(node, 'number');
  if (number === undefined) {
    state.faults.push(`A pull request in GitHub's answer cannot be read`);
    return [];
  }
  if (isFull) keep(state, number, node);
  else if (valueAt(node, 'merged') === false) state.unmerged.add(number);
  return [number];
}

function keep(state: State, number: number, node: unknown): void {
  const found = readPullSoFar(node);
  if (found === undefined || (found !== null && found.number !== number))
    state.faults.push(`Pull request ${number} in GitHub's answer cannot be read`);
  else if (found === null) state.unmerged.add(number);
  else if (!state.pulls.has(number)) state.pulls.set(number, found);
}

async function askNumbers(session: Session, state: State, numbers: readonly number[]): Promise<void> {
  await askEach(session, numbers, byNumber, {
    name: 'PullRequests',
    part: (number) => `pullRequest(number: ${number}) { ...P }`,
    fragments: pullFragments,
    optional: { checkSuites: 'checks: read' },
    purpose: 'tell about pull requests',
    permission: 'pull-requests: read',
    read: (number, node) => keep(state, number, node),
  });
}

/** With 100 messages each: 5,000 nodes. */
export async function textsOf(session: Session, numbers: readonly number[]): Promise<Listed<PullTexts>> {
  const found: PullTexts[] = [];
  await askEach(session, [...new Set(numbers)], byNumber, {
    name: 'TextsOfPullRequests',
    part: (number) => `pullRequest(number: ${number}) { ${textFields} }`,
    purpose: 'tell what pull requests say',
    permission: 'pull-requests: read',
    read(number, node) {
      const texts = readTexts(node);
      if (texts?.number === number) found.push(texts);
    },
    // The audit says of those that are missing that they are not known.
    failed: () => {},
  });
  session.answered('POST /graphql TextsOfPullRequests', found.length);
  return listOf(found, undefined);
}
