import type { GitCommit, GitPerson } from '../git-objects.ts';
import { accountOf, gitActor } from './accounts.ts';
import { connection, type PageArguments } from './connection.ts';
import type { Shown } from './repository.ts';

/** A commit as GitHub shows it. Null if the repository does not have it. */
export function shownCommit(shown: Shown, sha: string | null): object | null {
  const commit = sha === null ? undefined : shown.git.commit(sha);
  if (commit === undefined) return null;
  const { author, committer, message, parents, tree } = commit;
  const { world } = shown;
  const [headline = '', ...body] = message.split('\n');
  return {
    __typename: 'Commit',
    id: `C_${commit.sha}`,
    oid: commit.sha,
    abbreviatedOid: commit.sha.slice(0, 7),
    url: `https://github.com/${world.repository}/commit/${commit.sha}`,
    message,
    messageHeadline: headline,
    messageBody: body.join('\n').trim(),
    tree: { __typename: 'Tree', id: `T_${tree}`, oid: tree },
    author: gitActor(world, author),
    committer: gitActor(world, committer),
    authoredDate: author.date,
    committedDate: committer.date,
    committedViaWeb: committer.email === webAddress,
    pushedDate: null,
    signature: () => signature(shown, commit),
    parents: (args: PageArguments) =>
      shown.page(
        'Commit.parents',
        parents,
        args,
        (parent) => shownCommit(shown, parent) ?? { __typename: 'Commit', id: `C_${parent}`, oid: parent },
      ),
    authors: (args: PageArguments) =>
      shown.page('Commit.authors', [author, ...coAuthors(commit)], args, (person) => gitActor(world, person)),
    associatedPullRequests: (args: PageArguments) =>
      shown.page('Commit.associatedPullRequests', shown.pullsOf(commit.sha), args, shown.pull),
    checkSuites: (args: PageArguments) => {
      return connection([world.checkedAt.get(commit.sha) ?? []].flat(), args, undefined, (createdAt) => ({
        __typename: 'CheckSuite',
        id: `CS_${commit.sha}`,
        createdAt,
        updatedAt: createdAt,
      }));
    },
  };
}

const webAddress = 'noreply@github.com';

function signature({ world }: Shown, { committer, sha }: GitCommit): object | null {
  if (committer.email !== webAddress || world.unsigned.includes(sha)) return null;
  return {
    __typename: 'GpgSignature',
    isValid: true,
    state: 'VALID',
    wasSignedByGitHub: true,
    email: webAddress,
    signer: { __typename: 'User', ...accountOf(world, 'web-flow'), databaseId: 19_864_447 },
  };
}

function coAuthors({ author, message }: GitCommit): readonly GitPerson[] {
  return [...message.matchAll(/^co-authored-by: (.+) <(.+)>$/gim)].map(([, name = '', email = '']) => ({ name, email, date: author.date }));
}
