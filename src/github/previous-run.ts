import { hash } from 'node:crypto';
import { ContractError } from '../errors/index.ts';
import { countAt, listAt, stringAt, valueAt } from '../text/index.ts';
import { askGitHub, type GitHubAccess } from './api.ts';

export interface LookedFor {
  /** File of the workflow in the repository: `.github/workflows/audit.yml`. */
  readonly workflow: string;
  /** The run that asks is left out. */
  readonly runId: string | undefined;
  readonly name: string;
  /** In bytes. */
  readonly largest: number;
}

export interface LeftArtifact {
  readonly url: string;
  readonly zip: Buffer;
}

/**
 * They begin by the clock, by hand, or by a push to the branch: only who may write to the default branch can start one there. A run for a
 * pull request has its branch's name too, and a fork may call its branch `main`.
 */
const trusted: ReadonlySet<string> = new Set(['schedule', 'workflow_dispatch', 'push']);

const mostRuns = 100;

/**
 * From one workflow file on the default branch, the newest first: nothing that another workflow, another branch or a fork has uploaded.
 * Errors as those of `askGitHub`.
 */
export async function* artifactsOfRuns(access: GitHubAccess, { largest, name, runId, workflow }: LookedFor): AsyncGenerator<LeftArtifact> {
  const repository = await ask(access, 'GET /repos/{owner}/{repo}', {}, 'tell its default branch', 'contents: read');
  const branch = stringAt(repository, 'default_branch') ?? '';
  const runs = await ask(
    access,
    'GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs',
    { workflow_id: workflow.split('/').at(-1) ?? workflow, branch, status: 'completed', per_page: mostRuns },
    `list the runs of ${workflow}`,
  );
  // The filters are applied here again: GitHub passes over one that it does not understand.
  const trustedRuns = itemsOf(runs, 'workflow_runs').filter(
    (run) =>
      stringAt(run, 'path')?.split('@')[0] === workflow &&
      stringAt(run, 'head_branch') === branch &&
      trusted.has(stringAt(run, 'event') ?? '') &&
      countAt(run, 'head_repository', 'id') === countAt(repository, 'id') &&
      String(countAt(run, 'id')) !== runId,
  );
  for (const run of trustedRuns.toSorted((one, other) => (countAt(other, 'id') ?? 0) - (countAt(one, 'id') ?? 0))) {
    const id = countAt(run, 'id');
    const artifact = id === undefined ? undefined : await artifactOf(access, id, name);
    if (artifact === undefined || !((countAt(artifact, 'size_in_bytes') ?? Infinity) <= largest)) continue;
    yield { url: stringAt(run, 'html_url') ?? '', zip: await download(access, artifact) };
  }
}

/** A run that was repeated may have several. */
async function artifactOf(access: GitHubAccess, run: number, name: string): Promise<unknown> {
  const route = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts';
  const answer = await ask(access, route, { run_id: run, name, per_page: 100 }, `list the artifacts of run ${run}`);
  return itemsOf(answer, 'artifacts')
    .filter(
      (artifact) =>
        stringAt(artifact, 'name') === name && valueAt(artifact, 'expired') === false && countAt(artifact, 'workflow_run', 'id') === run,
    )
    .toSorted((one, other) => (countAt(other, 'id') ?? 0) - (countAt(one, 'id') ?? 0))[0];
}

async function download(access: GitHubAccess, artifact: unknown): Promise<Buffer> {
  const id = countAt(artifact, 'id') ?? 0;
  const route = 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}';
  const answer = await ask(access, route, { artifact_id: id, archive_format: 'zip' }, `download artifact ${id}`);
  const zip = answer instanceof ArrayBuffer ? Buffer.from(answer) : undefined;
  const digest = stringAt(artifact, 'digest');
  const found = `sha256:${hash('sha256', zip ?? '')}`;
  if (zip !== undefined && (digest === undefined || digest === found)) return zip;
  throw new ContractError(
    'wrong-shape',
    `Artifact ${id} is not what GitHub says of it: ${digest ?? 'a file'} was told, ${zip === undefined ? 'none' : found} came`,
    {
      fix: 'Run the job again; if it stays so, name the report of another run in `previous`',
    },
  );
}

/** A list that is not there must not look like an empty one: this audit would be taken for the first. */
function itemsOf(answer: unknown, name: string): readonly unknown[] {
  const items = listAt(answer, name);
  if (items !== undefined) return items;
  throw new ContractError('wrong-shape', `GitHub's answer has no ${name}`, { path: `$.${name}`, fix: 'Run the job again' });
}

function ask(
  access: GitHubAccess,
  route: string,
  parameters: Readonly<Record<string, string | number>>,
  purpose: string,
  permission = 'actions: read',
): Promise<unknown> {
  return askGitHub(access, { route, parameters, purpose, permission });
}
