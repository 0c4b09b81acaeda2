import { EvidenceError } from '../errors/index.ts';
import { docsPage, given } from '../text/index.ts';
import type { EventFacts } from './event-facts.ts';
import type { Subject } from './events.ts';
import { lineAt, oneLineOf, personOf, plain, type CommitFacts, type SubjectSource } from './payload.ts';

/** `parents` are all parents, at the edge of a shallow clone too. */
export interface CommitObject extends Omit<CommitFacts, 'authorUsername'> {
  readonly sha: string;
  readonly parents: readonly string[];
  /** Trimmed; any encoding comes out as proper Unicode. */
  readonly message: string;
}

export interface GitObject {
  readonly sha: string;
  /** `commit`, `tree`, `blob` or `tag` */
  readonly type: string;
  readonly content: Buffer;
}

/** How statements name a commit and the file that defined its run; `undefined` for what the repository does not have. */
export interface Digests {
  /** SHA-256 of what `git cat-file commit SHA` prints. */
  readonly commitSha256: string | undefined;
  readonly workflowBlob: string | undefined;
}

/** The objects of a `git cat-file --batch` (git-scm.com/docs/git-cat-file#_batch_output); `undefined` for what is missing. */
export function* batchObjects(output: Buffer): Generator<GitObject | undefined> {
  let position = 0;
  while (position < output.length) {
    const lineEnd = output.indexOf('\n', position);
    if (lineEnd < 0) return;
    const [, sha, type = '', size] = /^([a-f0-9]+) (\w+) (\d+)$/.exec(output.toString('latin1', position, lineEnd)) ?? [];
    position = lineEnd + 1;
    if (sha === undefined) {
      yield undefined;
      continue;
    }
    yield { sha, type, content: output.subarray(position, position + Number(size)) };
    position += Number(size) + 1;
  }
}

export function commitsIn(output: Buffer): readonly (CommitObject | undefined)[] {
  return [...batchObjects(output)].map(commitIn);
}

/** `undefined` where it is no commit. */
export function commitIn(object: GitObject | undefined): CommitObject | undefined {
  if (object?.type !== 'commit') return undefined;
  const { content: raw, sha } = object;
  const headersEnd = raw.indexOf('\n\n');
  // As bytes: only the names and the message are in the commit's encoding.
  const headers = raw.toString('latin1', 0, headersEnd < 0 ? raw.length : headersEnd).split('\n');
  const message = headersEnd < 0 ? raw.subarray(raw.length) : raw.subarray(headersEnd + 2);
  // Lines of signatures and of merged tags are indented, so they are never taken for headers.
  const header = (name: string): string | undefined => headers.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  const encoding = header('encoding')?.trim();
  const [, name, mail, timestamp] = /^(.*)<([^<>]*)>(?: (\d{1,15}))?/.exec(header('author') ?? '') ?? [];
  const text = (bytes: string | undefined): string | undefined =>
    oneLineOf(decode(Buffer.from(bytes ?? '', 'latin1'), encoding)) || undefined;
  return {
    sha,
    parents: headers.flatMap((line) => /^parent ([a-f0-9]{40}|[a-f0-9]{64})$/.exec(line)?.[1] ?? []),
    message: plain(decode(message, encoding)),
    ...given({
      author: personOf(text(name), mail === undefined ? undefined : (text(mail) ?? '')),
      timestamp: timestamp === undefined ? undefined : Number(timestamp),
    }),
  };
}

/** By the named encoding; else as UTF-8 where the bytes are that; else as Latin-1, which every byte sequence is. */
function decode(bytes: Buffer, encoding: string | undefined): string {
  for (const label of [encoding, 'utf-8']) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(whatwgLabel(label), { fatal: true, ignoreBOM: false }).decode(bytes);
    } catch {
      // An unknown label, or bytes that are not what the label says: the next one is tried.
    }
  }
  return bytes.toString('latin1');
}

/** git takes iconv's names (`ISO8859-15`, `CP1252`), the decoder the web's (`iso-8859-15`, `windows-1252`). */
function whatwgLabel(name: string): string {
  return name
    .toLowerCase()
    .replace(/^iso_?(?=8859)/, 'iso-')
    .replace(/^cp_?(?=125\d$)/, 'windows-')
    .replace(/^latin-(?=\d)/, 'latin');
}

