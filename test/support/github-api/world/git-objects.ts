import { git } from '../../git.ts';

export interface GitPerson {
  readonly name: string;
  readonly email: string;
  readonly date: string;
}

export interface GitCommit {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: GitPerson;
  readonly committer: GitPerson;
  readonly message: string;
}

export interface GitTag {
  readonly name: string;
  /** The id of the object that the tag points to: a commit, or a tag object. */
  readonly oid: string;
  readonly kind: 'commit' | 'tag' | 'tree' | 'blob';
  /** The tag object that a tag object stands for, if it stands for one. */
  readonly inner: string | null;
  /** The object that a tag object stands for in the end. */
  readonly peeled: string;
  readonly peeledKind: string;
}

export interface GitObjects {
  readonly commit: (sha: string) => GitCommit | undefined;
  /** Whether a branch holds a commit. */
  readonly has: (branch: string, sha: string) => boolean;
  /** Branches, each with its commit. */
  readonly heads: () => ReadonlyMap<string, string>;
  readonly tags: () => readonly GitTag[];
}

const format = ['%H', '%T', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'].join('%x1f');

/** The objects of a git repository. Commits never change, so they are read once: all commits that refs lead to, in one go. */
export function openGitObjects(directory: string): GitObjects {
  const known = new Map<string, GitCommit>();
  const read = (args: readonly string[]): void => {
    for (const text of git(directory, ['log', `--format=${format}%x1e`, ...args]).split('\u001E')) {
      const [sha = '', tree = '', parents = '', ...rest] = text.trimStart().split('\u001F');
      const [authorName = '', authorMail = '', authored = '', name = '', mail = '', committed = '', message = ''] = rest;
      if (sha === '') continue;
      known.set(sha, {
        sha,
        tree,
        parents: parents.split(' ').filter((parent) => parent !== ''),
        author: { name: authorName, email: authorMail, date: authored },
        committer: { name, email: mail, date: committed },
        message,
      });
    }
  };
  return {
    commit(sha) {
      if (!known.has(sha)) attempt(() => read(['--all']));
      if (!known.has(sha)) attempt(() => read(['--no-walk', `${sha}^{commit}`]));
      return known.get(sha);
    },
    has: (branch, sha) => lines(directory, ['branch', '--list', branch, '--contains', sha]).length > 0,
    heads: () =>
      new Map(
        lines(directory, ['for-each-ref', '--format=%(objectname) %(refname:strip=2)', 'refs/heads']).map((line) => [
          line.slice(41),
          line.slice(0, 40),
        ]),
      ),
    tags: () =>
      lines(directory, [
        'for-each-ref',
        '--format=%(refname:strip=2) %(objectname) %(objecttype) %(if)%(*objectname)%(then)%(*objectname)%(else)%(objectname)%(end) %(if)%(*objecttype)%(then)%(*objecttype)%(else)%(objecttype)%(end)',
        'refs/tags',
      ]).map((line) => {
        const [name = '', oid = '', kind = '', peeled = '', peeledKind = ''] = line.split(' ');
        if (peeledKind !== 'tag') return { name, oid, kind: kindOf(kind), inner: null, peeled, peeledKind };
        const end = lines(directory, ['rev-parse', `${oid}^{}`])[0] ?? '';
        return {
          name,
          oid,
          kind: kindOf(kind),
          inner: peeled,
          peeled: end,
          peeledKind: lines(directory, ['cat-file', '-t', end])[0] ?? '',
        };
      }),
  };
}

function kindOf(text: string): GitTag['kind'] {
  return text === 'tag' || text === 'tree' || text === 'blob' ? text : 'commit';
}

function lines(directory: string, args: readonly string[]): readonly string[] {
  return (
    attempt(() => git(directory, args))
      ?.split('\n')
      .filter((line) => line !== '') ?? []
  );
}

/** Git says no by its exit code. */
function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
