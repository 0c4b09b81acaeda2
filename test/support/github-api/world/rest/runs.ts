import { valueAt } from '../../../../../src/text/index.ts';
import { firstOf, object } from '../../operations.ts';
import type { GitHubWorld } from '../model.ts';
import type { Reply } from './answer.ts';
import { numbered, type Asked } from './pages.ts';

/** Runs of a workflow file, by its name or its path, the newest first. */
export function listRuns(world: GitHubWorld, workflow: string, asked: Asked, example: unknown): Reply {
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

export function listArtifacts(world: GitHubWorld, run: number, asked: Asked, example: unknown): Reply {
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
export function download(world: GitHubWorld, id: number, { url }: Asked): Reply {
  const found = world.runs.flatMap(({ artifacts }) => artifacts).find((one) => one.id === id);
  if (found === undefined) return { status: 404, body: { message: 'Not Found' } };
  if (found.expired === true) return { status: 410, body: { message: 'Artifact has expired' } };
  return { status: 302, headers: { location: `${url.origin}/blobs/${id}` }, body: {} };
}
