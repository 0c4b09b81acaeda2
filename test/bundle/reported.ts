import { expect, onTestFinished } from 'vitest';
import { openGitHubApi, type GitHubApi, type GitHubApiOptions } from '../support/github-api/open.ts';
import type { ActionRun } from '../support/runner/index.ts';
import type { Play, Run } from './play.ts';
import { usual } from './scenarios/scenario.ts';

/** A play before a double of GitHub. */
export interface Reported {
  readonly play: Play;
  readonly api: GitHubApi;
  readonly run: (run?: Run) => Promise<ActionRun>;
}

/**
 * Lets the runs of a play report to GitHub: its status, and on a pull request, if they do not say otherwise. `finished`: that
 * of the test, where others run at the same time.
 */
export async function openReported(play: Play, options: GitHubApiOptions = {}, finished = onTestFinished): Promise<Reported> {
  const api = await openGitHubApi(options);
  finished(async () => {
    await api.close();
    expect(api.breaches).toEqual([]);
  });
  return {
    play,
    api,
    run: (run = {}) =>
      usual(play, {
        event: pullRequestOf(play.sha),
        ...run,
        contexts: { ...run.contexts, github: { api_url: api.url, ...run.contexts?.github } },
        inputs: { report: 'status', ...run.inputs },
      }),
  };
}

/** The event of a pull request with this head. */
export function pullRequestOf(sha: string): NonNullable<Run['event']> {
  const repository = { full_name: 'acme/shop' };
  const pull = { number: 7, head: { sha, ref: 'topic', repo: repository }, base: { ref: 'main', repo: repository } };
  return { name: 'pull_request', payload: { number: 7, repository, pull_request: pull } };
}
