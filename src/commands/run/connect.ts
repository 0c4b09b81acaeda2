import { accessOfJob, getDefaultOrganization, openFetch, openTransport, startDeadline, type Call } from '../../client/index.ts';
import { UsageError } from '../../errors/index.ts';
import type { GitHubAccess } from '../../github/index.ts';
import type { AddressSettings, LookupSettings } from '../../options/index.ts';
import { userAgent } from '../../text/index.ts';
import type { RunContext } from './context.ts';

/** `waits`: milliseconds that it may wait for others, on top of the time for its requests. */
export async function withService<Outcome>(
  { baseUrl, timeout, token }: AddressSettings,
  waits: number,
  { clock, hide, interrupt, network, report }: RunContext,
  work: (call: Call) => Promise<Outcome>,
): Promise<Outcome> {
  const deadline = startDeadline(timeout + waits, interrupt, clock);
  const onNotice = (message: string): void => report({ kind: 'info', message });
  const transport = openTransport({
    baseUrl,
    token: typeof token === 'string' ? token : accessOfJob(token, hide),
    userAgent,
    network,
    onNotice,
  });
  try {
    return await work({ transport, deadline, onNotice });
  } finally {
    transport.close();
  }
}

/** Only looks up, with the caller's default organization if need be. @throws {UsageError} without any. */
export function lookUp<Outcome>(
  settings: LookupSettings,
  waits: number,
  context: RunContext,
  work: (call: Call, org: string) => Promise<Outcome>,
): Promise<Outcome> {
  return withService(settings, waits, context, async (call) => {
    const org = settings.org ?? (await getDefaultOrganization(call));
    if (org !== undefined) return work(call, org);
    throw new UsageError('missing-input', 'No organization is named, and the caller has no default one', {
      fix: 'Give org, or set it once: compliance-evidence default-org set ORG',
    });
  });
}

export type AskGitHub = <Answer>(work: (access: GitHubAccess) => Promise<Answer>) => Promise<Answer>;

/** About the repository of this run, by the same ways as requests to the service. */
export async function withGitHub<Answer>(
  token: GitHubAccess['token'],
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
