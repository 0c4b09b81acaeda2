import type { Account, Commit, PullRequest, PullTexts, Review } from '../../audit/index.ts';
import { countAt, given, listAt, stringAt, valueAt } from '../../text/index.ts';
import {
  actorAt,
  actorFragment,
  commitFragment,
  complete,
  connectionAt,
  from,
  isSignedByGitHub,
  momentAt,
  numberAt,
  oidAt,
  page,
  readCommit,
  shaAt,
} from './values.ts';

/** How much of the lists within a pull request comes with it; most have no more. Pages after that hold 100. */
const firstPages = { reviews: 20, timelineItems: 30, commits: 25 } as const;
const associated = 5;

export type PullList = keyof typeof firstPages;

const eventTypes = [
  'HEAD_REF_FORCE_PUSHED_EVENT',
  'REVIEW_DISMISSED_EVENT',
  'LABELED_EVENT',
  'UNLABELED_EVENT',
  'ADDED_TO_MERGE_QUEUE_EVENT',
  'BASE_REF_CHANGED_EVENT',
  'AUTOMATIC_BASE_CHANGE_SUCCEEDED_EVENT',
] as const;

const nodes: Readonly<Record<PullList, string>> = {
  reviews: `totalCount ${page} nodes { id fullDatabaseId state submittedAt author { ...A } commit { oid } }`,
  // Its `totalCount` counts events of all types, its `filteredCount` those that are asked for.
  timelineItems: `totalCount filteredCount ${page} nodes { __typename
    ... on HeadRefForcePushedEvent { createdAt beforeCommit { oid tree { oid } } }
    ... on ReviewDismissedEvent { createdAt previousReviewState review { id } }
    ... on LabeledEvent { createdAt actor { ...A } label { name } }
    ... on UnlabeledEvent { createdAt label { name } }
    ... on AddedToMergeQueueEvent { createdAt actor { ...A } }
    ... on BaseRefChangedEvent { createdAt from: previousRefName }
    ... on AutomaticBaseChangeSucceededEvent { createdAt from: oldBase } }`,
  commits: `totalCount ${page} nodes { commit { ...C } }`,
};

export function listOfPull(list: PullList, first: number, after?: string): string {
  const types = list === 'timelineItems' ? `, itemTypes: [${eventTypes.join(', ')}]` : '';
  return `${list}(first: ${first}${from(after)}${types}) { ${nodes[list]} }`;
}

/**
 * When GitHub began to check the head is when it saw it: the moment of a push is no longer published (`Commit.pushedDate`).
 * On a private repository it takes a permission more, `checks: read`.
 */
const seen = 'last: commits(last: 1) { nodes { commit { oid checkSuites(first: 10) { totalCount nodes { createdAt } } } } }';

const lists = (['reviews', 'timelineItems', 'commits'] as const).map((list) => listOfPull(list, firstPages[list]));

export const pullFragments = `fragment P on PullRequest { number url title merged mergedAt baseRefName headRefName headRefOid headRef { name }
  headRepository { nameWithOwner } author { ...A } mergedBy { ...A } mergeCommit { oid }
  ${lists.join('\n  ')}
  ${seen} }
${actorFragment}
${commitFragment}`;

export function pullsOfCommit(sha: string, fields: string, after?: string): string {
  return `object(oid: "${sha}") { ... on Commit { oid associatedPullRequests(first: ${associated}${from(after)}) { totalCount ${page} nodes { ${fields} } } } }`;
}

export type PartOfList = NonNullable<ReturnType<typeof connectionAt>> & { readonly why?: string };

export interface PullSoFar {
  readonly number: number;
  readonly value: unknown;
  readonly lists: Readonly<Record<PullList, PartOfList>>;
}

/** `undefined` where it cannot be read; null where it was not merged. */
export function readPullSoFar(value: unknown): PullSoFar | null | undefined {
  const number = numberAt(value, 'number');
  if (number === undefined) return undefined;
  const merged = valueAt(value, 'merged');
  if (merged !== true) return merged === false ? null : undefined;
  return {
    number,
    value,
    lists: { reviews: partOf(value, 'reviews'), timelineItems: partOf(value, 'timelineItems'), commits: partOf(value, 'commits') },
  };
}

