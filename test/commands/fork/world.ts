import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { forkPostCommand } from '../../../src/commands/fork/post.ts';
import { contextOf, run, type Event, type Judged, type Stopped } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { workflowRun } from '../../git/events.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { openGitHubApi, type GitHubApiOptions, type PullRequest } from '../../support/github-api/open.ts';
import type { Stage } from '../setup.ts';
import { folderOf } from './folders.ts';

/** The head of the pull request of a fork. */
export const head = 'c0ffee0000000000000000000000000000000001';

export const pull: PullRequest = { number: 7, sha: head, branch: 'fix-tax', repository: 'mallory/app' };

/** A `workflow_run` event of a fork's pull request, with the given facts about the run. */
export function forkRun(facts: Readonly<Record<string, unknown>> = {}, sha = head): object {
  const { workflow_run: ran, ...payload }: { readonly workflow_run?: object } = workflowRun(sha, 'mallory/app');
  return { ...payload, workflow_run: { ...ran, id: 1234, run_attempt: 2, name: 'Tests', conclusion: 'success', ...facts } };
}

export interface PostOptions {
  /** The downloaded files. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly payload?: object;
  readonly github?: GitHubApiOptions;
  readonly raw?: RawOptions;
  readonly env?: Readonly<Record<string, string>>;
  /** Changes the folder before it is read. */
  readonly prepare?: (folder: string) => void;
}

export interface Posted<Ended = Judged> {
  readonly result: Ended;
  readonly events: readonly Event[];
  /** The requests to GitHub. */
  readonly asked: readonly string[];
}

/** Runs `fork post` as a job that follows the run of a fork. */
export async function post(stage: Stage, options: PostOptions): Promise<Posted> {
  const { result, ...rest } = await postAny(stage, options);
  if (result.kind === 'stopped') throw new Error(`stopped: ${result.message}`);
  return { result, ...rest };
}

/** The same for a run that may be stopped. */
export async function postAny(stage: Stage, options: PostOptions): Promise<Posted<Judged | Stopped>> {
  const { env = {}, files, github = { pullRequests: [pull] }, payload = forkRun(), prepare, raw = {} } = options;
  const api = await openGitHubApi(github);
  const temporary = mkdtempSync(join(tmpdir(), 'fork-post-'));
  onTestFinished(async () => {
    await api.close();
    rmSync(temporary, { recursive: true, force: true });
    expect(api.breaches).toEqual([]);
  });
  const [collected, workspace, eventFile] = [folderOf(files), folderOf({}), join(temporary, 'event.json')];
  prepare?.(collected);
  writeFileSync(eventFile, JSON.stringify(payload));
  const events: Event[] = [];
  const context = contextOf(
    {
      RUNNER_TEMP: temporary,
      GITHUB_API_URL: api.url,
      GITHUB_EVENT_NAME: 'workflow_run',
      GITHUB_EVENT_PATH: eventFile,
      GITHUB_SHA: 'b'.repeat(40),
      GITHUB_REF: 'refs/heads/main',
      GITHUB_REPOSITORY: 'acme/app',
      GITHUB_RUN_ID: '9999',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_WORKFLOW: 'Record',
      GITHUB_JOB: 'post',
      ...env,
    },
    workspace,
    new AbortController().signal,
    (event) => events.push(event),
  );
  const given = {
    'base-url': stage.url,
    'api-token': stage.token,
    org: 'acme',
    flow: 'shop',
    collected,
    'attestation-names': 'unit-tests, browser-tests',
    'required-attestations': 'unit-tests',
    'github-token': 'ghs_test',
    ...raw,
  };
  const result = await run(forkPostCommand, { raw: given, naming: (name) => `Input ${name}` }, { ...context, clock: fakeClock() });
  return { result, events, asked: api.asked };
}
