import { openFetch } from '../../client/index.ts';
import type { GitHubAccess } from '../../github/index.ts';
import type { RunContext } from './context.ts';

/** Lets `work` ask GitHub about the repository of this run, by the same ways as requests to the service. */
export async function withGitHub<Answer>(
  token: string,
  repository: string,
  { githubApiUrl, network }: RunContext,
  work: (access: GitHubAccess) => Promise<Answer>,
): Promise<Answer> {
  const ways = openFetch(network);
  try {
    return await work({ token, repository, apiUrl: githubApiUrl, fetch: (url, init) => ways.fetch(url, init) });
  } finally {
    ways.close();
  }
}
