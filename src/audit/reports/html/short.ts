import { html, type Html } from '../../../html/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { ReportedChange } from '../../judge/audit.ts';
import type { Gathered, Placed } from './gathered.ts';
import { approvedWords, testedWords } from './looked-up.ts';
import { badge, firstOf, joined, line, name, table } from './parts.ts';

/** Names in a cell: the first page has room for a few. */
const mostPeople = 2;

/** The changes of the first page: who wrote and approved each, and whether it was tested. */
export function short({ changes, short: { changes: shown, isAll, of } }: Gathered): Html | undefined {
  if (changes === 0) return undefined;
  const rest = html`under <a href="#changes">Every change</a>, and in changes.csv`;
  if (shown.length === 0) {
    return html`<p id="short">
      Each of the ${count(changes, 'change')} was approved and tested before its merge, and no override of one was read. They are ${rest}.
    </p>`;
  }
  const wrong = `${count(of, 'change')} of ${grouped(changes)} without a clean yes (approved, tested), or with an override`;
  const caption = isAll
    ? `${count(changes, 'change')}: all of them`
    : shown.length < of
      ? `The first ${grouped(shown.length)} of ${wrong}`
      : wrong;
  return html`${table(
    'short',
    html`${caption}. ${isAll ? 'They are also' : 'All changes are'} ${rest}`,
    ['Change', 'Written by', 'Approved by', 'Tested before the merge'],
    shown.map(cells),
  )}`;
}

/** Foreign names, one behind the other. */
function people(texts: readonly string[]): Html {
  return html`${joined(
    firstOf(
      texts.map((text) => name(text)),
      mostPeople,
    ),
  )}`;
}

/** An approval that does not count has its reason, also where nobody is named. */
function approval(change: Placed<ReportedChange>): Html {
  const { approved, approvedWhy, reviewers } = change;
  if (approved === 'yes') return people(reviewers);
  return html`${reviewers.length === 0 ? undefined : html`${people(reviewers)} `}${badge(approvedWords[approved])}:
  ${approvedWhy ?? 'nobody said why'}`;
}

function cells(change: Placed<ReportedChange>): readonly Html[] {
  const { authors, of, overrides, place, tested, title } = change;
  return [
    html`<a href="#${place}">${of}</a> ${line(title, 40)}`,
    authors.length === 0 ? name(null) : people(authors),
    approval(change),
    html`${badge(testedWords[tested.tested])}${tested.tested === 'yes' ? undefined : `: ${tested.why}`}${overrides.length === 0 ? undefined : html` <a href="#overrides">${count(overrides.length, 'override')}</a>`}`,
  ];
}