export function partOf(value: unknown, list: PullList): PartOfList {
  const found = connectionAt(value, list);
  return found === undefined
    ? { nodes: [], total: undefined, next: null, why: `its ${words[list]} cannot be read` }
    : { ...found, total: list === 'timelineItems' ? eventCount(valueAt(value, list)) : found.total };
}

/** `undefined` where it counts no fewer than all: every pull request has events that were not asked for, such as its merge. */
function eventCount(list: unknown): number | undefined {
  const [all, asked] = [countAt(list, 'totalCount'), countAt(list, 'filteredCount')];
  return all !== undefined && asked !== undefined && asked < all ? asked : undefined;
}

const words: Readonly<Record<PullList, string>> = { reviews: 'reviews', timelineItems: 'timeline', commits: 'commits' };
/** REST ends its list of commits here, and so may a server that is older. */
const commitsOfRest = 250;

/** `undefined` where nothing of it can be believed. */
export function readPull({ lists, number, value }: PullSoFar) {
  const own = complete({
    url: stringAt(value, 'url'),
    base: stringAt(value, 'baseRefName'),
    openedBy: actorAt(value, 'author'),
    mergedAt: momentAt(value, 'mergedAt'),
    mergedBy: actorAt(value, 'mergedBy'),
    mergeCommit: oidAt(value, 'mergeCommit'),
    title: stringAt(value, 'title'),
    head: shaAt(value, 'headRefOid'),
  });
  if (own === undefined) return undefined;
  const { base, head, mergeCommit, mergedAt, mergedBy, openedBy, title, url } = own;
  const faults = [lists.reviews.why, lists.timelineItems.why];
  const events = readEvents(lists.timelineItems.nodes, mergedAt);
  const reviews = lists.reviews.nodes.map((node) => readReview(node, events?.dismissals ?? new Map()));
  const commits = lists.commits.nodes.map((node) => readCommit(valueAt(node, 'commit')));
  const known = [...new Map(commits.flatMap((one) => (one === undefined ? [] : [[one.sha, one] as const]))).values()];
  const commitsWhy =
    whyNot(lists.commits, known.length, 'commits') ??
    (known.length === commitsOfRest ? `GitHub lists ${commitsOfRest} of its commits, and may leave out more` : undefined);
  const said = reviews.filter((one) => one !== undefined && one !== null);
  const reviewIds = new Set(lists.reviews.nodes.map((node) => stringAt(node, 'id')));
  const why = [
    ...faults,
    events === undefined ? 'an event of its timeline cannot be read' : undefined,
    reviews.includes(undefined) ? 'a review cannot be read' : undefined,
    whyNot(lists.reviews, reviewIds.size, 'reviews'),
    whyNot(lists.timelineItems, lists.timelineItems.nodes.length, 'events of the timeline'),
  ].filter((one) => one !== undefined);
  const repository = stringAt(value, 'headRepository', 'nameWithOwner') ?? null;
  const pull: PullRequest = {
    number,
    url,
    base,
    openedBy,
    askedBy: askedBy(openedBy, known),
    mergedAt,
    mergedBy: mergedBy?.login === 'github-merge-queue[bot]' ? (events?.queuedBy ?? mergedBy) : mergedBy,
    mergeCommit,
    title,
    labels: events?.labels ?? [],
    from: repository,
    headBranch: valueAt(value, 'headRef') === null ? null : (stringAt(value, 'headRefName') ?? null),
    commitsCut: commitsWhy !== undefined || lists.commits.why !== undefined || commits.includes(undefined),
    ...firstSeen(value, head),
    head,
    commits: known,
    reviews: said,
    forcePushes: events?.forcePushes ?? [],
    ...(events === undefined || events.oldHeads.length === 0 ? {} : { oldHeads: events.oldHeads }),
    ...(events === undefined || events.baseChanges.length === 0 ? {} : { baseChanges: events.baseChanges }),
  };
  const signed = lists.commits.nodes.flatMap((node) =>
    isSignedByGitHub(valueAt(node, 'commit')) ? (shaAt(node, 'commit', 'oid') ?? []) : [],
  );
  return { pull, signed, ...(why.length === 0 ? {} : { why: [...new Set(why)].join('; ') }) };
}

