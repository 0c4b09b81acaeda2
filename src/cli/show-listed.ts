import type { Listed, ListedOf, Shown, ShownOf } from '../commands/index.ts';
import {
  approverColumns,
  differenceColumns,
  differenceRows,
  entryColumns,
  foundColumns,
  foundTrailColumns,
  listColumns,
  localTime,
  overridesAmong,
  overridesOf,
  runningColumns,
  shownFields,
  trailEntries,
  type Column,
  type ListedItems,
  type ShownItems,
} from '../presentation/index.ts';
import { statePainted } from './styled.ts';
import { table } from './table.ts';
import { wrapped, type Terminal } from './terminal.ts';

export function showListed(listed: Listed, terminal: Terminal): void {
  if (listed.items.length === 0) return terminal.err('There are none');
  terminal.out(listTable(listed, terminal));
  if (listed.resource === 'attestations') showLines(overridesAmong(listed.items, localTime), terminal);
}

function listTable<Resource extends keyof ListedItems>({ items, resource }: ListedOf<Resource>, terminal: Terminal): string {
  return columns(listColumns[resource], items, terminal);
}

export function showItem(shown: Shown, terminal: Terminal): void {
  for (const line of factsOf(shown, terminal)) terminal.out(line);
  const more = longParts(shown, terminal);
  if (more !== '') terminal.out(`\n${more}`);
  if (shown.resource === 'trail' || shown.resource === 'artifact' || shown.resource === 'attestation')
    showLines(overridesOf(shown.item, localTime), terminal);
}

function showLines(lines: readonly string[], terminal: Terminal): void {
  if (lines.length > 0) terminal.out('');
  for (const line of lines) terminal.out(wrapped(line, '', terminal.columns));
}

function longParts(shown: Shown, terminal: Terminal): string {
  switch (shown.resource) {
    case 'approval':
      return columns(approverColumns, shown.item.approvals ?? [], terminal);
    case 'flow':
      return shown.item.template?.trimEnd() ?? '';
    case 'policy':
      return shown.item.versions?.at(-1)?.policy_yaml?.trimEnd() ?? '';
    case 'trail':
      return columns(entryColumns, trailEntries(shown.item), terminal);
    case 'search':
      return [columns(foundColumns, shown.item.artifacts, terminal), columns(foundTrailColumns, shown.item.trails ?? [], terminal)]
        .filter((part) => part !== '')
        .join('\n\n');
    case 'type':
      return JSON.stringify(shown.item.versions?.[0] ?? {}, null, 2);
    case 'snapshot':
      return columns(runningColumns, shown.item.artifacts, terminal);
    case 'difference':
      return columns(differenceColumns, differenceRows(shown.item), terminal);
    case 'environment':
    case 'artifact':
    case 'attestation':
    case 'default organization':
    case 'notification':
      return '';
  }
}

function columns<Item>(of: readonly Column<Item>[], items: readonly Item[], terminal: Terminal): string {
  if (items.length === 0) return '';
  const rows = items.map((item) => of.map(({ cell }) => cell(item)));
  return table(
    of.map(({ head }) => head),
    rows,
    [],
    terminal.columns,
    [...of.keys()].filter((column) => of[column]?.isWhole === true),
    (text, row, column) => statePainted(of[column]?.head, text, terminal, rows[row]?.[column]),
  );
}

function factsOf<Resource extends keyof ShownItems>({ item, resource }: ShownOf<Resource>, terminal: Terminal): readonly string[] {
  const facts = shownFields[resource].map(({ cell, head }) => [head, cell(item)] as const).filter(([, text]) => text !== '');
  const width = Math.max(...facts.map(([head]) => head.length));
  return facts.map(([head, text]) => `${head.padEnd(width)}  ${statePainted(head, text, terminal)}`);
}

export function itemsJson(result: Listed | Shown): Readonly<Record<string, unknown>> {
  if (result.kind === 'listed') return { [result.resource]: result.items };
  return result.resource === 'default organization' ? { default_organization: result.item.name ?? null } : result.item;
}