/** `folder` is that of a checkout that is not the workspace's. */
export function wrongCommit(
  wanted: string,
  head: CommitObject | undefined,
  subject: Subject,
  event: EventFacts,
  folder?: string,
): EvidenceError {
  const about = wanted === subject.sha ? aboutEvent(subject, event) : 'the commit that was asked for';
  const found = head === undefined ? 'a branch without any commit' : head.sha;
  return new EvidenceError(
    'wrong-commit',
    `The checkout${folder === undefined ? '' : ` in ${folder}`} is of another commit: it is at ${found}, and the record would be about ${wanted}, ${about}. ` +
      'HEAD is neither that commit nor a merge commit with it as a parent.',
    { fix: fixFor(wanted, subject, event, folder) },
  );
}

function aboutEvent(subject: Subject, event: EventFacts): string {
  const owner = sources[subject.source].words;
  const tag = subject.tag === undefined ? '' : ` (tag ${subject.tag})`;
  return event.eventName === '' ? `${owner}${tag}` : `${owner}${tag} of this \`${event.eventName}\` event`;
}

/** How a commit belongs to its event, and how a workflow names it. */
const sources: Readonly<Record<SubjectSource, { readonly words: string; readonly ref?: string }>> = {
  'pull_request.head': { words: 'the head of the pull request', ref: '${{ github.event.pull_request.head.sha }}' },
  'merge_group.head': { words: 'the head of the merge group', ref: '${{ github.event.merge_group.head_sha }}' },
  'workflow_run.head': { words: 'the head of the workflow run', ref: '${{ github.event.workflow_run.head_sha }}' },
  'push.after': { words: 'the commit', ref: '${{ github.sha }}' },
  release: { words: 'the commit', ref: '${{ github.sha }}' },
  deployment: { words: 'the commit of the deployment', ref: '${{ github.event.deployment.sha }}' },
  check: { words: 'the commit of the check' },
  GITHUB_SHA: { words: 'the commit', ref: '${{ github.sha }}' },
  none: { words: 'the commit', ref: '${{ github.sha }}' },
};

function fixFor(wanted: string, subject: Subject, event: EventFacts, folder: string | undefined): string {
  if (isPrivileged(event)) return privilegedFix;
  const leaveOut = 'Where that checkout is of another commit on purpose, leave its files out of junit-paths.';
  if (event.eventName === '')
    return `Check out that commit: git checkout ${wanted}${folder === undefined ? '' : `, in ${folder}. ${leaveOut}`}`;
  const lines = [
    '- uses: actions/checkout@v7',
    '  with:',
    `    ref: ${(wanted === subject.sha ? sources[subject.source].ref : undefined) ?? wanted}`,
    ...(folder === undefined ? [] : [`    path: ${folder}`]),
  ].join('\n');
  const caution =
    event.eventName === 'workflow_run'
      ? "\nOnly in a job that follows no pull request, for that may be code of a fork:\n  if: ${{ github.event.workflow_run.event == 'push' }}"
      : '';
  return (
    `Check out that commit in this job, and make no commit before this step:\n${lines}${caution}\n` +
    (folder === undefined ? 'Where the workspace holds another repository on purpose, give that checkout a `path:` of its own.' : leaveOut)
  );
}

/** A workflow of a pull request that has the secrets, also where a fork opened it. */
function isPrivileged({ eventName, payload }: EventFacts): boolean {
  if (eventName === 'pull_request_target') return true;
  return eventName === 'workflow_run' && lineAt(payload, 'workflow_run', 'event')?.startsWith('pull_request') === true;
}

/** To check it out here would run the code of strangers with the secrets at hand: never proposed. */
const privilegedFix = `Leave that commit where it is: this workflow has the secrets, and it may be code of a fork. Test it in a workflow on: pull_request, set the results aside there with \`fork-collect\`, and record them here with \`fork-post\`: ${docsPage('forks.md')}`;
