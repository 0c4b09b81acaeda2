import { count, grouped } from '../../../text/index.ts';
import type { ReportedChange } from '../../judge/audit.ts';
import type { Gathered, Placed } from '../gathered.ts';
import { approvedWords, testedWords } from '../looked-up.ts';
import { code, link, name, state, type Part, type Words } from './page.ts';
import { brief, firstOf, joined } from './words.ts';

/** Names in a cell: the first page has room for a few. */
const mostPeople = 2;

/** The changes of the first page: who wrote and approved each, and whether it was tested. */
export function short({ changes, short: { changes: shown, isAll, of } }: Gathered): readonly Part[] {
  if (changes === 0) return [];
  const rest: Words = ['under ', link('#changes', 'Every change'), ' of the HTML report, and in ', code('changes.csv')];
  if (shown.length === 0) {
    const sentence = `Each of the ${count(changes, 'change')} was approved and tested before its merge, and no override of one was read. They are `;
    return [{ kind: 'sentences', id: 'short', sentences: [[sentence, ...rest, '.']] }];
  }
  const isOne = of === 1;
  const wrong = `${grouped(of)} of ${count(changes, 'change')} ${isOne ? 'has' : 'have'} no clean yes (approved, tested), or ${isOne ? 'has' : 'have'} an override`;
  const caption = isAll
    ? `${count(changes, 'change')}: all of them`
    : shown.length < of
      ? `${wrong}; the first ${grouped(shown.length)} of them`
      : wrong;
  return [
    {
      kind: 'table',
      id: 'short',
      caption: [`${caption}. ${isAll ? 'They are also' : 'All changes are'} `, ...rest],
      columns: ['Change', 'Written by', 'Approved by', 'Tested before the merge'],
      rows: shown.map(cells),
    },
  ];
}

/** Foreign names, one behind the other. */
function people(texts: readonly string[]): Words {
  return joined(
    firstOf(
      texts.map((text) => [name(text)]),
      mostPeople,
    ),
  );
}

/** An approval that does not count has its reason, also where nobody is named. */
function approval(change: Placed<ReportedChange>): Words {
  const { approved, approvedWhy, reviewers } = change;
  if (approved === 'yes') return people(reviewers);
  return [...people(reviewers), reviewers.length === 0 ? '' : ' ', state(approvedWords[approved]), `: ${approvedWhy ?? 'nobody said why'}`];
}

function cells(change: Placed<ReportedChange>): readonly Words[] {
  const { authors, of, overrides, place, tested, title } = change;
  return [
    [link(`#${place}`, of), ' ', name(brief(title, 8))],
    authors.length === 0 ? [name(null)] : people(authors),
    approval(change),
    [
      state(testedWords[tested.tested]),
      ...(tested.tested === 'yes' ? [] : [`: ${tested.why}`]),
      ...(overrides.length === 0 ? [] : [' ', link('#overrides', count(overrides.length, 'override'))]),
    ],
  ];
}
