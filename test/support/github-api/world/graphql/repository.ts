import type { GitHubWorld, WorldPull } from '../model.ts';
import type { GitObjects } from '../git-objects.ts';
import { shownCommit } from './commits.ts';
import { connection, isNone, type MissingPage, type PageArguments } from './connection.ts';
import { shownPull } from './pulls.ts';
import { NotFound } from './execute.ts';
import { deploymentId, shownDeployment, shownRelease, shownTag } from './shipped.ts';

/** The sources that every part of an answer is made from. */
export interface Shown {
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
    refs: (args: PageArguments & { refPrefix: string }) =>
      shown.page('Repository.refs', args.refPrefix === 'refs/tags/' ? git.tags() : [], args, (one) => shownTag(shown, one)),
  };
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
