import { count } from '../../text/index.ts';
import type { Audit } from '../judge/audit.ts';
import { findingTable, fixedList, fixes, foot, head, openFindings, untested } from './markdown/sections.ts';
import { changeRow, changesHead, controlTotals, ruleTable, states } from './markdown/tables.ts';

/** Nobody reads a page with more rows than this: the CSV has them all. */
const mostRows = 5_000;

/** The audit as a page of markdown, to be kept next to the code. */
export async function* markdown(audit: Audit): AsyncGenerator<string> {
  yield head(audit);
  yield untested(audit, mostRows);
  yield states(audit);
  yield controlTotals(audit);
  yield findingTable(audit, mostRows);
  yield fixes(
    openFindings(audit).filter(({ accepted }) => accepted === null),
    mostRows,
  );
  yield fixedList(audit, mostRows);
  yield ruleTable(audit);
  if (audit.totals.changes > 0) yield `\n### Changes\n\n${changesHead}`;
  let rows = 0;
  for await (const change of audit.changes()) {
    rows += 1;
    if (rows > mostRows) break;
    yield changeRow(change);
  }
  const more = audit.totals.changes - mostRows;
  if (more > 0) yield `\n_${count(more, 'more change')}: the CSV report has all of them._\n`;
  yield foot(audit);
}