function whyNot({ total, why }: PartOfList, found: number, noun: string): string | undefined {
  if (why !== undefined || total === undefined || total === found) return undefined;
  return `GitHub counts ${total} ${noun} of it and lists ${found}`;
}

const verdicts = ['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED'] as const;

/** Null: one that was never sent. */
function readReview(value: unknown, dismissals: ReadonlyMap<string, NonNullable<Review['dismissed']>>): Review | null | undefined {
  const state = stringAt(value, 'state');
  if (state === 'PENDING') return null;
  const node = stringAt(value, 'id');
  const review = complete({
    id: stringAt(value, 'fullDatabaseId') ?? node,
    by: actorAt(value, 'author'),
    said: verdicts.find((one) => one === state),
    commit: oidAt(value, 'commit'),
    at: momentAt(value, 'submittedAt'),
  });
  if (review === undefined || node === undefined) return undefined;
  const dismissed = review.said === 'DISMISSED' ? dismissals.get(node) : undefined;
  return { ...review, ...given({ dismissed }) };
}

interface Events {
  readonly forcePushes: readonly string[];
  readonly oldHeads: NonNullable<PullRequest['oldHeads']>;
  readonly baseChanges: NonNullable<PullRequest['baseChanges']>;
  readonly labels: PullRequest['labels'];
  readonly dismissals: ReadonlyMap<string, NonNullable<Review['dismissed']>>;
  readonly queuedBy: Account | null;
}

/** Those from the time before the merge, and dismissals at any time; `undefined` where a part cannot be read. */
function readEvents(nodes: readonly unknown[], mergedAt: string): Events | undefined {
  const forcePushes: string[] = [];
  const oldHeads: Events['oldHeads'][number][] = [];
  const baseChanges: Events['baseChanges'][number][] = [];
  const labels = new Map<string, PullRequest['labels'][number]>();
  const dismissals = new Map<string, NonNullable<Review['dismissed']>>();
  let queuedBy: Account | null = null;
  const moments = nodes.map((node) => momentAt(node, 'createdAt'));
  if (moments.includes(undefined)) return undefined;
  for (const node of nodes.toSorted((one, other) => timeOf(one) - timeOf(other))) {
    const at = momentAt(node, 'createdAt') ?? '';
    const isBefore = Date.parse(at) < Date.parse(mergedAt);
    const name = stringAt(node, 'label', 'name');
    const actor = valueAt(node, 'actor') === undefined ? null : actorAt(node, 'actor');
    if (actor === undefined) return undefined;
    switch (stringAt(node, '__typename')) {
      case 'HeadRefForcePushedEvent': {
        if (Date.parse(at) > Date.parse(mergedAt)) break;
        forcePushes.push(at);
        const [sha, tree] = [shaAt(node, 'beforeCommit', 'oid'), shaAt(node, 'beforeCommit', 'tree', 'oid')];
        if (sha !== undefined && tree !== undefined) oldHeads.push({ sha, tree });
        break;
      }
      case 'LabeledEvent':
        if (name === undefined) return undefined;
        if (isBefore) labels.set(name, { name, at, by: actor });
        break;
      case 'UnlabeledEvent':
        if (name === undefined) return undefined;
        if (isBefore) labels.delete(name);
        break;
      case 'ReviewDismissedEvent': {
        const [review, before] = [stringAt(node, 'review', 'id'), stringAt(node, 'previousReviewState')];
        if (review !== undefined && (before === 'APPROVED' || before === 'CHANGES_REQUESTED')) dismissals.set(review, { at, before });
        break;
      }
      case 'AddedToMergeQueueEvent':
        if (Date.parse(at) <= Date.parse(mergedAt)) queuedBy = actor;
        break;
      case 'BaseRefChangedEvent':
      case 'AutomaticBaseChangeSucceededEvent': {
        const from = stringAt(node, 'from');
        if (from === undefined) return undefined;
        if (Date.parse(at) <= Date.parse(mergedAt)) baseChanges.push({ at, from });
        break;
      }
      case undefined:
      default:
        return undefined;
    }
  }
  return { forcePushes, oldHeads, baseChanges, labels: [...labels.values()], dismissals, queuedBy };
}

