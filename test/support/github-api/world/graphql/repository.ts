import { listAt, stringAt } from '../../../../../src/text/index.ts';
import type { GitCommit, GitObjects, GitPerson, GitTag } from '../git-objects.ts';
import type { GitHubWorld, WorldDeployment, WorldEvent, WorldPull, WorldRelease, WorldReview, WorldRuleset } from '../model.ts';
import { accountOf, actor, gitActor } from './accounts.ts';
import { shownStatus, shownSuite, suiteId, suitesOf } from './checks.ts';
import { connection, isNone, placeAfter, type MissingPage, type PageArguments } from './connection.ts';
import { NotFound } from './execute.ts';

function shownDeployment(shown: Shown, { at, by, environment, id, ref, run, sha, statuses }: WorldDeployment): object {
  const newest = statuses.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  const status = (one: WorldDeployment['statuses'][number]): object => ({
    __typename: 'DeploymentStatus',
    id: `DS_${one.id}`,
    state: one.state.toUpperCase(),
    createdAt: one.at,
    updatedAt: one.at,
    creator: actor(shown.world, one.by ?? 'ghost'),
    logUrl: run === undefined ? null : `https://github.com/${shown.world.repository}/actions/runs/${run.id}/job/1`,
  });
  return {
    __typename: 'Deployment',
    id: deploymentId(id),
    databaseId: id,
    environment,
    latestEnvironment: environment,
    originalEnvironment: environment,
    commitOid: sha,
    commit: () => shownCommit(shown, sha),
    createdAt: at,
    updatedAt: newest[0]?.at ?? at,
    creator: actor(shown.world, by ?? 'ghost'),
    task: 'deploy',
    ref: { __typename: 'Ref', id: `REF_${ref}`, name: ref },
    latestStatus: newest[0] === undefined ? null : status(newest[0]),
    statuses: (args: PageArguments) => shown.page('Deployment.statuses', newest, args, status),
  };
}

export function deploymentId(id: number): string {
  return `DE_${id}`;
}

function shownRelease(shown: Shown, { by, createdAt, id, prerelease, publishedAt, tag }: WorldRelease): object {
  const found = shown.git.tags().find(({ name }) => name === tag);
  return {
    __typename: 'Release',
    id: `RE_${id}`,
    databaseId: id,
    name: tag,
    tagName: tag,
    author: actor(shown.world, by),
    createdAt,
    publishedAt,
    updatedAt: publishedAt ?? createdAt,
    isDraft: publishedAt === null,
    isPrerelease: prerelease,
    url: `https://github.com/${shown.world.repository}/releases/tag/${tag}`,
    tagCommit: () => shownCommit(shown, found?.peeled ?? null),
  };
}

/** A tag as a ref; its target is the commit, or a tag object that stands for it. */
function shownTag(shown: Shown, { inner, kind, name, oid, peeled, peeledKind }: GitTag): object {
  const plain =
    peeledKind === 'commit' ? shownCommit(shown, peeled) : { __typename: peeledKind === 'tree' ? 'Tree' : 'Blob', id: peeled, oid: peeled };
  const tag = (at: string, target: unknown): object => ({ __typename: 'Tag', id: `TA_${at}`, oid: at, name, target });
  const target = kind === 'tag' ? tag(oid, inner === null ? plain : tag(inner, plain)) : plain;
  return { __typename: 'Ref', id: `REF_${name}`, name, prefix: 'refs/tags/', target };
}

/** The sources that every part of an answer is made from. */
interface Shown {
  readonly world: GitHubWorld;
  /** The refs are read once a question because each read starts a process. */
  readonly git: GitObjects;
  readonly page: <Item>(list: string, all: readonly Item[], args: PageArguments, shown: (item: Item) => unknown) => object;
  readonly pull: (pull: WorldPull) => object;
  readonly pullsOf: (sha: string) => readonly WorldPull[];
}

type Ordered = PageArguments & { readonly orderBy?: { readonly direction: 'ASC' | 'DESC' } | null };

