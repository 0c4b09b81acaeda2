import { valueAt } from '../../../../../src/text/index.ts';
import { firstOf, object, type Operation } from '../../operations.ts';
import type { GitObjects } from '../git-objects.ts';
import type { GitHubWorld, WorldUpdate } from '../model.ts';
import { simpleUser } from './account.ts';
import { addComment, createIssue, listComments, listIssues, updateIssue } from './issues.ts';
import { byCursor, numbered, type Asked } from './pages.ts';
import { deploymentReviews, deploymentRun, deploymentStatuses, deployments, releases } from './shipped.ts';

const none = '0'.repeat(40);
const days: Readonly<Record<string, number>> = { day: 1, week: 7, month: 31, quarter: 92, year: 366 };

/** Updates of refs, the newest first; a `ref` without `refs/` is a branch. */
function activity(world: GitHubWorld, asked: Asked): Reply {
  const query = asked.url.searchParams;
  const [type, ref, period] = [query.get('activity_type'), query.get('ref'), days[query.get('time_period') ?? '']];
  const wanted = ref === null || ref.startsWith('refs/') ? ref : `refs/heads/${ref}`;
  const found = world.activity.filter(
    (one) =>
      (wanted === null || one.ref === wanted) &&
      (type === null || one.type === type) &&
      (period === undefined || Date.parse(one.at) >= Date.parse(world.now) - period * 86_400_000),
  );
  const ordered = found.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at) || other.id - one.id);
  const { headers, items } = byCursor(query.get('direction') === 'asc' ? ordered.toReversed() : ordered, asked, ({ id }) => id);
  return { status: 200, headers, body: items.map((one) => shownUpdate(world, one)) };
}

function shownUpdate(world: GitHubWorld, { after, at, before, by, id, ref, type }: WorldUpdate): object {
  return {
    id,
    node_id: `PSH_${id}`,
    before: before ?? none,
    after: after ?? none,
    ref,
    timestamp: at,
    activity_type: type,
    actor: simpleUser(world, by),
  };
}

function repository(world: GitHubWorld, example: unknown): Reply {
  const [owner = '', name = ''] = world.repository.split('/');
  // The example lacks a field that the description demands, and so do the repositories in it.
  const { parent: _, source: __, ...sample } = { parent: undefined, source: undefined, ...object(example) };
  const given = {
    language: null,
    name,
    full_name: world.repository,
    private: world.private,
    default_branch: world.defaultBranch,
    created_at: world.createdAt,
  };
  return {
    status: 200,
    body: { ...sample, ...given, owner: { ...object(simpleUser(world, 'ada')), login: owner, type: 'Organization' } },
  };
}

function tags(git: GitObjects, asked: Asked, example: unknown): Reply {
  const { headers, items } = numbered(
    git.tags().filter(({ peeledKind }) => peeledKind === 'commit'),
    asked,
  );
  const body = items.map(({ name, peeled }) => ({
    ...firstOf(example),
    name,
    commit: { sha: peeled, url: `https://api.github.com/commits/${peeled}` },
  }));
  return { status: 200, headers, body };
}

