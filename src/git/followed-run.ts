import { countAt, listAt, valueAt } from '../text/index.ts';
import { isRepositoryName, type EventFacts } from './event-facts.ts';
import { lineAt, shaAt } from './payload.ts';

/** The run of another workflow that a `workflow_run` event tells of. Its texts are foreign: the run may be that of a fork. */
export interface FollowedRun {
  /** Name of the workflow. */
  readonly workflow: string;
  /** Its file: `.github/workflows/ci.yml`. */
  readonly workflowPath: string | undefined;
  /** Numbers, as texts. */
  readonly id: string | undefined;
  readonly attempt: string | undefined;
  /** Those with its head that the event names: never one of a fork. */
  readonly pullRequests: readonly number[];
  /** Name of the event that it is about: `pull_request`, `push`. */
  readonly trigger: string | undefined;
  /** `waiting`: somebody has to approve it before it runs. */
  readonly state: 'requested' | 'in_progress' | 'waiting' | 'completed';
  readonly url: string | undefined;
  /** Where its commit is the head of a branch; `undefined` where the fork is gone. */
  readonly head: { readonly sha: string; readonly branch: string; readonly repository: string } | undefined;
}

/** The run that this one follows; `undefined` for other events, and without the payload. */
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

/** An action that is not known is no reason to wait: nobody would tell the end of it. */
function stateOf(action: string | undefined, conclusion: string | undefined): FollowedRun['state'] {
  if (conclusion === 'action_required') return 'waiting';
  return action === 'requested' || action === 'in_progress' ? action : 'completed';
}
