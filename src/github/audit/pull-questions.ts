import { actorFragment } from './accounts.ts';
import { commitFragment } from './commits.ts';

/** How much of the lists within a pull request comes with it; most have no more. Pages after that hold 100. */
export const firstPages = { reviews: 20, timelineItems: 30, commits: 25 } as const;
export const associated = 5;

export type PullList = keyof typeof firstPages;

const page = 'pageInfo { hasNextPage endCursor }';

/** Events of the timeline that say something about a change. */
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

/** A list of a pull request, from a cursor on. */
export function listOfPull(list: PullList, first: number, after?: string): string {
  const types = list === 'timelineItems' ? `, itemTypes: [${eventTypes.join(', ')}]` : '';
  const from = after === undefined ? '' : `, after: ${JSON.stringify(after)}`;
  return `${list}(first: ${first}${from}${types}) { ${nodes[list]} }`;
}

/**
 * When GitHub began to check the head is when it saw it: the moment of a push is no longer published (`Commit.pushedDate`).
 * On a private repository it takes a permission more, `checks: read`.
 */
const seen = 'last: commits(last: 1) { nodes { commit { oid checkSuites(first: 10) { totalCount nodes { createdAt } } } } }';

const lists = (['reviews', 'timelineItems', 'commits'] as const).map((list) => listOfPull(list, firstPages[list]));

/** A pull request with the first pages of its lists. */
export const pullFragments = `fragment P on PullRequest { number url title merged mergedAt baseRefName headRefName headRefOid headRef { name }
  headRepository { nameWithOwner } author { ...A } mergedBy { ...A } mergeCommit { oid }
  ${lists.join('\n  ')}
  ${seen} }
${actorFragment}
${commitFragment}`;

/** The pull requests that a commit is in. */
export function pullsOfCommit(sha: string, fields: string, after?: string): string {
  const from = after === undefined ? '' : `, after: ${JSON.stringify(after)}`;
  return `object(oid: "${sha}") { ... on Commit { oid associatedPullRequests(first: ${associated}${from}) { totalCount ${page} nodes { ${fields} } } } }`;
}