function matchingTags(git: GitObjects, prefix: string, example: unknown): Reply {
  const found = git.tags().filter(({ name }) => `tags/${name}`.startsWith(prefix));
  const body = found.map(({ kind, name, oid }) => ({
    ...firstOf(example),
    ref: `refs/tags/${name}`,
    object: { type: kind, sha: oid, url: `https://api.github.com/${oid}` },
  }));
  return { status: 200, body };
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The answer of a world to an operation of REST. It is undefined where the double has no answer. */
export function answerRest(
  world: GitHubWorld,
  git: GitObjects,
  { example, method, path }: Operation,
  asked: Asked,
  body: unknown,
): Reply | undefined {
  const [, , , , , one = '', two = ''] = asked.url.pathname.split('/').map(decodeURIComponent);
  const rest = path.replace('/repos/{owner}/{repo}', '');
  switch (`${method} ${rest}`) {
    case 'GET ':
      return repository(world, example);
    case 'GET /activity':
      return activity(world, asked);
    case 'GET /deployments':
      return deployments(world, asked, example);
    case 'GET /deployments/{deployment_id}/statuses':
      return deploymentStatuses(world, Number(one), asked, example);
    case 'GET /actions/runs/{run_id}':
      return deploymentRun(world, Number(two), example);
    case 'GET /actions/runs/{run_id}/approvals':
      return deploymentReviews(world, Number(two), example);
    case 'GET /releases':
      return releases(world, asked, example);
    case 'GET /tags':
      return tags(git, asked, example);
    case 'GET /git/matching-refs/{ref}':
      return matchingTags(git, asked.url.pathname.split('/matching-refs/')[1] ?? '', example);
    case 'GET /issues':
      return listIssues(world, asked, example);
    case 'POST /issues':
      return createIssue(world, body, example);
    case 'PATCH /issues/{issue_number}':
      return updateIssue(world, Number(one), body, example);
    case 'GET /issues/{issue_number}/comments':
      return listComments(world, Number(one), asked, example);
    case 'POST /issues/{issue_number}/comments':
      return addComment(world, Number(one), body, example);
    case 'GET /actions/workflows/{workflow_id}/runs':
      return listRuns(world, two, asked, example);
    case 'GET /actions/runs/{run_id}/artifacts':
      return listArtifacts(world, Number(two), asked, example);
    case 'GET /actions/artifacts/{artifact_id}/{archive_format}':
      return download(world, Number(two), asked);
    default:
      return undefined;
  }
}

/** Runs of a workflow file, by its name or its path, the newest first. */
function listRuns(world: GitHubWorld, workflow: string, asked: Asked, example: unknown): Reply {
  const query = asked.url.searchParams;
  const [branch, event, status] = [query.get('branch'), query.get('event'), query.get('status')];
  const found = world.runs.filter(
    (one) =>
      (one.workflow === workflow || one.workflow.endsWith(`/${workflow}`)) &&
      (branch === null || one.branch === branch) &&
      (event === null || one.event === event) &&
      (status === null || one.status === status || one.conclusion === status),
  );
  const { headers, items } = numbered(
    found.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)),
    asked,
  );
  const sample = object(firstOf(valueAt(example, 'workflow_runs')));
  const repository = (name: string): object => ({ ...object(valueAt(sample, 'repository')), full_name: name });
  const runs = items.map((one) => ({
    ...sample,
    id: one.id,
    head_branch: one.branch,
    head_sha: one.sha,
    path: one.workflow,
    event: one.event,
    status: one.status,
    conclusion: one.conclusion,
    run_attempt: one.attempt,
    created_at: one.at,
    updated_at: one.at,
    run_started_at: one.at,
    html_url: `https://github.com/${world.repository}/actions/runs/${one.id}`,
    repository: repository(world.repository),
    head_repository: repository(one.from),
    pull_requests: [],
  }));
  return { status: 200, headers, body: { total_count: found.length, workflow_runs: runs } };
}

function listArtifacts(world: GitHubWorld, run: number, asked: Asked, example: unknown): Reply {
  const name = asked.url.searchParams.get('name');
  const found = world.runs.find(({ id }) => id === run);
  if (found === undefined) return { status: 404, body: { message: 'Not Found' } };
  const all = found.artifacts.filter((one) => name === null || one.name === name);
  const { headers, items } = numbered(all, asked);
  const sample = object(firstOf(valueAt(example, 'artifacts')));
  const artifacts = items.map((one) => ({
    ...sample,
    id: one.id,
    name: one.name,
    size_in_bytes: one.zip.length,
    expired: one.expired === true,
    created_at: found.at,
    workflow_run: { id: run, repository_id: 1, head_repository_id: 1, head_branch: found.branch, head_sha: found.sha },
    digest: null,
  }));
  return { status: 200, headers, body: { total_count: all.length, artifacts } };
}

/** GitHub sends a download to an address that is valid for a minute, and that takes no token. */
function download(world: GitHubWorld, id: number, { url }: Asked): Reply {
  const found = world.runs.flatMap(({ artifacts }) => artifacts).find((one) => one.id === id);
  if (found === undefined) return { status: 404, body: { message: 'Not Found' } };
  if (found.expired === true) return { status: 410, body: { message: 'Artifact has expired' } };
  return { status: 302, headers: { location: `${url.origin}/blobs/${id}` }, body: {} };
}