/** The root of everything that a question can be about. */
export function rootOf(world: GitHubWorld, objects: GitObjects, missing: (list: string) => MissingPage | undefined, cost: object): object {
  const git: GitObjects = { ...objects, heads: once(objects.heads), tags: once(objects.tags) };
  const shown: Shown = {
    world,
    git,
    page: (list, all, args, one) => connection(all, args, missing(list), one),
    pull: (pull) => shownPull(shown, pull),
    // GitHub always tells of merged pull requests. It tells of open ones only if the default branch does not have the commit.
    pullsOf: (sha) =>
      world.pulls.filter(
        ({ commits, landed, mergeCommit, state }) =>
          (commits.includes(sha) || landed.includes(sha) || mergeCommit === sha) &&
          (state === 'merged' || (state === 'open' && !git.has(world.defaultBranch, sha))),
      ),
  };
  return {
    rateLimit: cost,
    repository: ({ name, owner }: { owner: string; name: string }) => {
      if (`${owner}/${name}`.toLowerCase() === world.repository.toLowerCase()) return repository(shown);
      throw new NotFound(`Could not resolve to a Repository with the name '${owner}/${name}'.`);
    },
    node: ({ id }: { id: string }) => {
      const found = world.suites.find((one) => suiteId(one.id) === id);
      return found === undefined ? null : shownSuite(shown, found);
    },
    nodes: ({ ids }: { ids: readonly string[] }) =>
      ids.map((id) => {
        const found = world.deployments.find((one) => deploymentId(one.id) === id);
        return found === undefined ? null : shownDeployment(shown, found);
      }),
    search: ({ query, type }: PageArguments & { query: string; type: string }) => {
      const found = type === 'ISSUE' ? searched(world, query) : [];
      return { issueCount: found.length, nodes: [] };
    },
  };
}

function repository(shown: Shown): object {
  const { git, world } = shown;
  const newest = (args: Ordered): boolean => args.orderBy?.direction === 'DESC';
  const ordered = <Item>(all: readonly Item[], at: (item: Item) => string, args: Ordered): readonly Item[] =>
    all.toSorted((one, other) => (Date.parse(at(one)) - Date.parse(at(other))) * (newest(args) ? -1 : 1));
  return {
    __typename: 'Repository',
    id: 'R_1',
    nameWithOwner: world.repository,
    name: world.repository.split('/')[1],
    isPrivate: world.private,
    defaultBranchRef: {
      __typename: 'Ref',
      id: 'REF_default',
      name: world.defaultBranch,
      prefix: 'refs/heads/',
      target: () => shownCommit(shown, git.heads().get(world.defaultBranch) ?? null),
    },
    object: ({ oid }: { oid?: string | null }) => shownCommit(shown, oid ?? null),
    pullRequest: ({ number }: { number: number }) => {
      const found = world.pulls.find((pull) => pull.number === number);
      return found === undefined ? null : shownPull(shown, found);
    },
    pullRequests: (args: PageArguments & { baseRefName?: string | null; states?: readonly string[] | null }) => {
      const found = world.pulls.filter(
        ({ base, state }) =>
          (isNone(args.baseRefName) || base === args.baseRefName) && (isNone(args.states) || args.states.includes(state.toUpperCase())),
      );
      return shown.page('Repository.pullRequests', found, args, shown.pull);
    },
    deployments: (args: Ordered & { environments?: readonly string[] | null }) => {
      const found = world.deployments.filter(({ environment }) => isNone(args.environments) || args.environments.includes(environment));
      return shown.page(
        'Repository.deployments',
        ordered(found, ({ at }) => at, args),
        args,
        (one) => shownDeployment(shown, one),
      );
    },
    releases: (args: Ordered) =>
      shown.page(
        'Repository.releases',
        ordered(world.releases, ({ createdAt }) => createdAt, args),
        args,
        (one) => shownRelease(shown, one),
      ),
    ref: ({ qualifiedName }: { qualifiedName: string }) => {
      const name = qualifiedName.replace('refs/heads/', '');
      const own = world.protection.get(name);
      const byRulesets = world.rulesets.filter(({ branches }) => branches.includes(name)).flatMap(({ rules }) => rules.flatMap(contextsOf));
      const contexts = [...(own ?? []), ...byRulesets];
      const rule = { __typename: 'RefUpdateRule', pattern: name, requiredStatusCheckContexts: contexts };
      return { __typename: 'Ref', id: `REF_${name}`, name, prefix: 'refs/heads/', refUpdateRule: contexts.length === 0 ? null : rule };
    },
    refs: (args: PageArguments & { refPrefix: string }) =>
      shown.page('Repository.refs', args.refPrefix === 'refs/tags/' ? git.tags() : [], args, (one) => shownTag(shown, one)),
  };
}

