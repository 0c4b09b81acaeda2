import { given, stringAt, valueAt } from '../text/index.ts';
import { isRepositoryName, type EventFacts } from './event-facts.ts';
import { lineAt, momentAt, personOf, shaAt, textAt, type CommitFacts, type Head, type SubjectSource } from './payload.ts';

/** The table of `docs/events.md` is made from it. */
interface EventRow {
  readonly events: readonly string[];
  /** Where the commit is read, as a workflow writes it. */
  readonly commit: string;
  readonly about: string;
  readonly note: string;
  readonly head: (event: EventFacts) => Head;
}

const otherRow: EventRow = {
  events: [],
  commit: 'github.sha',
  about: 'The commit that the run has',
  note: 'For most of them that is the tip of the default branch.',
  head: ({ ref, sha }) => ({ ...found(sha, 'GITHUB_SHA'), ...refNames(ref), isFork: false }),
};

const pullRequestRow: EventRow = {
  events: ['pull_request', 'pull_request_review', 'pull_request_review_comment'],
  commit: 'github.event.pull_request.head.sha',
  about: 'The head of the pull request',
  note: '`github.sha` is the merge commit that GitHub makes for the run. It is what `actions/checkout` checks out, and the tests may run on it: it has the head as a parent.',
  head: pullRequest,
};

/** The first row of a name counts; `eventRow` finds it. */
export const eventTable: readonly EventRow[] = [
  {
    events: ['push'],
    commit: 'github.event.after',
    about: 'The last commit that was pushed',
    note: 'Of a tag it is `github.sha`: `after` of an annotated tag is the tag, not its commit. The deletion of a branch or tag is about no commit, although `github.sha` names the tip of the default branch.',
    head: push,
  },
  pullRequestRow,
  {
    events: ['pull_request_target'],
    commit: 'github.event.pull_request.head.sha',
    about: 'The head of the pull request',
    note: '`github.sha` is the tip of the default branch. Run no code of the pull request here.',
    head: pullRequest,
  },
  {
    events: ['merge_group'],
    commit: 'github.event.merge_group.head_sha',
    about: "The head of the queue's branch",
    note: 'It becomes the tip of the branch when the group is merged.',
    head({ payload, ref, sha: runSha }) {
      const group = valueAt(payload, 'merge_group');
      const sha = shaAt(group, 'head_sha') ?? runSha;
      return {
        ...found(sha, 'merge_group.head'),
        ...refNames(lineAt(group, 'head_ref') ?? ref),
        isFork: false,
        ...headCommit(group, sha),
      };
    },
  },
  {
    events: ['workflow_run'],
    commit: 'github.event.workflow_run.head_sha',
    about: 'What the other run is about: for `pull_request` the head, which may be that of a fork',
    note: '`github.sha` is the tip of the default branch. A run that itself followed a `workflow_run` has that tip as its head, whatever was tested: there no commit is known, and `commit` must be given.',
    head: workflowRun,
  },
  {
    events: ['release'],
    commit: 'github.sha',
    about: 'The commit of the tag',
    note: 'On no branch, as far as the event knows.',
    head({ payload, ref, sha }) {
      const tag = lineAt(payload, 'release', 'tag_name') ?? tagOf(ref);
      return { ...found(sha, 'release'), ...given({ tag }), isFork: false };
    },
  },
  {
    events: ['deployment', 'deployment_status'],
    commit: 'github.event.deployment.sha',
    about: 'The commit that is deployed',
    note: 'Its branch is known where the deployment was asked for by one.',
    head({ payload, ref, sha }) {
      return { ...found(shaAt(payload, 'deployment', 'sha') ?? sha, 'deployment'), ...refNames(ref), isFork: false };
    },
  },
  {
    events: ['schedule'],
    commit: 'github.sha',
    about: 'The tip of the default branch',
    note: 'With the SHA as its name the trail of last night is there already where nothing was pushed: give `trail` a name with the date for one each night.',
    head: otherRow.head,
  },
  {
    events: ['workflow_dispatch'],
    commit: 'github.sha',
    about: 'The tip of the branch, or the commit of the tag, that was chosen',
    note: '',
    head: otherRow.head,
  },
  {
    events: ['repository_dispatch'],
    commit: 'github.sha',
    about: 'The tip of the default branch',
    note: 'What `client_payload` says is not read: give a SHA in it as `commit`.',
    head: otherRow.head,
  },
  {
    events: ['check_run', 'check_suite', 'status'],
    commit: 'github.event.check_run.head_sha, github.event.check_suite.head_sha, github.event.sha',
    about: 'The commit that was checked',
    note: '`github.sha` is the tip of the default branch.',
    head({ payload }) {
      const sha = shaAt(payload, 'check_run', 'head_sha') ?? shaAt(payload, 'check_suite', 'head_sha') ?? shaAt(payload, 'sha');
      const branch = lineAt(payload, 'check_run', 'check_suite', 'head_branch') ?? lineAt(payload, 'check_suite', 'head_branch');
      return { ...found(sha, 'check'), ...given({ branch }), isFork: false };
    },
  },
  {
    events: ['issue_comment'],
    commit: 'github.sha',
    about: 'The tip of the default branch; of a comment on a pull request, no commit',
    note: 'The event does not name the head of the pull request: give it as `commit`.',
    head(event) {
      const isPullRequest = valueAt(event.payload, 'issue', 'pull_request') !== undefined;
      return isPullRequest ? unknown(commentWords) : otherRow.head(event);
    },
  },
  otherRow,
];

