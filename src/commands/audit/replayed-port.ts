import type { GitHubPort } from '../../audit/index.ts';
import { openAuditPort } from '../../github/audit/index.ts';

/** As long as a replayed service may be asked, in milliseconds. */
const longest = 30 * 60_000;

/** The questions of an audit to GitHub, over answers that are there already: nothing leaves this machine. */
export function openReplayedPort(access: {
  readonly repository: string;
  readonly fetch: (url: string, init?: object) => Promise<unknown>;
  readonly signal: AbortSignal;
}): GitHubPort {
  // Nobody waits for what will not change.
  return openAuditPort({ ...access, token: 'replayed', apiUrl: 'https://replayed.invalid', timeLimit: longest, firstPause: 0 });
}