/** GitHub does not say whether it shows those of rulesets here too: the double does. */
function contextsOf({ parameters }: WorldRuleset['rules'][number]): readonly string[] {
  return (listAt(parameters, 'required_status_checks') ?? []).flatMap((one) => stringAt(one, 'context') ?? []);
}

/** `repo:acme/app is:pr is:merged base:main merged:A..B`, both ends included; any other word is a mistake of the test. */
function searched(world: GitHubWorld, query: string): readonly WorldPull[] {
  const words = new Map(query.split(' ').map((word) => [word.replace(/(?<=^is):.*|:.*/s, ''), word.slice(word.indexOf(':') + 1)]));
  for (const name of words.keys())
    if (!['repo', 'is', 'base', 'merged'].includes(name)) throw new Error(`The double cannot search by ${name}.`);
  const [from = '', to = ''] = (words.get('merged') ?? '').split('..');
  return world.pulls.filter(
    ({ base, mergedAt }) =>
      mergedAt !== null &&
      words.get('repo') === world.repository &&
      words.get('base')?.replaceAll('"', '') === base &&
      Date.parse(mergedAt) >= Date.parse(from) &&
      Date.parse(mergedAt) <= Date.parse(to),
  );
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A commit as GitHub shows it. Null if the repository does not have it. */
function shownCommit(shown: Shown, sha: string | null): object | null {
  const commit = sha === null ? undefined : shown.git.commit(sha);
  if (commit === undefined) return null;
  const { author, committer, message, parents, tree } = commit;
  const { world } = shown;
  const [headline = '', ...body] = message.split('\n');
  return {
    __typename: 'Commit',
    id: `C_${commit.sha}`,
    oid: commit.sha,
    abbreviatedOid: commit.sha.slice(0, 7),
    url: `https://github.com/${world.repository}/commit/${commit.sha}`,
    message,
    messageHeadline: headline,
    messageBody: body.join('\n').trim(),
    tree: { __typename: 'Tree', id: `T_${tree}`, oid: tree },
    author: gitActor(world, author),
    committer: gitActor(world, committer),
    authoredDate: author.date,
    committedDate: committer.date,
    committedViaWeb: committer.email === webAddress,
    pushedDate: null,
    signature: () => signature(shown, commit),
    parents: (args: PageArguments) =>
      shown.page(
        'Commit.parents',
        parents,
        args,
        (parent) => shownCommit(shown, parent) ?? { __typename: 'Commit', id: `C_${parent}`, oid: parent },
      ),
    authors: (args: PageArguments) =>
      shown.page('Commit.authors', [author, ...coAuthors(commit)], args, (person) => gitActor(world, person)),
    associatedPullRequests: (args: PageArguments) =>
      shown.page('Commit.associatedPullRequests', shown.pullsOf(commit.sha), args, shown.pull),
    checkSuites: (args: PageArguments) =>
      shown.page('Commit.checkSuites', suitesOf(world, commit.sha), args, (one) => shownSuite(shown, one)),
    status: () => shownStatus(world, commit.sha),
  };
}

const webAddress = 'noreply@github.com';

function signature({ world }: Shown, { committer, sha }: GitCommit): object | null {
  if (committer.email !== webAddress || world.unsigned.includes(sha)) return null;
  return {
    __typename: 'GpgSignature',
    isValid: true,
    state: 'VALID',
    wasSignedByGitHub: true,
    email: webAddress,
    signer: { __typename: 'User', ...accountOf(world, 'web-flow'), databaseId: 19_864_447 },
  };
}

function coAuthors({ author, message }: GitCommit): readonly GitPerson[] {
  return [...message.matchAll(/^co-authored-by: (.+) <(.+)>$/gim)].map(([, name = '', email = '']) => ({ name, email, date: author.date }));
}

function shownPull(shown: Shown, pull: WorldPull): object {
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
    lastEditedAt: pull.editedAt ?? null,
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
  renamed: 'RenamedTitleEvent',
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
    case 'renamed':
      return { previousTitle: event.from, currentTitle: event.to };
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
