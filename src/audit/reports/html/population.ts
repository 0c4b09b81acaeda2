import { html, type Html } from '../../../html/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { Audit } from '../../judge/audit.ts';
import { differing, type Compared } from '../compared.ts';
import { badge, line, section, table, type Shown } from './parts.ts';
import { isState, meanings, states, stateWords } from './words.ts';

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