/** An unknown event of a pull request is never about `GITHUB_SHA`. */
function eventRow(name: string): EventRow {
  return eventTable.find(({ events }) => events.includes(name)) ?? (name.startsWith('pull_request') ? pullRequestRow : otherRow);
}

function pullRequest({ headRef, payload }: EventFacts): Head {
  const pull = valueAt(payload, 'pull_request');
  const branch = lineAt(pull, 'head', 'ref') ?? headRef;
  const number = valueAt(pull, 'number') ?? valueAt(payload, 'number');
  const base = lineAt(pull, 'base', 'ref');
  return {
    ...found(shaAt(pull, 'head', 'sha'), 'pull_request.head'),
    ...(typeof number === 'number' && Number.isSafeInteger(number) ? { pullRequest: { number, ...given({ base }) } } : {}),
    ...given({ branch }),
    isFork: pull !== undefined && differs(valueAt(pull, 'head', 'repo'), valueAt(pull, 'base', 'repo')),
  };
}

function push({ payload, ref: runRef, sha: runSha }: EventFacts): Head {
  const ref = lineAt(payload, 'ref') ?? runRef;
  const names = refNames(ref);
  if (valueAt(payload, 'deleted') === true || /^0+$/.test(stringAt(payload, 'after') ?? '')) return unknown(deletedWords(ref), names);
  const after = names.tag === undefined ? shaAt(payload, 'after') : undefined;
  const sha = after ?? runSha;
  return { ...found(sha, after === undefined ? 'GITHUB_SHA' : 'push.after'), ...names, isFork: false, ...headCommit(payload, sha) };
}

function workflowRun({ payload }: EventFacts): Head {
  const run = valueAt(payload, 'workflow_run');
  const trigger = lineAt(run, 'event');
  if (trigger === 'workflow_run') return unknown(chainWords);
  const sha = shaAt(run, 'head_sha');
  const branch = lineAt(run, 'head_branch');
  const named = branch === undefined ? {} : trigger === 'release' ? { tag: branch } : { branch };
  const isFork =
    run !== undefined && differs(valueAt(run, 'head_repository'), valueAt(run, 'repository') ?? valueAt(payload, 'repository'));
  return { ...found(sha, 'workflow_run.head'), ...named, isFork, ...headCommit(run, sha) };
}

function found(sha: string | undefined, source: SubjectSource): Pick<Head, 'sha' | 'source'> {
  return { sha, source: sha === undefined ? 'none' : source };
}

function unknown(why: NonNullable<Head['unknown']>, names: { readonly branch?: string; readonly tag?: string } = {}): Head {
  return { sha: undefined, source: 'none', ...names, isFork: false, unknown: why };
}

function deletedWords(ref: string | undefined): NonNullable<Head['unknown']> {
  return {
    message: `This push deleted ${ref ?? 'a branch'}: it is about no commit`,
    fix: 'Leave such runs out, at the job:\n  if: ${{ !github.event.deleted }}',
  };
}

const chainWords = {
  message:
    'This run follows one that itself followed a workflow_run: its head is the tip of the default branch then, and not the commit that the first run was about',
  fix: 'Let this workflow follow the first one, in its `workflows:`; or give `commit`',
};

const commentWords = {
  message: 'A comment on a pull request does not name the head of the pull request',
  fix: 'Ask GitHub for the head in a step before, and give it as `commit`',
};

/** `head_commit` has this shape in `push`, `merge_group` and `workflow_run`; it counts only for the commit it names. */
function headCommit(holder: unknown, sha: string | undefined): CommitFacts {
  const commit = valueAt(holder, 'head_commit');
  if (sha === undefined || shaAt(commit, 'id') !== sha) return {};
  const message = textAt(commit, 'message');
  const author = personOf(lineAt(commit, 'author', 'name'), lineAt(commit, 'author', 'email'));
  const authorUsername = lineAt(commit, 'author', 'username');
  const timestamp = momentAt(commit, 'author', 'date') ?? momentAt(commit, 'timestamp');
  return given({ message, author, authorUsername, timestamp });
}

/** A head whose repository is gone (`null`) was a fork: the repository that runs the workflow is there. */
function differs(head: unknown, base: unknown): boolean {
  const name = lineAt(head, 'full_name')?.toLowerCase();
  return name === undefined || name !== lineAt(base, 'full_name')?.toLowerCase();
}

function refNames(ref: string | undefined): { readonly branch?: string; readonly tag?: string } {
  const tag = tagOf(ref);
  if (tag !== undefined) return { tag };
  return ref?.startsWith('refs/heads/') === true ? { branch: ref.slice('refs/heads/'.length) } : {};
}

function tagOf(ref: string | undefined): string | undefined {
  return ref?.startsWith('refs/tags/') === true ? ref.slice('refs/tags/'.length) : undefined;
}

export interface Subject extends Head {
  readonly repositoryName?: string;
  readonly repositoryId?: string;
  /** Without credentials. */
  readonly repositoryUrl?: string;
  readonly repositoryDescription?: string;
}

/**
 * Which commit the event is about. `GITHUB_SHA` is the merge commit on pull requests, and the tip of the default
 * branch on `pull_request_target` and `workflow_run`: there it never stands in for a head that the payload does not
 * name, since that would be evidence for another commit.
 */
export function subjectOf(event: EventFacts): Subject {
  return { ...eventRow(event.eventName).head(event), ...repositoryOf(event) };
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
    ...given({ repositoryId: id, repositoryDescription: description }),
  };
}
