import type { GitCommitInfo, RepoInfo } from '../contract/index.ts';
import { EvidenceError, wrongUse } from '../errors/index.ts';
import { given } from '../text/index.ts';
import { readBranch, readCheckout, readOrigin, type Checkout } from './checkout.ts';
import { wrongCommit } from './commit-object.ts';
import type { EventFacts } from './event-facts.ts';
import { subjectOf, type Subject } from './events.ts';
import { commitUrl, missingNotices, parentsAt, redacted, type GitFacts, type MissingField } from './facts.ts';
import { isSha, oneLineOf, shaAt, type CommitFacts } from './payload.ts';

/**
 * Whether a commit with these parents is what GitHub makes to test a pull request: its head merged into its base, so that the
 * head is the second of two parents (docs.github.com/actions, `GITHUB_SHA` of `pull_request`).
 */
export function isTestMerge(parents: readonly string[], head: string): boolean {
  return parents.length === 2 && parents[1] === head;
}

/** From the checkout around a directory; `undefined` where it does not have the commit, or cannot be read. */
export async function parentsIn(directory: string, sha: string): Promise<readonly string[] | undefined> {
  try {
    return (await readCheckout(directory, sha))?.asked?.parents;
  } catch (error) {
    if (error instanceof EvidenceError) return undefined;
    throw error;
  }
}

/** `undefined` where the answer is about another commit, or does not give all parents. */
export function parentsFromApi(answer: unknown, sha: string): readonly string[] | undefined {
  return shaAt(answer, 'sha') === sha ? parentsAt(answer) : undefined;
}

export interface GitFactsOptions {
  /** Where the tests ran; the work tree is searched upward from here, as git does. `undefined`: look at no checkout. */
  readonly directory: string | undefined;
  readonly event: EventFacts;
  /** In place of the event's; 40 hex digits. */
  readonly sha?: string;
  readonly redact?: readonly ('author' | 'message' | 'branch')[];
}

/**
 * The commit and the repository that the evidence is of, from the event and from the checkout, by at most three
 * calls of git and no network.
 *
 * @throws {EvidenceError} `wrong-commit` when the checkout is neither that commit nor a merge commit with it as a
 *   parent; `unknown-commit` when no commit is known, or the checkout cannot be read.
 * @throws {UsageError} when `sha` is not a full SHA.
 */
export async function readGitFacts(options: GitFactsOptions): Promise<GitFacts> {
  const { directory, event } = options;
  const subject = subjectOf(event);
  const wanted = explicitSha(options.sha) ?? subject.sha;
  const checkout = directory === undefined ? undefined : await readCheckout(directory, wanted, event.workflowFile);
  // Only away from GitHub may HEAD name the commit: on a pull request it would be the merge commit.
  const sha = checkout?.asked?.sha ?? wanted ?? (event.eventName === '' ? checkout?.head?.sha : undefined);
  if (sha === undefined) throw unknownCommit(subject, event, checkout);
  const built = checkout === undefined ? 'none' : relationOf(checkout, sha);
  if (built === undefined) throw wrongCommit(sha, checkout?.head, subject, event);
  const object = built === 'subject' ? checkout?.head : checkout?.asked;
  // The event's facts are about the event's commit alone.
  const known: Partial<Subject> = wanted === undefined || wanted === subject.sha ? subject : {};
  const [branch, origin] = await Promise.all([
    known.branch ?? (directory !== undefined && known.tag === undefined && built === 'subject' ? readBranch(directory) : undefined),
    subject.repositoryUrl ?? (directory === undefined || checkout === undefined ? undefined : readOrigin(directory)),
  ]);
  const details: CommitFacts = { ...known, ...object };
  const complete = commitInfo(sha, details, branch, origin);
  const commit = withoutFields(complete, options.redact ?? []);
  const repository = repoInfo(subject, origin, event);
  const missing = missingFrom(commit, repository, known.tag !== undefined);
  return {
    commit,
    repository,
    builtSha: checkout?.head?.sha,
    checkout: built,
    digests: checkout?.digests,
    missing,
    notices: [...checkoutNotices(built, sha, checkout, subject, directory), ...missingNotices(sha, missing, built)],
  };
}

function explicitSha(text: string | undefined): string | undefined {
  const sha = text?.trim().toLowerCase();
  if (sha === undefined || isSha(sha)) return sha;
  throw wrongUse(`\`${text}\` is not the full SHA of a commit.`, 'Give all 40 hex digits: `git rev-parse <name>` prints them.');
}

