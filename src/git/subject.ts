import { isRepositoryName, type EventFacts } from './event-facts.ts';
import { valueAt } from '../text/index.ts';
import { lineAt, momentAt, personOf, shaAt, textAt } from './payload.ts';

export type SubjectSource =
  | 'pull_request.head'
  | 'merge_group.head'
  | 'workflow_run.head'
  | 'push.after'
  | 'release'
  | 'GITHUB_SHA'
  | 'none';

/** What an event knows about a commit without asking git. */
export interface CommitFacts {
  readonly message?: string;
  /** `Name <mail>` */
  readonly author?: string;
  readonly authorUsername?: string;
  /** Unix seconds */
  readonly timestamp?: number;
  readonly parents?: readonly string[];
}

/** The commit an event is about, and all that the event itself knows of it. */
export interface Subject extends CommitFacts {
  /** `undefined` where the event does not tell: an environment without GitHub, or a pull request without its payload. */
  readonly sha: string | undefined;
  readonly source: SubjectSource;
  readonly branch?: string;
  /** Set on tags and releases: such a commit is on no branch as far as the event knows. */
  readonly tag?: string;
  /** The pull request that the event is about, where it is about one; `base` is the branch that it is to be merged into. */
  readonly pullRequest?: { readonly number: number; readonly base?: string };
  /** The commit comes from another repository than the one that runs the workflow. */
  readonly isFork: boolean;
  readonly repositoryName?: string;
  readonly repositoryId?: string;
  /** The repository's page, without credentials. */
  readonly repositoryUrl?: string;
  readonly repositoryDescription?: string;
}

/**
 * Which commit the event is about. `GITHUB_SHA` is the merge commit on pull requests, and the tip of the default
 * branch on `pull_request_target` and `workflow_run`: there it never stands in for a head that the payload does not
 * name, since that would be evidence for another commit.
 */
export function subjectOf(event: EventFacts): Subject {
  return { ...headOf(event), ...repositoryOf(event) };
}

function headOf(event: EventFacts): Subject {
  const { payload } = event;
  // Reviews and review comments carry the pull request too, and their GITHUB_SHA is its merge commit as well.
  if (event.eventName.startsWith('pull_request')) return pullRequest(event);
  switch (event.eventName) {
    case 'merge_group': {
      const group = valueAt(payload, 'merge_group');
      const sha = shaAt(group, 'head_sha') ?? event.sha;
      const branch = branchOf(lineAt(group, 'head_ref') ?? event.ref);
      return { sha, source: sha === undefined ? 'none' : 'merge_group.head', ...branch, isFork: false, ...headCommit(group, sha) };
    }
    case 'workflow_run': {
      const run = valueAt(payload, 'workflow_run');
      const sha = shaAt(run, 'head_sha');
      const branch = lineAt(run, 'head_branch');
      const isFork =
        run !== undefined && differs(valueAt(run, 'head_repository'), valueAt(run, 'repository') ?? valueAt(payload, 'repository'));
      const named = branch === undefined ? {} : lineAt(run, 'event') === 'release' ? { tag: branch } : { branch };
      return { sha, source: sha === undefined ? 'none' : 'workflow_run.head', ...named, isFork, ...headCommit(run, sha) };
    }
    case 'push':
      return push(event);
    case 'release': {
      const tag = lineAt(payload, 'release', 'tag_name') ?? tagOf(event.ref);
      const named = tag === undefined ? {} : { tag };
      return { sha: event.sha, source: event.sha === undefined ? 'none' : 'release', ...named, isFork: false };
    }
    default:
      return { sha: event.sha, source: event.sha === undefined ? 'none' : 'GITHUB_SHA', ...branchOf(event.ref), isFork: false };
  }
}

