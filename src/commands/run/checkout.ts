import { readGitFacts, readEventFacts, type GitFacts } from '../../git/index.ts';

/** HEAD and the repository of a checkout away from any runner; `undefined` where there is none. */
export async function checkoutOf(directory: string): Promise<GitFacts | undefined> {
  const event = readEventFacts({});
  return readGitFacts({ directory, event }).catch(() => undefined);
}
