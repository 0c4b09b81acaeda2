import type { Listed, Shown } from '../commands/index.ts';
import { flowColumns, flowFields, type Column } from '../presentation/index.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

/** Shows a listing as a table. */
export function showListed({ items }: Listed, terminal: Terminal): void {
  if (items.length === 0) return terminal.err('There are none');
  terminal.out(
    table(
      flowColumns.map(({ head }) => head),
      items.map((item) => flowColumns.map(({ cell }) => cell(item))),
    ),
  );
}

/** Shows one item, a fact a line. */
export function showItem({ item }: Shown, terminal: Terminal): void {
  for (const line of lines(flowFields, item)) terminal.out(line);
  if (typeof item.template === 'string') terminal.out(`\n${item.template.trimEnd()}`);
}

function lines<Item>(fields: readonly Column<Item>[], item: Item): readonly string[] {
  const width = Math.max(...fields.map(({ head }) => head.length));
  return fields
    .map(({ cell, head }) => [head, cell(item)] as const)
    .filter(([, text]) => text !== '')
    .map(([head, text]) => `${head.padEnd(width)}  ${text}`);
}
