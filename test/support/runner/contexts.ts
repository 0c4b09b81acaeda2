import { join } from 'node:path';
import type { Contexts, RunOptions } from './types.ts';

/** Where one run keeps its files; all under one temporary directory. */
export interface Places {
  readonly workspace: string;
  readonly temp: string;
  readonly toolCache: string;
  readonly eventPath: string;
  /** Command files by the name of their context value: `env`, `output`, `path`, `state`, `step_summary`. */
  readonly commandFiles: Readonly<Record<string, string>>;
}

export type AllContexts = Required<Contexts>;

/** The contexts of a push to `main`, with what the test gave laid over them. */
export function makeContexts(options: RunOptions, places: Places): AllContexts {
  const given = options.contexts ?? {};
  const repository = text(given.github?.['repository']) ?? 'acme/shop';
  const sha = text(given.github?.['sha']) ?? '0123456789abcdef0123456789abcdef01234567';
  const server = text(given.github?.['server_url']) ?? 'https://github.com';
  return {
    github: {
      action: '__acme_compliance-evidence',
      action_repository: 'acme/compliance-evidence',
      action_ref: 'v1',
      actor: 'octocat',
      actor_id: '583231',
      // A port where nobody listens: no test reaches the real GitHub by accident.
      api_url: 'http://127.0.0.1:9',
      graphql_url: 'http://127.0.0.1:9/graphql',
      base_ref: '',
      head_ref: '',
      event: options.event?.payload ?? {},
      event_name: options.event?.name ?? 'push',
      event_path: places.eventPath,
      job: 'test',
      ref: 'refs/heads/main',
      ref_name: 'main',
      ref_protected: false,
      ref_type: 'branch',
      repository,
      repository_id: '1296269',
      repository_owner: repository.split('/')[0],
      repository_owner_id: '9919',
      repositoryUrl: `${server.replace(/^https:/, 'git:')}/${repository}.git`,
      retention_days: '90',
      run_attempt: '1',
      run_id: '1658821493',
      run_number: '42',
      server_url: server,
      sha,
      token: 'ghs_harnessTokenThatNobodyIssued0000',
      triggering_actor: 'octocat',
      workflow: 'CI',
      workflow_ref: `${repository}/.github/workflows/ci.yml@refs/heads/main`,
      workflow_sha: sha,
      workspace: places.workspace,
      ...places.commandFiles,
      ...given.github,
    },
    strategy: { 'fail-fast': true, 'job-index': 0, 'job-total': 1, 'max-parallel': 1, ...given.strategy },
    matrix: given.matrix ?? null,
    job: {
      status: 'success',
      check_run_id: 399444496,
      workflow_repository: repository,
      workflow_ref: `${repository}/.github/workflows/ci.yml@refs/heads/main`,
      workflow_sha: sha,
      workflow_file_path: '.github/workflows/ci.yml',
      ...given.job,
    },
    runner: {
      os: 'Linux',
      arch: 'X64',
      name: 'GitHub Actions 1',
      environment: 'github-hosted',
      tool_cache: places.toolCache,
      temp: places.temp,
      workspace: join(places.workspace, '..'),
      ...given.runner,
    },
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
