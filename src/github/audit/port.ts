import type { CommitAccounts, GitHubPort, Listed } from '../../audit/index.ts';
import { ContractError } from '../../errors/index.ts';
import { countAt, stringAt, valueAt } from '../../text/index.ts';
import { branchUpdates, firstUpdates, tagUpdates } from './activity.ts';
import { checksOf } from './checks.ts';
import { pullRequestsOf, textsOf } from './pulls.ts';
import { rulesOf } from './rules.ts';
import { NotWhole, TooMuch, askEach, isRefusal, listOf, listed, openSession, type AuditAccess, type Session } from './session.ts';
import { deployments, releases, tags } from './shipped.ts';
import { committerOf, gitActorFields, numberAt, signatureAt, signatureField } from './values.ts';

/** Each is one object, with two people and no list. */
const atOnce = 100;

/** A commit that GitHub does not know is left out. */
async function accountsOf(session: Session, shas: readonly string[]): Promise<Listed<CommitAccounts>> {
  const found: CommitAccounts[] = [];
  const faults: string[] = [];
  const fields = `... on Commit { oid author { ${gitActorFields} } committer { ${gitActorFields} } ${signatureField} }`;
  await askEach(session, [...new Set(shas)], atOnce, {
    name: 'PeopleOfCommits',
    part: (sha) => `object(oid: "${sha}") { ${fields} }`,
    purpose: 'tell who made commits',
    permission: 'contents: read',
    read(sha, commit) {
      session.answered('POST /graphql PeopleOfCommits', 1);
      if (commit === null) return;
      const [author, committer] = [signatureAt(commit, 'author'), committerOf(commit)];
      if (author === undefined || committer === undefined || valueAt(commit, 'oid') !== sha)
        faults.push(`Who made ${sha} in GitHub's answer cannot be read`);
      else found.push({ sha, author: author.account, committer: committer.account });
    },
  });
  return listOf(found, faults[0]);
}

/**
 * How many pull requests GitHub's search counts as merged into a branch. It has an index of its own, so it is another source than the
 * population; its count goes on past the 1,000 results that it shows at most. The list of pull requests has no filter by the time of the
 * merge. Null where there is no count: it decides nothing alone.
 */
async function mergedCount(session: Session, branch: string, since: string, until: string): Promise<number | null> {
  // Both ends are included; moments have whole seconds.
  const last = new Date(Date.parse(until) - 1_000).toISOString().replace('.000Z', 'Z');
  if (/["\\\s]/.test(branch) || Date.parse(last) < Date.parse(since)) return null;
  const words = `repo:${session.repository} is:pr is:merged base:"${branch}" merged:${since}..${last}`;
  try {
    const data = await session.ask({
      name: 'MergedPullRequests',
      atRoot: true,
      body: `search(query: ${JSON.stringify(words)}, type: ISSUE, first: 1) { issueCount }`,
      purpose: 'count the pull requests that were merged',
      permission: 'pull-requests: read',
      about: 1,
    });
    const count = countAt(data, 'search', 'issueCount') ?? null;
    session.answered('POST /graphql MergedPullRequests', count ?? 0);
    return count;
  } catch (error) {
    if (error instanceof NotWhole || error instanceof TooMuch || isRefusal(error)) return null;
    throw error;
  }
}

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
    textsOf: (numbers) => listed(() => textsOf(session, numbers)),
    deployments: (since, until) => listed(() => deployments(session, serverUrl, since, until)),
    releases: (since, until) => listed(() => releases(session, since, until)),
    tags: () => listed(() => tags(session, serverUrl)),
    mergedCount: (branch, since, until) => mergedCount(session, branch, since, until),
    accountsOf: (shas) => listed(() => accountsOf(session, shas)),
    checksOf: (shas, moments) => listed(() => checksOf(session, shas, moments)),
    rulesOf: (branch, within) => listed(() => rulesOf(session, branch, within)),
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
