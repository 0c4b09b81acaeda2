import type { WorldEvent, WorldPull, WorldReview } from '../model.ts';
import { actor } from './accounts.ts';
import { shownCommit } from './commits.ts';
import { isNone, placeAfter, type PageArguments } from './connection.ts';
import type { Shown } from './repository.ts';

export function shownPull(shown: Shown, pull: WorldPull): object {
  const { world } = shown;
  const url = `https://github.com/${world.repository}/pull/${pull.number}`;
  const repository = (name: string | null): object | null =>
    name === null ? null : { __typename: 'Repository', id: `R_${name}`, nameWithOwner: name, name: name.split('/')[1] };
  const listed = pull.commits.slice(0, world.mostCommits);
  return {
    __typename: 'PullRequest',
    id: `PR_${pull.number}`,
    number: pull.number,
    databaseId: 5_000 + pull.number,
    fullDatabaseId: String(5_000 + pull.number),
    url,
    permalink: url,
    title: pull.title,
    body: pull.body,
    bodyText: pull.body,
    state: pull.state.toUpperCase(),
    merged: pull.state === 'merged',
    closed: pull.state !== 'open',
    isDraft: false,
    author: actor(world, pull.openedBy),
    createdAt: pull.openedAt,
    mergedAt: pull.mergedAt,
    mergedBy: actor(world, pull.mergedBy),
    mergeCommit: () => shownCommit(shown, pull.mergeCommit),
    baseRefName: pull.base,
    headRefName: pull.headBranch,
    headRefOid: pull.head,
    headRepository: repository(pull.from),
    baseRepository: repository(world.repository),
    repository: repository(world.repository),
    isCrossRepository: pull.from !== world.repository,
    headRef: () =>
      !shown.git.heads().has(pull.headBranch)
        ? null
        : { __typename: 'Ref', id: `REF_${pull.headBranch}`, name: pull.headBranch, prefix: 'refs/heads/' },
    assignees: (args: PageArguments) => shown.page('PullRequest.assignees', pull.assignees, args, (login) => actor(world, login)),
    commits: (args: PageArguments) =>
      shown.page('PullRequest.commits', listed, args, (sha) => ({
        __typename: 'PullRequestCommit',
        id: `PRC_${sha}`,
        url: `${url}/commits/${sha}`,
        commit: shownCommit(shown, sha),
      })),
    reviews: (args: PageArguments) =>
      shown.page(
        'PullRequest.reviews',
        pull.reviews.filter(({ state }) => state !== 'PENDING'),
        args,
        (review) => shownReview(shown, pull, review),
      ),
    timelineItems: (args: PageArguments & { itemTypes?: readonly string[] | null }) => {
      const all = timeline(shown, pull);
      const items = all.filter(({ type }) => isNone(args.itemTypes) || args.itemTypes.includes(itemType(type)));
      const found = shown.page('PullRequest.timelineItems', items, args, ({ item }) => item);
      // GitHub's total counts events of all types. The count of the types that were asked for starts after the cursor.
      return { ...found, totalCount: all.length, filteredCount: items.length - placeAfter(args) };
    },
  };
}

function shownReview(shown: Shown, pull: WorldPull, { at, by, commit, dismissed, id, state }: WorldReview): object {
  return {
    __typename: 'PullRequestReview',
    id: `PRR_${id}`,
    databaseId: id > 2_147_483_647 ? null : id,
    fullDatabaseId: String(id),
    url: `https://github.com/${shown.world.repository}/pull/${pull.number}#pullrequestreview-${id}`,
    author: actor(shown.world, by),
    state: dismissed === undefined ? state : 'DISMISSED',
    submittedAt: at,
    createdAt: at,
    body: '',
    commit: () => shownCommit(shown, commit),
  };
}

const types = {
  labeled: 'LabeledEvent',
  unlabeled: 'UnlabeledEvent',
  'force-pushed': 'HeadRefForcePushedEvent',
  queued: 'AddedToMergeQueueEvent',
  unqueued: 'RemovedFromMergeQueueEvent',
  reopened: 'ReopenedEvent',
  closed: 'ClosedEvent',
  assigned: 'AssignedEvent',
  'base-changed': 'BaseRefChangedEvent',
  retargeted: 'AutomaticBaseChangeSucceededEvent',
} as const;

interface Item {
  readonly at: string;
  readonly type: string;
  readonly item: object;
}

/** Everything that the timeline tells, the oldest first. */
function timeline(shown: Shown, pull: WorldPull): readonly Item[] {
  const item = (type: string, at: string, by: string | null, more: object): Item => ({
    at,
    type,
    item: { __typename: type, id: `${type}_${pull.number}_${at}`, createdAt: at, actor: actor(shown.world, by), ...more },
  });
  const dismissals = pull.reviews.flatMap((review) =>
    review.dismissed === undefined
      ? []
      : [
          item('ReviewDismissedEvent', review.dismissed.at, review.dismissed.by, {
            previousReviewState: review.state,
            review: shownReview(shown, pull, review),
          }),
        ],
  );
  const merge =
    pull.mergedAt === null
      ? []
      : [
          item('MergedEvent', pull.mergedAt, pull.mergedBy, {
            commit: () => shownCommit(shown, pull.mergeCommit),
            mergeRefName: pull.base,
          }),
        ];
  return [...pull.events.map((event) => item(types[event.kind], event.at, event.by, more(shown, event))), ...dismissals, ...merge].toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  );
}

function more(shown: Shown, event: WorldEvent): object {
  switch (event.kind) {
    case 'labeled':
    case 'unlabeled':
      return { label: { __typename: 'Label', id: `L_${event.name}`, name: event.name } };
    case 'force-pushed':
      return { beforeCommit: () => shownCommit(shown, event.before), afterCommit: () => shownCommit(shown, event.after) };
    case 'queued':
    case 'unqueued':
      return { enqueuer: actor(shown.world, event.by) };
    case 'assigned':
      return { assignee: actor(shown.world, event.to) };
    case 'base-changed':
      return { previousRefName: event.from, currentRefName: event.to };
    case 'retargeted':
      return { oldBase: event.from, newBase: event.to };
    case 'reopened':
    case 'closed':
      return {};
  }
}

/** `LabeledEvent` → `LABELED_EVENT` */
function itemType(type: string): string {
  return type.replace(/(?!^)[A-Z]/g, '_$&').toUpperCase();
}
