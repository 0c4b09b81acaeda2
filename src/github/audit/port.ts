import type { GitHubPort } from '../../audit/index.ts';
import { ContractError } from '../../errors/index.ts';
import { stringAt } from '../../text/index.ts';
import { branchUpdates, firstUpdates, tagUpdates } from './activity.ts';
import { deployments } from './deployments.ts';
import { listed } from './listed.ts';
import { accountsOf } from './people.ts';
import { pullRequestsOf } from './pulls.ts';
import { openSession, type AuditAccess, type Session } from './session.ts';
import { releases, tags } from './shipped.ts';
import { mergedCount } from './totals.ts';
import { numberAt } from './values.ts';

/** The questions of an audit to GitHub, over one session. */
export function openAuditPort(access: AuditAccess): GitHubPort {
  const session = openSession(access);
  const serverUrl = serverOf(access.apiUrl);
  let repository: Promise<Repository> | undefined;
  const about = (): Promise<Repository> => {
    repository ??= repositoryOf(session, access.repository).catch((error: unknown) => {
      repository = undefined;
      throw error;
    });
    return repository;
  };
  return {
    defaultBranch: async () => (await about()).defaultBranch,
    repositoryId: async () => (await about()).id,
    branchUpdates: (branch, since, until) => listed(() => branchUpdates(session, branch, since, until)),
    firstUpdates: () => listed(() => firstUpdates(session)),
    tagUpdates: (since) => listed(() => tagUpdates(session, since)),
    pullRequestsOf: (shas) => listed(() => pullRequestsOf(session, shas)),
    deployments: (since, until) => listed(() => deployments(session, serverUrl, since, until)),
    releases: (since, until) => listed(() => releases(session, since, until)),
    tags: () => listed(() => tags(session, serverUrl)),
    mergedCount: (branch, since, until) => mergedCount(session, branch, since, until),
    accountsOf: (shas) => listed(() => accountsOf(session, shas)),
    queries: () => session.queries(),
  };
}

interface Repository {
  readonly id: number;
  readonly defaultBranch: string;
}

async function repositoryOf(session: Session, name: string): Promise<Repository> {
  const answer = await session.rest({
    route: 'GET /repos/{owner}/{repo}',
    parameters: {},
    purpose: 'tell the default branch',
    permission: 'contents: read',
  });
  const [id, defaultBranch] = [numberAt(answer, 'id'), stringAt(answer, 'default_branch')];
  if (defaultBranch === undefined || defaultBranch === '')
    throw new ContractError('wrong-shape', `GitHub's answer names no default branch of ${name}`);
  if (id === undefined) throw new ContractError('wrong-shape', `GitHub's answer has no number of ${name}`);
  return { id, defaultBranch };
}

/** Where pages for people are: of github.com and its clouds the host without `api.`, of a server of one's own the host. */
function serverOf(apiUrl: string): string {
  const url = new URL(apiUrl);
  return `${url.protocol}//${url.host.replace(/^api\./, '')}`;
}
