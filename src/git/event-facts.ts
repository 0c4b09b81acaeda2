import { readFileSync, statSync } from 'node:fs';
import type { RepoInfo } from '../contract/index.ts';
import { countAt, listAt, plainUrl, valueAt } from '../text/index.ts';
import { isSha, lineAt, shaAt } from './payload.ts';

/** From the runner's environment. Away from GitHub Actions `eventName` is `''` and the rest is unknown. */
export interface EventFacts {
  readonly eventName: string;
  /** `GITHUB_SHA`; not always the commit the event is about, see `subjectOf`. */
  readonly sha: string | undefined;
  readonly ref: string | undefined;
  readonly headRef: string | undefined;
  /** Without a trailing slash. */
  readonly serverUrl: string;
  /** `owner/name` */
  readonly repository: string | undefined;
  readonly repositoryId: string | undefined;
  /** Kind of the code host where the host's name does not show it, as with a GitLab server of one's own. */
  readonly provider?: RepoInfo['provider'];
  /** Where the CI system is not GitHub's. */
  readonly buildUrl?: string;
  readonly runId: string | undefined;
  readonly runAttempt: string | undefined;
  readonly workflow: string | undefined;
  /** The file of the workflow; that of the caller, where this is a reusable one. */
  readonly workflowFile: WorkflowFile | undefined;
  readonly job: string | undefined;
  /** Id of the step, or the name that the runner gives one without. */
  readonly step: string | undefined;
  readonly actor: string | undefined;
  /** The event file, parsed. Hostile: its values come from anybody who pushed, opened or commented. */
  readonly payload: unknown;
}

export interface WorkflowFile {
  /** `owner/name` */
  readonly repository: string;
  /** `.github/workflows/ci.yml` */
  readonly path: string;
  /** `refs/heads/main`, `refs/pull/7/merge` */
  readonly ref: string;
  readonly sha?: string;
}

/** GitHub documents 25 MB as the largest event payload: docs.github.com/webhooks/webhook-events-and-payloads */
const payloadLimit = 25 * 1024 * 1024;

/** Reads `GITHUB_*` and the event file. A missing, oversized or broken event file is an empty payload: it never throws. */
export function readEventFacts(env: NodeJS.ProcessEnv): EventFacts {
  // The runner writes '' for what does not apply, such as GITHUB_HEAD_REF outside of pull requests.
  const known = (name: string): string | undefined => env[name]?.trim() || undefined;
  const sha = known('GITHUB_SHA')?.toLowerCase();
  const repository = known('GITHUB_REPOSITORY');
  return {
    eventName: known('GITHUB_EVENT_NAME') ?? '',
    sha: sha !== undefined && isSha(sha) ? sha : undefined,
    ref: known('GITHUB_REF'),
    headRef: known('GITHUB_HEAD_REF'),
    serverUrl: webServer(known('GITHUB_SERVER_URL')) ?? 'https://github.com',
    repository: repository !== undefined && isRepositoryName(repository) ? repository : undefined,
    repositoryId: known('GITHUB_REPOSITORY_ID'),
    runId: known('GITHUB_RUN_ID'),
    runAttempt: known('GITHUB_RUN_ATTEMPT'),
    workflow: known('GITHUB_WORKFLOW'),
    workflowFile: workflowFileIn(known('GITHUB_WORKFLOW_REF'), known('GITHUB_WORKFLOW_SHA')),
    job: known('GITHUB_JOB'),
    step: known('GITHUB_ACTION'),
    actor: known('GITHUB_ACTOR'),
    payload: readPayload(known('GITHUB_EVENT_PATH')),
  };
}

/** `owner/name/.github/workflows/ci.yml`, whichever ref it was read at. */
export function workflowPathOf({ workflowFile }: EventFacts): string | undefined {
  return workflowFile === undefined ? undefined : `${workflowFile.repository}/${workflowFile.path}`;
}

