import { resolve } from 'node:path';
import { runGit } from './run-git.ts';

/** How far a count of commits reaches: moments by committer date, or SHAs. */
export interface CommitSpan {
  readonly since: { readonly at: string } | { readonly sha: string };
  readonly until: { readonly at: string } | { readonly sha: string };
}

/** How many commits a branch, as `origin` or the clone has it, got within a span; `undefined` where git cannot tell. */
export async function countSpan(directory: string, branch: string | undefined, { since, until }: CommitSpan): Promise<number | undefined> {
  const dates = [...('at' in since ? [`--since=${since.at}`] : []), ...('at' in until ? [`--until=${until.at}`] : [])];
  const tips = 'sha' in until ? [until.sha] : branch === undefined ? ['origin/HEAD', 'HEAD'] : [`origin/${branch}`, `refs/heads/${branch}`];
  for (const tip of tips) {
    const ending = await runGit(resolve(directory), [
      'rev-list',
      '--count',
      ...dates,
      tip,
      ...('sha' in since ? [`^${since.sha}`] : []),
      '--',
    ]);
    if (ending.kind === 'done') return Number(ending.stdout.toString('utf8'));
  }
  return undefined;
}
