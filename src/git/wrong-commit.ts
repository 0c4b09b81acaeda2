import { EvidenceError } from '../errors/index.ts';
import type { CommitObject } from './commit-object.ts';
import type { EventFacts } from './event-facts.ts';
import type { SubjectSource } from './head.ts';
import type { Subject } from './subject.ts';

/** The checkout is of another commit than the evidence would be recorded for. `place` names one that is not the workspace's. */
export function wrongCommit(
  wanted: string,
  head: CommitObject | undefined,
  subject: Subject,
  event: EventFacts,
  place?: string,
): EvidenceError {
  const about = wanted === subject.sha ? aboutEvent(subject, event) : 'the commit that was asked for';
  const found = head === undefined ? 'a branch without any commit' : head.sha;
  return new EvidenceError(
    'wrong-commit',
    `The tests ran on another commit: the checkout${place === undefined ? '' : ` in ${place}`} is at ${found}, and the evidence would be for ${wanted}, ${about}. ` +
      'HEAD is neither that commit nor a merge commit with it as a parent.',
    { fix: fixFor(wanted, subject, event, place) },
  );
}

function aboutEvent(subject: Subject, event: EventFacts): string {
  const owner = owners[subject.source];
  const tag = subject.tag === undefined ? '' : ` (tag ${subject.tag})`;
  return event.eventName === '' ? `${owner}${tag}` : `${owner}${tag} of this \`${event.eventName}\` event`;
}

const owners: Readonly<Record<SubjectSource, string>> = {
  'pull_request.head': 'the head of the pull request',
  'merge_group.head': 'the head of the merge group',
  'workflow_run.head': 'the head of the workflow run',
  'push.after': 'the commit',
  release: 'the commit',
  deployment: 'the commit of the deployment',
  check: 'the commit of the check',
  GITHUB_SHA: 'the commit',
  none: 'the commit',
};

function fixFor(wanted: string, subject: Subject, event: EventFacts, place: string | undefined): string {
  const lines = [
    '- uses: actions/checkout@v7',
    '  with:',
    `    ref: ${(wanted === subject.sha ? refs[subject.source] : undefined) ?? wanted}`,
    ...(place === undefined ? [] : [`    path: ${place}`]),
  ].join('\n');
  const caution =
    event.eventName === 'pull_request_target' && subject.isFork
      ? '\nThat is code of a fork, with the secrets of this repository at hand: test it in a `pull_request` workflow instead.'
      : '';
  return (
    `Check out that commit in this job, and make no commit before this step:\n${lines}${caution}\n` +
    (place === undefined
      ? 'Where the workspace holds another repository on purpose, give that checkout a `path:` of its own.'
      : 'Where that checkout is of another commit on purpose, leave its files out of junit-paths.')
  );
}

/** How a workflow writes it; the SHA itself where that depends on more than the source. */
const refs: Readonly<Partial<Record<SubjectSource, string>>> = {
  'pull_request.head': '${{ github.event.pull_request.head.sha }}',
  'merge_group.head': '${{ github.event.merge_group.head_sha }}',
  'workflow_run.head': '${{ github.event.workflow_run.head_sha }}',
  'push.after': '${{ github.sha }}',
  release: '${{ github.sha }}',
  deployment: '${{ github.event.deployment.sha }}',
  GITHUB_SHA: '${{ github.sha }}',
  none: '${{ github.sha }}',
};
