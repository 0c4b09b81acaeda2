import type { Listed, Shown } from '../commands/index.ts';
import { entryColumns, flowColumns, flowFields, trailColumns, trailEntries, trailFields, type Column } from '../presentation/index.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

/** Shows a listing as a table. */
export function showListed(listed: Listed, terminal: Terminal): void {
  if (listed.items.length === 0) return terminal.err('There are none');
  switch (listed.resource) {
    case 'flows':
      return terminal.out(columns(flowColumns, listed.items));
    case 'trails':
      return terminal.out(columns(trailColumns, listed.items));
  }
}

/** Shows one item, a fact a line, and what belongs to it behind. */
export function showItem(shown: Shown, terminal: Terminal): void {
  switch (shown.resource) {
    case 'flow': {
      const { template } = shown.item;
      for (const line of facts(flowFields, shown.item)) terminal.out(line);
      if (typeof template === 'string') terminal.out(`\n${template.trimEnd()}`);
      return;
    }
    case 'trail': {
      const entries = trailEntries(shown.item);
      for (const line of facts(trailFields, shown.item)) terminal.out(line);
      if (entries.length > 0) terminal.out(`\n${columns(entryColumns, entries)}`);
    }
  }
}

function columns<Item>(of: readonly Column<Item>[], items: readonly Item[]): string {
  return table(
    of.map(({ head }) => head),
    items.map((item) => of.map(({ cell }) => cell(item))),
  );
}

function facts<Item>(fields: readonly Column<Item>[], item: Item): readonly string[] {
  const width = Math.max(...fields.map(({ head }) => head.length));
  return fields
    .map(({ cell, head }) => [head, cell(item)] as const)
    .filter(([, text]) => text !== '')
    .map(([head, text]) => `${head.padEnd(width)}  ${text}`);
}
