import { countAt, listAt, stringAt, valueAt } from '../../../../../src/text/index.ts';
import type { Reply } from '../../answering.ts';
import { firstOf, object, type Operation } from '../../operations.ts';
import type { GitObjects } from '../git-objects.ts';
import { accountOf, loginOf } from '../graphql/accounts.ts';
import { deploymentId } from '../graphql/repository.ts';
import { nextId } from '../make.ts';
import type { GitHubWorld, WorldIssue, WorldUpdate } from '../model.ts';
import { byCursor, numbered, type Asked } from './pages.ts';
import { branchRules, rulesetById, rulesetHistory, ruleSuites } from './rules.ts';

/** An account as REST shows it: a bot has `[bot]` in its login here. */
function simpleUser(world: GitHubWorld, login: string | null): object | null {
  if (login === null) return null;
  const { id, kind = 'person' } = accountOf(world, login);
  const name = kind === 'bot' ? `${login}[bot]` : login;
  const api = `https://api.github.com/users/${encodeURIComponent(name)}`;
  return {
    login: name,
    id,
    node_id: `U_${id}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${id}`,
    gravatar_id: '',
    url: api,
    html_url: `https://github.com/${kind === 'bot' ? `apps/${login}` : login}`,
    followers_url: `${api}/followers`,
    following_url: `${api}/following`,
    gists_url: `${api}/gists`,
    starred_url: `${api}/starred`,
    subscriptions_url: `${api}/subscriptions`,
    organizations_url: `${api}/orgs`,
    repos_url: `${api}/repos`,
    events_url: `${api}/events`,
    received_events_url: `${api}/received_events`,
    type: kind === 'bot' ? 'Bot' : kind === 'organization' ? 'Organization' : 'User',
    site_admin: false,
  };
}

/** Deployments, the newest first. */
function deployments(world: GitHubWorld, asked: Asked, example: unknown): Reply {
  const query = asked.url.searchParams;
  const [environment, sha] = [query.get('environment'), query.get('sha')];
  const found = world.deployments.filter(
    (one) => (environment === null || one.environment === environment) && (sha === null || one.sha === sha),
  );
  const { headers, items } = numbered(
    found.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)),
    asked,
  );
  const body = items.map((one) => ({
    ...firstOf(example),
    id: one.id,
    node_id: deploymentId(one.id),
    sha: one.sha,
    ref: one.ref,
    environment: one.environment,
    original_environment: one.environment,
    creator: simpleUser(world, one.by),
    created_at: one.at,
    updated_at: one.statuses.at(-1)?.at ?? one.at,
    production_environment: one.production,
    transient_environment: one.transient,
  }));
  return { status: 200, headers, body };
}

/** The run that made a deployment. */
function deploymentRun(world: GitHubWorld, id: number, example: unknown): Reply {
  const made = world.deployments.find(({ run }) => run?.id === id);
  if (made === undefined) return { status: 404, body: { message: 'Not Found' } };
  return { status: 200, body: { ...firstOf(example), id, head_sha: made.run?.sha ?? made.sha } };
}

function deploymentReviews(world: GitHubWorld, id: number, example: unknown): Reply {
  const made = world.deployments.filter(({ run }) => run?.id === id);
  const environment = firstOf(valueAt(firstOf(example), 'environments'));
  const body = made.flatMap((one) =>
    (one.run?.reviews ?? []).map(({ by, environment: name = one.environment, state }) => ({
      ...firstOf(example),
      state,
      user: simpleUser(world, by),
      environments: [{ ...environment, name }],
    })),
  );
  return { status: 200, body };
}

function deploymentStatuses(world: GitHubWorld, id: number, asked: Asked, example: unknown): Reply {
  const found = world.deployments.find((one) => one.id === id);
  if (found === undefined) return { status: 404, body: { message: 'Not Found' } };
  const { headers, items } = numbered(
    found.statuses.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)),
    asked,
  );
  const body = items.map((one) => ({
    ...firstOf(example),
    id: one.id,
    state: one.state,
    created_at: one.at,
    updated_at: one.at,
    creator: simpleUser(world, one.by),
  }));
  return { status: 200, headers, body };
}

function releases(world: GitHubWorld, asked: Asked, example: unknown): Reply {
  const { headers, items } = numbered(
    world.releases.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt)),
    asked,
  );
  const body = items.map(({ by, createdAt, id, prerelease, publishedAt, tag }) => ({
    ...firstOf(example),
    id,
    tag_name: tag,
    name: tag,
    author: simpleUser(world, by ?? 'ghost'),
    created_at: createdAt,
    published_at: publishedAt,
    draft: publishedAt === null,
    prerelease,
    assets: [],
  }));
  return { status: 200, headers, body };
}

