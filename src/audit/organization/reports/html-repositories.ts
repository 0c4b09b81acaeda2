import { html as markup, webLink, type Html } from '../../../html/index.ts';
import { grouped } from '../../../text/index.ts';
import { badge, leftOut, line, name, row, sectionEnd, sectionStart, tableEnd, tableStart } from '../../reports/html/parts.ts';
import { coveredOf, type MergedRepository, type OrganizationAudit } from '../merge.ts';
import { findingsOf, lackingIn, outcomeOf, repositoryWords, sinceHeading, sinceOfRepository } from './words.ts';

/** Rows that are shown: a browser does not get on with more. */
const mostRows = 20_000;

const columns = [
  'Repository',
  'State',
  'Verdict',
  { number: 'Changes' },
  { number: 'Covered' },
  { number: 'Findings' },
  sinceHeading,
  { number: 'Not tested' },
  'Why',
] as const;

/** Each repository in a row, in pieces: there may be thousands. */
export function* repositories({ plan, repositories: all }: OrganizationAudit): Generator<Html> {
  yield sectionStart('repositories', 'Every repository');
  yield tableStart('all-repositories', 'Repositories by their ids, each with its one state', columns);
  for (const one of all.slice(0, mostRows)) yield row(columns, cells(one, plan.serverUrl));
  yield tableEnd;
  yield markup`${leftOut(all.length - mostRows, 'row')}${sectionEnd}`;
}

function cells(one: MergedRepository, serverUrl: string): Parameters<typeof row>[1] {
  const { planned, result } = one;
  const { accepted, open } = findingsOf(one);
  const isAudited = result?.kind === 'audited';
  const some = planned.audited && open > 0;
  return [
    markup`${webLink(`${serverUrl}/${planned.name}`, name(planned.name))}${planned.before === null ? undefined : markup` <span class="about soft">before: ${line(planned.before)}</span>`}`,
    planned.state,
    badge(outcomeOf(one)),
    isAudited ? grouped(result.changes) : '',
    isAudited ? grouped(coveredOf(result)) : '',
    some
      ? markup`<a href="#r${planned.id}">${grouped(open)}</a>${accepted === 0 ? undefined : `, ${grouped(accepted)} accepted`}`
      : isAudited
        ? '0'
        : '',
    sinceOfRepository(one),
    isAudited ? grouped(lackingIn(result.rules).length) : '',
    line(repositoryWords(one) || '–', 500),
  ];
}
