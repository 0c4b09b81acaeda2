import type { Audit } from '../judge/audit.ts';
import { row } from './csv/cell.ts';
import { changeColumns } from './csv/columns.ts';

/**
 * All changes as a table, one a row, by RFC 4180. It begins with the mark of UTF-8: without that Excel reads it by the code
 * page of the machine.
 */
export async function* csv(audit: Audit): AsyncGenerator<string> {
  yield `\uFEFF${row(changeColumns.map(({ name }) => name))}`;
  for await (const change of audit.changes()) yield row(changeColumns.map(({ cell }) => cell(change)));
}
