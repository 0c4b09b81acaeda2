import { git } from '../support/git.ts';

/** A commit of a repository, as GitHub's API tells it. */
export function commitOf(repository: string, sha: string): object {
  const format = '%an%n%ae%n%aI%n%P%n%B';
  const [name, email, date, parents = '', ...message] = git(repository, ['show', '--no-patch', `--format=${format}`, sha]).split('\n');
  const url = `https://api.github.com/repos/acme/app/commits/${sha}`;
  return {
    sha,
    commit: {
      url,
      message: message.join('\n'),
      author: { name, email, date },
      committer: { name, email, date },
      tree: { sha, url },
      comment_count: 0,
    },
    files: [],
    parents: parents.split(' ').map((parent) => ({ sha: parent, url })),
  };
}
