import type { SeriesShown } from '../commands/index.ts';
import { grouped, oneLine } from '../text/index.ts';
import { headline } from './styled.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';
import { wrapped } from './wrapped.ts';

const colours = { critical: 'red', high: 'red', medium: 'yellow', low: 'cyan' } as const;

const weekHead = ['WEEK', 'FROM', 'RAN', 'COMPLETE', 'OPENED', 'CLOSED', 'DAYS', 'BY WHOM'];
const auditHead = ['AUDIT', 'FROM', 'TO', 'COMPLETE', 'WITNESS'];
const findingHead = ['FINDING', 'SEVERITY', 'ABOUT', 'OPENED', 'CLOSED', 'DAYS', 'STATE'];

/** Shows a series: the audits, the weeks, their findings, what is wrong with the series itself, and the verdict. */
export function showSeries({ outcome, reports, rows, series }: SeriesShown, terminal: Terminal): void {
  const show = (head: readonly string[], cells: readonly (readonly string[])[], numeric: readonly number[] = []): void => {
    if (cells.length > 0) terminal.out(`${table(head, cells, numeric, terminal.columns)}\n`);
  };
  show(auditHead, rows.audits);
  show(weekHead, rows.weeks, [2, 4, 5, 6]);
  show(findingHead, rows.episodes, [5]);
  if (rows.more > 0) terminal.out(`and ${grouped(rows.more)} more findings: \`--json-file FILE\` has all of them\n`);
  for (const { fix, message, rule, severity } of series.findings) {
    terminal.out(`${terminal.style(['bold', colours[severity]], severity)} ${terminal.style('bold', rule)}: ${oneLine(message, 1000)}`);
    terminal.out(wrapped(fix, '   ', terminal.columns));
  }
  for (const { option, path } of reports) terminal.out(terminal.style('dim', `${option}: ${path}`));
  terminal.out(`\n${headline(outcome, terminal)}  ${rows.words}`);
}
