import { docsPage } from '../text/index.ts';
import { EvidenceError } from '../errors/index.ts';
import type { CommitObject } from './commit-object.ts';
import type { EventFacts } from './event-facts.ts';
import { lineAt } from './payload.ts';
import type { SubjectSource } from './head.ts';
import type { Subject } from './subject.ts';

/** The checkout is of another commit than the evidence would be recorded for. `folder` is that of one that is not the workspace's. */
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
    `The tests ran on another commit: the checkout${folder === undefined ? '' : ` in ${folder}`} is at ${found}, and the evidence would be for ${wanted}, ${about}. ` +
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
    (folder === undefined
      ? 'Where the workspace holds another repository on purpose, give that checkout a `path:` of its own.'
      : 'Where that checkout is of another commit on purpose, leave its files out of junit-paths.')
  );
}

/** The commit is that of a pull request, and the workflow has the secrets, also where a fork opened it. */
function isPrivileged({ eventName, payload }: EventFacts): boolean {
  if (eventName === 'pull_request_target') return true;
  return eventName === 'workflow_run' && lineAt(payload, 'workflow_run', 'event')?.startsWith('pull_request') === true;
}

/** To check it out here would run the code of strangers with the secrets at hand: never proposed. */
const privilegedFix = `Leave that commit where it is: this workflow has the secrets, and it may be code of a fork. Test it in a workflow on: pull_request, set the results aside there with \`fork-collect\`, and record them here with \`fork-post\`: ${docsPage('forks.md')}`;