function pullRequest(event: EventFacts): Subject {
  const pull = valueAt(event.payload, 'pull_request');
  const sha = shaAt(pull, 'head', 'sha');
  const branch = lineAt(pull, 'head', 'ref') ?? event.headRef;
  const number = valueAt(pull, 'number') ?? valueAt(event.payload, 'number');
  const base = lineAt(pull, 'base', 'ref');
  return {
    sha,
    source: sha === undefined ? 'none' : 'pull_request.head',
    ...(typeof number === 'number' && Number.isSafeInteger(number)
      ? { pullRequest: { number, ...(base === undefined ? {} : { base }) } }
      : {}),
    ...(branch === undefined ? {} : { branch }),
    isFork: pull !== undefined && differs(valueAt(pull, 'head', 'repo'), valueAt(pull, 'base', 'repo')),
  };
}

function push(event: EventFacts): Subject {
  const { payload } = event;
  const ref = lineAt(payload, 'ref') ?? event.ref;
  // For an annotated tag `after` is the tag object, while GITHUB_SHA is the commit.
  const after = tagOf(ref) === undefined ? shaAt(payload, 'after') : undefined;
  const sha = after ?? event.sha;
  const source = sha === undefined ? 'none' : after === undefined ? 'GITHUB_SHA' : 'push.after';
  return { sha, source, ...branchOf(ref), isFork: false, ...headCommit(payload, sha) };
}

/** `head_commit` has this shape in `push`, `merge_group` and `workflow_run`; it counts only for the commit it names. */
function headCommit(holder: unknown, sha: string | undefined): CommitFacts {
  const commit = valueAt(holder, 'head_commit');
  if (sha === undefined || shaAt(commit, 'id') !== sha) return {};
  const message = textAt(commit, 'message');
  const author = personOf(lineAt(commit, 'author', 'name'), lineAt(commit, 'author', 'email'));
  const authorUsername = lineAt(commit, 'author', 'username');
  const timestamp = momentAt(commit, 'author', 'date') ?? momentAt(commit, 'timestamp');
  return {
    ...(message === undefined ? {} : { message }),
    ...(author === undefined ? {} : { author }),
    ...(authorUsername === undefined ? {} : { authorUsername }),
    ...(timestamp === undefined ? {} : { timestamp }),
  };
}

function repositoryOf(event: EventFacts): Pick<Subject, 'repositoryName' | 'repositoryId' | 'repositoryUrl' | 'repositoryDescription'> {
  const repository = valueAt(event.payload, 'repository');
  const fromPayload = lineAt(repository, 'full_name');
  const name = event.repository ?? (fromPayload !== undefined && isRepositoryName(fromPayload) ? fromPayload : undefined);
  if (name === undefined) return {};
  const same = fromPayload?.toLowerCase() === name.toLowerCase();
  const number = same ? valueAt(repository, 'id') : undefined;
  const id = event.repositoryId ?? (Number.isSafeInteger(number) ? String(number) : undefined);
  const description = same ? lineAt(repository, 'description') : undefined;
  return {
    repositoryName: name,
    repositoryUrl: `${event.serverUrl}/${name}`,
    ...(id === undefined ? {} : { repositoryId: id }),
    ...(description === undefined ? {} : { repositoryDescription: description }),
  };
}

/** A head whose repository is gone (`null`) was a fork: the repository that runs the workflow is there. */
function differs(head: unknown, base: unknown): boolean {
  const name = lineAt(head, 'full_name')?.toLowerCase();
  return name === undefined || name !== lineAt(base, 'full_name')?.toLowerCase();
}

function branchOf(ref: string | undefined): { branch?: string; tag?: string } {
  const tag = tagOf(ref);
  if (tag !== undefined) return { tag };
  return ref?.startsWith('refs/heads/') === true ? { branch: ref.slice('refs/heads/'.length) } : {};
}

function tagOf(ref: string | undefined): string | undefined {
  return ref?.startsWith('refs/tags/') === true ? ref.slice('refs/tags/'.length) : undefined;
}
