import { badgeOf } from '../../../presentation/index.ts';
import type { CoverState, Match } from '../../coverage/coverage.ts';
import type { ChangeState } from '../../judge/change.ts';
import { nowWords } from '../../judge/tested.ts';
import { severities, type Severity, type Subject } from '../../findings/finding.ts';
import { line, type Shown } from './parts.ts';

/** The states of a change in the order in which they are stacked and listed, the best first. */
export const states = {
  covered: { mark: '✔', word: 'covered', tone: 'good' },
  'covered-now': { mark: '✔', word: 'says yes now', tone: 'good' },
  'covered-later': { mark: '…', word: 'covered after its merge alone', tone: 'open' },
  'tested-on-head-only': { mark: '…', word: 'tested on its head alone', tone: 'open' },
  'outside-every-flow': { mark: '–', word: 'outside every flow', tone: 'soft' },
  excluded: { mark: '–', word: 'left out', tone: 'soft' },
  incomplete: badgeOf('incomplete'),
  unknown: badgeOf('unknown'),
  'non-compliant': badgeOf('non-compliant'),
  uncovered: { mark: '✘', word: 'no evidence', tone: 'bad' },
} as const satisfies Readonly<Record<ChangeState, Shown>>;

/** The meaning of each state, for those who read the first report of their life. */
export const meanings: Readonly<Record<ChangeState, string>> = {
  covered: 'evidence of all that it owes existed when it landed, and said yes',
  'covered-now': `its evidence ${nowWords}`,
  'covered-later': 'the evidence came after the merge',
  'tested-on-head-only': 'what was tested is the head of its pull request or what was merged, and the branch had moved since',
  'outside-every-flow': 'it touches nothing that owes evidence',
  excluded: "the audit's file leaves it out, with a reason and an owner",
  incomplete: 'some of the evidence that it owes was never recorded',
  unknown: 'nobody can tell from what was read',
  'non-compliant': 'its evidence says no',
  uncovered: 'nothing was recorded about it',
};

/** A state that this version does not know is shown as it came, and is never good. */
export function stateWords(state: string): Shown {
  return isState(state) ? states[state] : { ...badgeOf('unknown'), word: line(state, 60) };
}

export function isState(state: string): state is ChangeState {
  return Object.hasOwn(states, state);
}

const coverWords: Readonly<Record<CoverState, Shown>> = {
  compliant: badgeOf('compliant'),
  'non-compliant': badgeOf('non-compliant'),
  incomplete: badgeOf('incomplete'),
  none: { mark: '✘', word: 'no evidence', tone: 'bad' },
  unknown: badgeOf('unknown'),
  'not-known': { ...badgeOf('unknown'), word: 'moment not known' },
};

export function cover(state: CoverState | null): Shown {
  return state === null ? { mark: '–', word: 'not deployed', tone: 'soft' } : coverWords[state];
}

export const matchWords: Readonly<Record<Match, string>> = {
  sha: 'the commit itself',
  group: 'the head of its merge group',
  tree: 'the same files, tested before they were merged',
  head: 'the head that was merged, on another base',
  none: 'no trail',
};

export const severityWords: Readonly<Record<Severity, Shown>> = {
  critical: { mark: '▲▲', word: 'critical', tone: 'bad' },
  high: { mark: '▲', word: 'high', tone: 'bad' },
  medium: { mark: '◆', word: 'medium', tone: 'open' },
  low: { mark: '▽', word: 'low', tone: 'soft' },
};

export const worstFirst: readonly Severity[] = severities.toReversed();

export const landingWords: Readonly<Record<string, string>> = {
  push: 'pushed directly',
  'force-push': 'pushed by force',
  'pull-request': 'merged',
  'merge-queue': 'merged by the queue',
  creation: 'branch created',
  deletion: 'branch deleted',
  unknown: 'way not known',
};

export const subjectWords: Readonly<Record<Subject['kind'], string>> = {
  commit: 'Commit',
  'pull-request': 'Pull request',
  artifact: 'Artifact',
  trail: 'Trail',
  tag: 'Tag',
  branch: 'Branch',
  deployment: 'Deployment',
  notification: 'Notification',
  audit: 'Audit',
  log: 'Log of the service',
};
