import { html, type Html } from '../../../html/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { Audit } from '../../judge/audit.ts';
import { badge, line, section, table, type Shown } from './parts.ts';
import { isState, meanings, states, stateWords } from './words.ts';
import type { Gathered } from './gathered.ts';

/** How much landed, in which states, and whether others count the same. */
export function population({ totals, world }: Audit, compared: readonly Compared[]): Html {
  const different = differing(compared);
  return section(
    'population',
    'Population',
    html`<p>
      ${count(totals.changes, 'change')} in ${count(totals.landings, 'landing')} of ${count(totals.commits, 'commit')} on
      ${count(world.header.branches.length, 'branch', 'branches')}. A landing is one update of a branch. A change is one pull request within
      a landing, or what of a landing belongs to no pull request. Each commit of a landing is in exactly one change.
    </p>`,
    table(
      'states',
      'Changes by state',
      ['State', { number: 'Changes' }, 'It says that'],
      byState(totals.states).map(([state, number]) => [
        badge(stateWords(state)),
        grouped(number),
        isState(state) ? meanings[state] : 'this version of the tool does not know the state',
      ]),
    ),
    table(
      'counts',
      html`Held against other counts:
      ${different.length === 0 ? 'none that was told differs' : `${count(different.length, 'count')} ${different.length === 1 ? 'differs' : 'differ'}`}`,
      ['What', { number: 'This audit' }, 'Counted by', { number: 'There' }, 'Result'],
      compared.map((one) => [
        line(one.what),
        one.here === null ? 'not counted' : grouped(one.here),
        line(one.by),
        one.there === null ? 'not told' : grouped(one.there),
        badge(resultOf(one)),
      ]),
    ),
    different.some(({ near }) => near === true)
      ? html`<p>
          GitHub counts the pull requests that were merged into a branch in the period, and so does this audit of those that a change
          belongs to. A pull request whose commits another one brought, or that brought none, has no change of its own; a merge that GitHub
          dates on the other side of an end of the period counts in one of the two alone; and what GitHub's index does not have yet, it does
          not count.
        </p>`
      : undefined,
  );
}

/** Numbers above zero, the states that we know first, in their order. */
export function byState(numbers: Readonly<Record<string, number>>): readonly (readonly [state: string, number: number])[] {
  const order = Object.keys(states);
  const rank = (state: string): number => (isState(state) ? order.indexOf(state) : order.length);
  return Object.entries(numbers)
    .filter(([, number]) => number > 0)
    .toSorted(([one], [other]) => rank(one) - rank(other));
}

function resultOf({ here, near = false, there }: Compared): Shown {
  if (here === null || there === null) return { mark: '?', word: 'nothing to compare with', tone: 'open' };
  if (here === there) return { mark: '✔', word: 'equal', tone: 'good' };
  const words = `${grouped(Math.abs(here - there))} ${here > there ? 'more' : 'fewer'} in this audit`;
  return near ? { mark: '!', word: words, tone: 'open' } : { mark: '✘', word: `not equal: ${words}`, tone: 'bad' };
}

/** A number of this audit next to the same number from somewhere else. */
export interface Compared {
  readonly what: string;
  /** Null where this audit counts nothing of that name. */
  readonly here: number | null;
  readonly by: string;
  /** Null where the other source did not say. */
  readonly there: number | null;
  /** The other number comes from this report's own rows, or from its collected file: it is no other source. */
  readonly own?: true;
  /** The two may differ though nothing is missing: they do not count the same to the letter. */
  readonly near?: boolean;
}

/** The counts of the audit, next to those of others. */
export function comparisons(audit: Audit, gathered: Gathered): readonly Compared[] {
  const { totals, world } = audit;
  const { deployments, releases, tags, artifacts, approvals, notifications, flows } = world;
  const counted: Readonly<Record<string, number>> = {
    changes: totals.changes,
    landings: totals.landings,
    commits: totals.commits,
    'pull requests': gathered.pulls,
    [merged]: gathered.pulls,
    deployments: deployments.length,
    releases: releases.length,
    tags: tags.length,
    artifacts: artifacts.length,
    approvals: approvals.length,
    notifications: notifications.length,
    flows: flows.size,
  };
  return [
    { what: 'changes', here: totals.changes, by: 'the changes of this report, read one by one', there: gathered.changes, own: true },
    { what: 'changes', here: totals.changes, by: 'the sum of all states', there: sum(Object.values(totals.states)), own: true },
    { what: 'commits', here: totals.commits, by: 'the commits of each change, added up', there: gathered.commits, own: true },
    {
      what: 'landings',
      here: totals.landings,
      by: 'the last line of the collected file',
      there: world.end.counts['landing'] ?? null,
      own: true,
    },
    ...world.totals.map(({ count, name, source }) => ({
      what: name,
      here: ofBranch(name, audit, gathered) ?? (Object.hasOwn(counted, plain(name)) ? (counted[plain(name)] ?? null) : null),
      by: source,
      there: count,
      near: plain(name).startsWith(merged),
    })),
  ];
}

const merged = 'merged pull requests';

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]+/g, ' ');
}

/** The count for the branch that a name ends with, as in `commits: main`. */
function ofBranch(name: string, { world }: Audit, { branches }: Gathered): number | undefined {
  const [, what = '', branch = ''] = /^(.*?): (.*)$/s.exec(name) ?? [];
  if (!world.header.branches.some((audited) => audited.name === branch)) return undefined;
  const { commits, pulls } = branches.get(branch) ?? { commits: 0, pulls: 0 };
  return what === 'commits' ? commits : what === merged ? pulls : undefined;
}

/** Counts that are there twice and differ. */
export function differing(all: readonly Compared[]): readonly Compared[] {
  return all.filter(({ here, there }) => here !== null && there !== null && here !== there);
}

/** Those of them that say that something is wrong. */
export function unequal(all: readonly Compared[]): readonly Compared[] {
  return differing(all).filter(({ near }) => near !== true);
}

export function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}
