import type { ReportedChange, ReportedOverride } from '../judge/audit.ts';
import type { Tested } from '../judge/tested.ts';
import type { Approved } from '../reviews/approval.ts';
import type { Badge } from '../../presentation/index.ts';
import { oneLine } from '../../text/index.ts';

/** Gives each change a place of its own on the page, in the order in which they are read: `pull-41`, or `commit-0123456789ab`. */
export function openAnchors(): (change: Pick<ReportedChange, 'pull' | 'sha'>) => string {
  const times = new Map<string, number>();
  return ({ pull, sha }) => {
    const name = pull === null ? `commit-${sha.slice(0, 12).replaceAll(/[^0-9a-f]/g, '')}` : `pull-${pull.number}`;
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return time === 1 ? name : `${name}-${time}`;
  };
}

export const testedWords: Readonly<Record<Tested, Badge>> = {
  yes: { mark: '✔', word: 'yes', tone: 'good' },
  head: { mark: '…', word: 'its head alone', tone: 'open' },
  'not known': { mark: '?', word: 'not known', tone: 'open' },
  no: { mark: '✘', word: 'no', tone: 'bad' },
  failed: { mark: '✘', word: 'failed', tone: 'bad' },
};

export const approvedWords: Readonly<Record<Approved, Badge>> = {
  yes: { mark: '✔', word: 'yes', tone: 'good' },
  'not known': { mark: '?', word: 'not known', tone: 'open' },
  no: { mark: '✘', word: 'no', tone: 'bad' },
};

/** A part of the changes that the page can show alone: its place on the page, its words, and the rows that it has. */
export interface Filter {
  readonly id: string;
  readonly words: string;
  readonly has: (change: ReportedChange) => boolean;
}

export const filters = [
  { id: 'only-unapproved', words: 'without an approval that counts', has: ({ approved }) => approved === 'no' },
  { id: 'only-approval-unknown', words: 'approval not known', has: ({ approved }) => approved === 'not known' },
  { id: 'only-untested', words: 'not tested before the merge', has: ({ tested }) => tested.tested === 'no' },
  { id: 'only-failed', words: 'tests said no before the merge', has: ({ tested }) => tested.tested === 'failed' },
  { id: 'only-head', words: 'tested on the head alone', has: ({ tested }) => tested.tested === 'head' },
  { id: 'only-tests-unknown', words: 'tests not known', has: ({ tested }) => tested.tested === 'not known' },
  { id: 'only-overridden', words: 'with an override', has: ({ overrides }) => overrides.length > 0 },
] as const satisfies readonly Filter[];

export type FilterId = (typeof filters)[number]['id'];

/** The classes of a row, by which the page shows a part of the rows without any script. */
export function classesOf(change: ReportedChange): string {
  return filters
    .filter(({ has }) => has(change))
    .map(({ id }) => id.replace('only-', 'is-'))
    .join(' ');
}

/** The style that hides the rows of all others, where the address of the page names the place of a filter. */
export const filterStyle = filters
  .map(({ id }) => `#changes:has(#${id}:target) #all-changes tbody tr:not(.${id.replace('only-', 'is-')}) { display: none !important; }`)
  .join('\n');

/** A change in a few signs: `#41`, or the first digits of its commit. */
export function shortName({ pull, sha }: Pick<ReportedChange, 'pull' | 'sha'>): string {
  return pull === null ? oneLine(sha).slice(0, 12) : `#${pull.number}`;
}

/** `unit-tests` of what, set to what. */
export function overrideWords({ compliant, fingerprint, flow, name, trail }: ReportedOverride): string {
  const artifact = fingerprint === null ? '' : ` of the artifact ${fingerprint.slice(0, 12)}`;
  const verdict = compliant === null ? '' : `, to say ${compliant ? 'yes' : 'no'}`;
  return `${name}${artifact} on trail ${trail} of flow ${flow}${verdict}`;
}