/** The same commit, or a merge commit with it as a parent; `undefined` when neither. */
export function relationOf({ head }: Checkout, sha: string): 'subject' | 'merge' | undefined {
  if (head?.sha === sha) return 'subject';
  return head !== undefined && head.parents.length > 1 && head.parents.includes(sha) ? 'merge' : undefined;
}

function unknownCommit({ unknown }: Subject, event: EventFacts, checkout: Checkout | undefined): EvidenceError {
  if (unknown !== undefined) return new EvidenceError('unknown-commit', unknown.message, { fix: unknown.fix });
  if (event.eventName !== '') {
    return new EvidenceError('unknown-commit', `This \`${event.eventName}\` event does not say which commit it is about.`, {
      fix: 'The event file (GITHUB_EVENT_PATH) is absent or not what GitHub wrote: leave it as it is, and hand it into the container where the step runs in one.',
    });
  }
  return checkout === undefined
    ? new EvidenceError('unknown-commit', 'No commit is known: this is neither a GitHub Actions run nor a git checkout.', {
        fix: 'Run this inside the checkout that it is about, or name the commit.',
      })
    : new EvidenceError('unknown-commit', 'No commit is known: nothing was committed yet in this checkout.', {
        fix: 'Commit first.',
      });
}

function commitInfo(sha: string, facts: CommitFacts, branch: string | undefined, repositoryUrl: string | undefined): GitCommitInfo {
  const { message, author, authorUsername, timestamp, parents } = facts;
  return {
    sha1: sha,
    ...given({ message, author, author_username: authorUsername }),
    ...(branch === undefined ? {} : { branch: oneLineOf(branch) }),
    ...(repositoryUrl === undefined ? {} : { url: commitUrl(repositoryUrl, sha) }),
    ...given({ timestamp, parents }),
  };
}

/** Every commit has an author and a message, so these are marked even where they are not known: nothing fills them in later. */
function withoutFields(commit: GitCommitInfo, fields: NonNullable<GitFactsOptions['redact']>): GitCommitInfo {
  return {
    ...commit,
    ...(fields.includes('message') ? { message: redacted } : {}),
    ...(fields.includes('author') ? { author: redacted } : {}),
    ...(fields.includes('author') && commit.author_username !== undefined ? { author_username: redacted } : {}),
    ...(fields.includes('branch') && commit.branch !== undefined ? { branch: redacted } : {}),
  };
}

function repoInfo(subject: Subject, url: string | undefined, event: EventFacts): RepoInfo | undefined {
  if (url === undefined) return undefined;
  const { hostname, pathname } = new URL(url);
  const provider = subject.repositoryUrl === undefined ? (providers[hostname] ?? event.provider) : 'github';
  return {
    ...given({ id: subject.repositoryId }),
    name: subject.repositoryName ?? pathname.slice(1),
    url,
    ...given({ provider, description: subject.repositoryDescription }),
  };
}

const providers: Readonly<Record<string, NonNullable<RepoInfo['provider']>>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'bitbucket.org': 'bitbucket',
  'dev.azure.com': 'azure-devops',
};

function missingFrom(commit: GitCommitInfo, repository: RepoInfo | undefined, onTag: boolean): readonly MissingField[] {
  const fields = ['message', 'author', 'timestamp', 'parents', 'branch', 'url'] as const;
  return [
    // A tag is not a branch, and a commit that is known by its tag lacks none.
    ...fields.filter((field) => commit[field] === undefined && !(field === 'branch' && onTag)),
    ...(repository === undefined ? (['repository'] as const) : []),
  ];
}

function checkoutNotices(
  built: GitFacts['checkout'],
  sha: string,
  checkout: Checkout | undefined,
  subject: Subject,
  directory: string | undefined,
): readonly string[] {
  if (built === 'none') {
    return [
      `There is no git checkout${directory === undefined ? '' : ` in ${directory}`}, so nothing checks that this is about ${sha.slice(0, 12)}.`,
    ];
  }
  // On a pull request this is what GitHub builds by default; elsewhere a person merged more in.
  if (built === 'merge' && subject.source !== 'pull_request.head' && subject.source !== 'workflow_run.head') {
    return [`The checkout is at ${checkout?.head?.sha.slice(0, 12)}, a merge commit with ${sha.slice(0, 12)} as a parent.`];
  }
  return [];
}
