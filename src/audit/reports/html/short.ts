import { html, type Html } from '../../../html/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { ReportedChange } from '../../judge/audit.ts';
import { approvers } from './changes.ts';
import type { Gathered, Placed } from './gathered.ts';
import { approvedWords, testedWords } from './looked-up.ts';
import { badge, line, names, table } from './parts.ts';

/** Names in a cell: the first page has room for a few. */
const mostPeople = 2;

/** The changes of the first page: who wrote and approved each, and whether it was tested. */
export function short({ changes, short: { changes: shown, isAll, of } }: Gathered): Html | undefined {
  if (shown.length === 0) return undefined;
  const odd = 'that have no approval or no tests before the merge, or an override, or of which that is not known';
  const caption = isAll
    ? `${count(changes, 'change')}: all of them`
    : `${shown.length < of ? `The first ${grouped(shown.length)} of ${grouped(of)}` : grouped(of)} of ${count(changes, 'change')} ${odd}`;
  return html`${table(
    'short',
    html`${caption}. <a href="#changes">Every change</a>`,
    ['Change', 'Written by', 'Approved by', 'Tested before the merge'],
    shown.map(cells),
  )}`;
}

function cells(change: Placed<ReportedChange>): readonly Html[] {
  const { approved, authors, overrides, place, pull, sha, tested, title } = change;
  return [
    html`<a href="#${place}">${pull === null ? line(sha).slice(0, 12) : `#${pull.number}`}</a> ${line(title, 60)}`,
    names(authors, 'not known', mostPeople),
    html`${approvers(change, mostPeople)}${approved === 'yes' || change.reviewers.length === 0 ? undefined : html` ${badge(approvedWords[approved])}`}`,
    html`${badge(testedWords[tested.tested])}
    ${tested.tested === 'yes' ? undefined : tested.why}${overrides.length === 0 ? undefined : html` <a href="#overrides">${count(overrides.length, 'override')}</a>`}`,
  ];
}