/** `owner/name`, in the letters that GitHub allows. */
export function isRepositoryName(text: string): boolean {
  return /^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/.test(text);
}

/** `owner/name/.github/workflows/ci.yml@refs/heads/main`; the path may hold an `@`, a repository and a ref none before it. */
function workflowFileIn(text: string | undefined, sha = ''): WorkflowFile | undefined {
  const [, repository, path, ref] = /^([^/@]+\/[^/@]+)\/(.+)@(refs\/.+)$/.exec(text ?? '') ?? [];
  return repository === undefined || path === undefined || ref === undefined
    ? undefined
    : { repository, path, ref, ...(isSha(sha) ? { sha } : {}) };
}

function webServer(text: string | undefined): string | undefined {
  const url = text === undefined ? '' : plainUrl(text);
  return /^https?:/.test(url) ? url.replace(/\/+$/, '') : undefined;
}

function readPayload(path: string | undefined): unknown {
  if (path === undefined) return {};
  try {
    const found = statSync(path);
    if (!found.isFile() || found.size > payloadLimit) return {};
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch {
    // For most events the commit is known without it; `subjectOf` says where it cannot.
    return {};
  }
}

/** It is the run of a `workflow_run` event. Its texts are foreign: it may be that of a fork. */
export interface FollowedRun {
  readonly workflow: string;
  /** `.github/workflows/ci.yml` */
  readonly workflowPath: string | undefined;
  /** A number, as text. */
  readonly id: string | undefined;
  readonly attempt: string | undefined;
  /** Pull requests with its head, as the event names them: never one of a fork. */
  readonly pullRequests: readonly number[];
  /** Name of the event that it is about: `pull_request`, `push`. */
  readonly trigger: string | undefined;
  /** `waiting`: a person has to approve it before it runs. */
  readonly state: 'requested' | 'in_progress' | 'waiting' | 'completed';
  readonly url: string | undefined;
  /** Where its commit is the head of a branch; `undefined` where the fork is gone. */
  readonly head: { readonly sha: string; readonly branch: string; readonly repository: string } | undefined;
}

/** `undefined` for other events, and without the payload. */
export function followedRun({ eventName, payload, repository: following, serverUrl }: EventFacts): FollowedRun | undefined {
  const run = valueAt(payload, 'workflow_run');
  if (eventName !== 'workflow_run' || run === undefined) return undefined;
  const [id, attempt] = [countAt(run, 'id'), countAt(run, 'run_attempt')];
  const [sha, branch, repository] = [shaAt(run, 'head_sha'), lineAt(run, 'head_branch'), lineAt(run, 'head_repository', 'full_name')];
  const isKnown = sha !== undefined && branch !== undefined && repository !== undefined && isRepositoryName(repository);
  return {
    workflow: lineAt(run, 'name') ?? lineAt(payload, 'workflow', 'name') ?? 'another workflow',
    // GitHub may say where it was read: `.github/workflows/ci.yml@refs/heads/main`.
    workflowPath: lineAt(run, 'path')?.replace(/@.*$/, ''),
    id: id?.toString(),
    attempt: attempt?.toString(),
    pullRequests: (listAt(run, 'pull_requests') ?? []).flatMap((pull) => countAt(pull, 'number') ?? []),
    trigger: lineAt(run, 'event'),
    state: stateOf(lineAt(payload, 'action'), lineAt(run, 'conclusion')),
    url: following === undefined || id === undefined ? undefined : `${serverUrl}/${following}/actions/runs/${id}`,
    head: isKnown ? { sha, branch, repository } : undefined,
  };
}

/** An action that is not known is no reason to wait: its end would never be known. */
function stateOf(action: string | undefined, conclusion: string | undefined): FollowedRun['state'] {
  if (conclusion === 'action_required') return 'waiting';
  return action === 'requested' || action === 'in_progress' ? action : 'completed';
}
