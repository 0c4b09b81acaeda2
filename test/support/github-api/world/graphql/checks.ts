import type { GitHubWorld, WorldCheck, WorldStatus, WorldSuite, WorldWorkflow } from '../model.ts';
import { actor } from './accounts.ts';
import { isNone, type PageArguments } from './connection.ts';

interface Shown {
  readonly world: GitHubWorld;
  readonly page: <Item>(list: string, all: readonly Item[], args: PageArguments, shown: (item: Item) => unknown) => object;
}

/** The suites of a commit in the order of their times; those that only have a moment have no app and no run. */
export function suitesOf({ checkedAt, suites }: GitHubWorld, sha: string): readonly WorldSuite[] {
  const bare = [checkedAt.get(sha) ?? []].flat().map((at, index) => ({ id: index + 1, sha, app: null, at, workflow: null, checks: [] }));
  return [...bare, ...suites.filter((one) => one.sha === sha)];
}

export function suiteId(id: number): string {
  return `CS_${id}`;
}

type CheckArguments = PageArguments & {
  readonly filterBy?: { readonly checkType?: 'ALL' | 'LATEST' | null; readonly checkName?: string | null } | null;
};

export function shownSuite(shown: Shown, suite: WorldSuite): object {
  const { app, at, checks, id, sha, workflow } = suite;
  const { repository } = shown.world;
  const isDone = checks.every(({ status }) => status === 'completed');
  return {
    __typename: 'CheckSuite',
    id: suiteId(id),
    databaseId: id,
    createdAt: at,
    updatedAt: workflow?.changedAt ?? at,
    url: `https://github.com/${repository}/commit/${sha}/checks?check_suite_id=${id}`,
    // A suite that no check was made in waits for one.
    status: isDone && checks.length > 0 ? 'COMPLETED' : 'QUEUED',
    app: app === null ? null : { __typename: 'App', id: `A_${app.id}`, databaseId: app.id, slug: app.slug, name: app.slug },
    workflowRun: workflow === null ? null : shownWorkflow(repository, workflow),
    checkRuns: (args: CheckArguments) => {
      const { checkName, checkType } = args.filterBy ?? {};
      const named = checks.filter(({ name }) => isNone(checkName) || name === checkName);
      const found = checkType === 'ALL' ? named : newestOf(named, ({ name }) => name);
      return shown.page('CheckSuite.checkRuns', found, args, (one) => shownCheck(repository, suite, one));
    },
  };
}

function shownWorkflow(repository: string, { at, changedAt, event, id, path, repository: of = repository }: WorldWorkflow): object {
  const url = `https://github.com/${repository}/actions/runs/${id}`;
  const file = { __typename: 'WorkflowRunFile', id: `WFRF_${id}`, path, repositoryName: of, url: `${url}/workflow` };
  return {
    __typename: 'WorkflowRun',
    id: `WFR_${id}`,
    databaseId: id,
    createdAt: at,
    updatedAt: changedAt,
    event,
    url,
    file: path === null ? null : file,
  };
}

function shownCheck(
  repository: string,
  { workflow }: WorldSuite,
  { conclusion, endedAt, id, name, startedAt, status }: WorldCheck,
): object {
  const url =
    workflow === null
      ? `https://github.com/${repository}/runs/${id}`
      : `https://github.com/${repository}/actions/runs/${workflow.id}/job/${id}`;
  return {
    __typename: 'CheckRun',
    id: `CR_${id}`,
    databaseId: id,
    name,
    status: status.toUpperCase(),
    conclusion: conclusion?.toUpperCase() ?? null,
    startedAt,
    completedAt: endedAt,
    url,
    permalink: url,
    detailsUrl: url,
  };
}

/** The newest status of each context, whatever the case of its letters. A commit without one has no `status`. */
export function shownStatus(world: GitHubWorld, sha: string): object | null {
  const all = world.statuses.filter((one) => one.sha === sha).toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const newest = newestOf(all, ({ context }) => context.toLowerCase());
  if (newest.length === 0) return null;
  return { __typename: 'Status', id: `ST_${sha}`, contexts: newest.map((one) => shownContext(world, one)) };
}

function shownContext(world: GitHubWorld, { at, by, context, id, state, url }: WorldStatus): object {
  return {
    __typename: 'StatusContext',
    id: `SC_${id}`,
    context,
    state: state.toUpperCase(),
    createdAt: at,
    creator: actor(world, by),
    description: null,
    targetUrl: url,
  };
}

/** The last one of each name. */
function newestOf<Item>(all: readonly Item[], nameOf: (item: Item) => string): readonly Item[] {
  return [...new Map(all.map((one) => [nameOf(one), one])).values()];
}
