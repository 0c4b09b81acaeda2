import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { payloadOf } from '../git/payloads.ts';
import { openGitHubApi, type GitHubApi, type GitHubApiOptions, type PullRequest } from '../support/github-api/open.ts';
import { runAction, type ActionRun, type RunOptions } from '../support/runner/index.ts';
import type { Play } from './play.ts';
import type { Files } from './workspace.ts';

export const head = 'c0ffee0000000000000000000000000000000001';
export const pull: PullRequest = { number: 7, sha: head, branch: 'topic', repository: 'mallory/shop' };
const shop = { full_name: 'acme/shop' };

/** The pull request of a fork, whose run has neither secrets nor a token that may write. */
export const pullRequest = {
  name: 'pull_request',
  payload: {
    number: 7,
    repository: shop,
    pull_request: {
      number: 7,
      head: { sha: head, ref: 'topic', repo: { full_name: 'mallory/shop' } },
      base: { ref: 'main', repo: shop },
    },
  },
};

/** A real `workflow_run` of it. */
export function workflowRun(
  name: 'requested' | 'waiting' | 'completed',
  run: object = {},
  action: string = name === 'waiting' ? 'completed' : name,
): { readonly name: string; readonly payload: object } {
  const payload = payloadOf(`workflow_run ${name}`);
  const held = {
    ...Object(Reflect.get(payload, 'workflow_run')),
    id: 77,
    run_attempt: 1,
    name: 'Tests',
    event: 'pull_request',
    head_sha: head,
    head_branch: 'topic',
    repository: shop,
    head_repository: { full_name: 'mallory/shop' },
    ...(name === 'completed' ? { conclusion: 'success' } : {}),
    ...run,
  };
  return { name: 'workflow_run', payload: { ...payload, action, repository: shop, workflow_run: held } };
}

export interface Pair {
  readonly play: Play;
  readonly api: GitHubApi;
  /** The folder of the artifacts. */
  readonly folder: string;
  readonly collect: (files: Files, inputs?: Readonly<Record<string, string>>) => Promise<ActionRun>;
  readonly post: (
    event: { readonly name: string; readonly payload: object },
    inputs?: Readonly<Record<string, string>>,
    more?: More,
  ) => Promise<ActionRun>;
}

/** The run that posts, if it is not the next one, and how its step differs. */
interface More {
  readonly runId?: number;
  readonly attempt?: number;
  readonly step?: Pick<RunOptions, 'env' | 'manifest'>;
}

export async function openPair(play: Play, options: GitHubApiOptions = {}): Promise<Pair> {
  const api = await openGitHubApi({ pullRequests: [pull], ...options });
  const folder = await mkdtemp(join(tmpdir(), 'artifacts-'));
  let posts = 0;
  onTestFinished(async () => {
    await api.close();
    await rm(folder, { recursive: true });
    expect(api.breaches).toEqual([]);
  });
  const manifest = (name: string): string => fileURLToPath(new URL(`../../.github/actions/${name}/action.yml`, import.meta.url));
  return {
    play,
    api,
    folder,
    async collect(files, inputs = {}) {
      return runAction({
        manifest: manifest('fork-collect'),
        workspace: await play.workspaces.make(files, { checkout: false }),
        event: pullRequest,
        contexts: { github: { api_url: 'http://127.0.0.1:9', job: 'collect' } },
        inputs: {
          'attestation-name': 'unit',
          'junit-paths': 'build/*.xml',
          'test-outcome': 'success',
          'collect-into': join(folder, 'compliance-evidence-unit'),
          ...inputs,
        },
      });
    },
    async post(event, inputs = {}, { attempt = 1, runId = 1000 + posts, step = {} } = {}) {
      posts += 1;
      return runAction({
        manifest: manifest('fork-post'),
        ...step,
        workspace: await play.workspaces.make({}, { checkout: false }),
        event,
        contexts: { github: { api_url: api.url, sha: 'b'.repeat(40), run_id: String(runId), run_attempt: String(attempt) } },
        inputs: {
          'base-url': play.stage.baseUrl,
          'api-token': play.stage.tokens.member,
          org: 'acme',
          flow: play.flow,
          collected: folder,
          'attestation-names': 'unit',
          'required-attestations': 'unit',
          report: 'status',
          ...inputs,
        },
      });
    },
  };
}

export const states = ({ statuses }: GitHubApi): readonly unknown[] => statuses.map(({ sha, state }) => [state, sha]);
