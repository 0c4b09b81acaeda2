import { grouped } from '../../../text/index.ts';
import type { Audit, ReportedChange } from '../../judge/audit.ts';
import { linked, shown } from './shown.ts';
import { section } from './sections.ts';

/** Changes by their state. */
export function states({ totals }: Audit): string {
  const rows = Object.entries(totals.states).map(([state, number]) => `| ${shown(state)} | ${grouped(number)} |\n`);
  return section('### Changes by state', rows, rows.length, '| State | Changes |\n|:--|--:|\n');
}

/** The population held against the counts of other sources. */
export function controlTotals({ world }: Audit): string {
  const rows = world.totals.map(({ count, name, source }) => `| ${shown(name)} | ${shown(source)} | ${grouped(count)} |\n`);
  return section('### Counts of other sources', rows, rows.length, '| Count | Source | Number |\n|:--|:--|--:|\n');
}

/** How each rule ended. */
export function ruleTable({ rules }: Audit): string {
  const rows = rules.map(({ controls, found, result, rule, severity, tested, text }) => {
    const ended = result === 'tested' ? `tested ${grouped(tested)}` : result;
    return `| ${shown(rule)} | ${shown(text)} | ${severity} | ${controls.map((control) => shown(control)).join(', ')} | ${ended} | ${grouped(found)} |\n`;
  });
  return section(
    '### Rules',
    rows,
    rows.length,
    '| Rule | What must be so | Severity | Controls | Ended | Found |\n|:--|:--|:--|:--|:--|--:|\n',
  );
}

export const changesHead =
  '| Change | Landed | Title | Authors | Reviewers | State | Tests | Findings |\n|:--|:--|:--|:--|:--|:--|:--|--:|\n';

export function changeRow({ authors, findings, landedAt, pull, reviewers, sha, state, tests, title, url }: ReportedChange): string {
  const change = pull === null ? linked(sha.slice(0, 12), url) : linked(`pull request ${pull.number}`, pull.url);
  const cells = [
    change,
    shown(landedAt ?? 'not known'),
    shown(title, 120),
    shown(authors.join(', '), 120),
    shown(reviewers.join(', '), 120),
    shown(state),
    shown(tests ?? ''),
    grouped(findings.length),
  ];
  return `| ${cells.join(' | ')} |\n`;
}