function timeOf(node: unknown): number {
  return Date.parse(momentAt(node, 'createdAt') ?? '');
}

/**
 * GitHub has no field for who asked an agent for a change, but its own agent names them as co-author of its commits
 * (docs.github.com/copilot, "About Copilot coding agent").
 */
function askedBy(openedBy: Account | null, commits: readonly Commit[]): Account | null {
  if (openedBy?.kind !== 'bot') return null;
  const own = commits.filter(({ author }) => author.account?.id === openedBy.id);
  return own.flatMap(({ coAuthors }) => coAuthors).find(({ account }) => account?.kind === 'person')?.account ?? null;
}

/** The first moment at which GitHub checked the head: it saw it then, or before where there are more checks than were asked for. */
function firstSeen(value: unknown, head: string): Pick<PullRequest, 'pushedAt' | 'seenBy'> {
  const commit = valueAt(listAt(value, 'last', 'nodes')?.[0], 'commit');
  const suites = stringAt(commit, 'oid') === head ? (listAt(commit, 'checkSuites', 'nodes') ?? []) : [];
  const moments = suites.map((suite) => momentAt(suite, 'createdAt')).filter((at) => at !== undefined);
  const [first = null] = moments.toSorted((one, other) => Date.parse(one) - Date.parse(other));
  if (moments.length === valueAt(commit, 'checkSuites', 'totalCount')) return { pushedAt: first };
  return { pushedAt: null, ...given({ seenBy: first ?? undefined }) };
}

/**
 * As GitHub's published GraphQL schema has them. The name of a branch stays when the branch is gone; renames of the title are events; of an
 * edited body only the last moment is told.
 */
export const textFields = `number headRefName title body mergedAt lastEditedAt
  timelineItems(first: 100, itemTypes: [RENAMED_TITLE_EVENT]) { ${page} nodes { ... on RenamedTitleEvent { createdAt previousTitle } } }
  commits(first: 100) { totalCount nodes { commit { message } } }`;

/** As it was when it was merged; undefined where it cannot be read. */
export function readTexts(value: unknown): PullTexts | undefined {
  const renames = connectionAt(value, 'timelineItems');
  const editedAt = valueAt(value, 'lastEditedAt') === null ? null : momentAt(value, 'lastEditedAt');
  const own = complete({
    number: numberAt(value, 'number'),
    branch: stringAt(value, 'headRefName'),
    now: stringAt(value, 'title'),
    text: stringAt(value, 'body'),
    mergedAt: momentAt(value, 'mergedAt'),
    editedAt,
    renames: renames?.next === null ? renames.nodes : undefined,
  });
  if (own === undefined) return undefined;
  const { branch, mergedAt, now, number, text } = own;
  const isAfter = (at: string): boolean => Date.parse(at) > Date.parse(mergedAt);
  const later = own.renames
    .filter((node) => isAfter(momentAt(node, 'createdAt') ?? ''))
    .toSorted((one, other) => timeOf(one) - timeOf(other));
  const title = later.length === 0 ? now : stringAt(later[0], 'previousTitle');
  const messages = (listAt(value, 'commits', 'nodes') ?? []).flatMap((node) => stringAt(node, 'commit', 'message') ?? []);
  const cut = messages.length !== valueAt(value, 'commits', 'totalCount');
  if (title === undefined) return undefined;
  return { number, branch, title, body: own.editedAt !== null && isAfter(own.editedAt) ? null : text, messages, cut };
}