/** All statuses of a commit, the newest first. */
function commitStatuses(world: GitHubWorld, git: GitObjects, asked: Asked, sha: string): Reply {
  if (git.commit(sha) === undefined) return { status: 422, body: { message: `No commit found for SHA: ${sha}` } };
  const found = world.statuses.filter((one) => one.sha === sha);
  const { headers, items } = numbered(
    found.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at) || other.id - one.id),
    asked,
  );
  const body = items.map(({ at, by, context, id, state, url }) => ({
    url: `https://api.github.com/repos/${world.repository}/statuses/${sha}`,
    avatar_url: null,
    id,
    node_id: `SC_${id}`,
    state,
    description: null,
    target_url: url,
    context,
    created_at: at,
    updated_at: at,
    creator: simpleUser(world, by),
  }));
  return { status: 200, headers, body };
}

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
    case 'GET /commits/{ref}/statuses':
      return commitStatuses(world, git, asked, one);
    case 'GET /rules/branches/{branch}':
      return branchRules(world, asked.url.pathname.split('/rules/branches/')[1] ?? '', asked);
    case 'GET /rulesets/{ruleset_id}':
      return rulesetById(world, Number(one), example);
    case 'GET /rulesets/{ruleset_id}/history':
      return rulesetHistory(world, Number(one), undefined, asked);
    case 'GET /rulesets/{ruleset_id}/history/{version_id}':
      return rulesetHistory(world, Number(one), asked.url.pathname.split('/').at(-1), asked);
    case 'GET /rulesets/rule-suites':
      return ruleSuites(world, undefined, asked);
    case 'GET /rulesets/rule-suites/{rule_suite_id}':
      return ruleSuites(world, two, asked);
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

const notFound: Reply = { status: 404, body: { message: 'Not Found' } };
const longest = 65_536;

/** Issues and, as GitHub has it, pull requests among them; the newest first. */
function listIssues(world: GitHubWorld, asked: Asked, example: unknown): Reply {
  const query = asked.url.searchParams;
  const [state, creator, labels] = [query.get('state') ?? 'open', query.get('creator'), query.get('labels')?.split(',') ?? []];
  const found = world.issues.filter(
    (one) =>
      (state === 'all' || one.state === state) &&
      (creator === null || loginOf(world, one.by) === creator || one.by === creator) &&
      labels.every((label) => one.labels.some((name) => name.toLowerCase() === label.toLowerCase())),
  );
  const { headers, items } = numbered(
    found.toSorted((one, other) => other.number - one.number),
    asked,
  );
  return { status: 200, headers, body: items.map((one) => shown(world, one, firstOf(example))) };
}

function createIssue(world: GitHubWorld, body: unknown, example: unknown): Reply {
  const text = stringAt(body, 'body') ?? '';
  if (text.length > longest) return tooLong;
  const one: WorldIssue = {
    number: Math.max(0, ...world.issues.map(({ number }) => number), ...world.pulls.map(({ number }) => number)) + 1,
    title: String(valueAt(body, 'title')),
    body: text,
    state: 'open',
    labels: namesIn(body, 'labels') ?? [],
    assignees: namesIn(body, 'assignees') ?? [],
    by: world.asker,
    comments: [],
  };
  world.issues.push(one);
  return { status: 201, body: shown(world, one, firstOf(example)) };
}

function updateIssue(world: GitHubWorld, number: number, body: unknown, example: unknown): Reply {
  const one = world.issues.find((issue) => issue.number === number);
  if (one === undefined) return notFound;
  const [text, title, state] = [stringAt(body, 'body'), stringAt(body, 'title'), stringAt(body, 'state')];
  if ((text?.length ?? 0) > longest) return tooLong;
  if (text !== undefined) one.body = text;
  if (title !== undefined) one.title = title;
  if (state === 'open' || state === 'closed') one.state = state;
  one.labels = namesIn(body, 'labels') ?? one.labels;
  one.assignees = namesIn(body, 'assignees') ?? one.assignees;
  return { status: 200, body: shown(world, one, firstOf(example)) };
}

function listComments(world: GitHubWorld, number: number, asked: Asked, example: unknown): Reply {
  const found = world.issues.find((issue) => issue.number === number);
  if (found === undefined) return notFound;
  const { headers, items } = numbered(found.comments, asked);
  return {
    status: 200,
    headers,
    body: items.map((comment) => ({ ...firstOf(example), id: comment.id, body: comment.body, user: simpleUser(world, comment.by) })),
  };
}

function addComment(world: GitHubWorld, number: number, body: unknown, example: unknown): Reply {
  const found = world.issues.find((issue) => issue.number === number);
  if (found === undefined) return notFound;
  const comment = { id: nextId(), by: world.asker, body: String(valueAt(body, 'body')) };
  if (comment.body.length > longest) return tooLong;
  found.comments.push(comment);
  return { status: 201, body: { ...firstOf(example), id: comment.id, body: comment.body, user: simpleUser(world, comment.by) } };
}

const tooLong: Reply = { status: 422, body: { message: 'Validation Failed: body is too long (maximum is 65536 characters)' } };

function namesIn(body: unknown, key: string): readonly string[] | undefined {
  return listAt(body, key)?.map((one) => stringAt({ one }, 'one') ?? stringAt(one, 'name') ?? stringAt(one, 'login') ?? '');
}

function shown(world: GitHubWorld, one: WorldIssue, example: object): object {
  const url = `https://github.com/${world.repository}/issues/${one.number}`;
  const { pull_request: _, ...rest } = { pull_request: undefined, ...example };
  return {
    ...rest,
    id: 9_000 + one.number,
    number: one.number,
    url: `https://api.github.com/repos/${world.repository}/issues/${one.number}`,
    html_url: url,
    title: one.title,
    body: one.body,
    state: one.state,
    user: simpleUser(world, one.by),
    labels: one.labels.map((name, index) => ({
      id: index + 1,
      node_id: `L_${name}`,
      url: `${url}/labels`,
      name,
      description: null,
      color: 'ededed',
      default: false,
    })),
    assignee: null,
    assignees: [],
    milestone: null,
    closed_at: one.state === 'closed' ? world.now : null,
    comments: countAt({ n: one.comments.length }, 'n') ?? 0,
  };
}
