import type { Call, SigningSecret } from '../../client/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  later,
  readConnection,
  readLookup,
  readUses,
  requiredForConnection,
  requiredToLookUp,
  uses,
  webOption,
} from '../../options/index.ts';
import type { LookupSettings, NamesOf, OptionReader, OptionUse, SettingsOfUses } from '../../options/index.ts';
import { localTime, utcTime } from '../../presentation/index.ts';
import { capital, given, stringAt } from '../../text/index.ts';
import { describeCommand, type Command } from '../run/command.ts';
import { lookUp } from '../run/connect.ts';
import type { RunContext } from '../run/context.ts';
import type { Shown, ShownPart } from '../run/result.ts';

export interface Parts<Use extends OptionUse> extends Pick<Command, 'name' | 'summary' | 'examples'> {
  readonly options?: readonly Use[];
}

type ConnectionOption = NamesOf<typeof connectionOptions>;

export type Work<Use extends OptionUse, Outcome> = (call: Call, asked: Asked<Use>, context: RunContext) => Promise<Outcome>;

export type Asked<Use extends OptionUse> = SettingsOfUses<Use> & { readonly org: string };

function organizationCommand<Outcome, Use extends OptionUse>(
  required: readonly ConnectionOption[],
  readService: (read: OptionReader<ConnectionOption>) => LookupSettings,
  { options = [], run, ...texts }: Parts<Use> & { readonly run: Work<Use, Outcome> },
) {
  const all: readonly OptionUse[] = [...options, ...uses(connectionOptions, required)];
  return describeCommand({
    ...texts,
    options: all,
    outputs: [],
    async read(read) {
      const asked = await later(readUses(read, options));
      return allOrComplaints({ service: () => readService(read), asked });
    },
    run: ({ asked, service }, context) => lookUp(service, 0, context, (call, org) => run(call, { ...asked, org }, context)),
  });
}

/** It only looks something up, so the organization may be the caller's default one. */
export function lookupCommand<Outcome, Use extends OptionUse = never>(parts: Parts<Use> & { readonly run: Work<Use, Outcome> }) {
  return organizationCommand(requiredToLookUp, readLookup, parts);
}

export interface Column<Item, Head extends string = string> {
  readonly head: Head;
  /** Foreign text as it came, or of a time its Unix seconds, or a word in place of one; empty where nothing is known. */
  readonly cell: (item: Item) => string | number | null | undefined;
  readonly isTime?: boolean;
  /** People copy it, so a narrow terminal does not cut it. */
  readonly isWhole?: boolean;
  /** Digits that a table shows of a SHA. */
  readonly digits?: number;
}

export function columnsOf<Item, Head extends string>(
  fields: readonly Column<Item, Head>[],
  ...heads: readonly NoInfer<Head>[]
): readonly Column<Item>[] {
  return heads.flatMap((head) =>
    fields.filter((field) => field.head === head).map((field) => ({ ...field, head: field.head.toUpperCase() })),
  );
}

/** No part where there are no items. */
export function tableOf<Item>(columns: readonly Column<Item>[], items: readonly Item[]): readonly ShownPart[] {
  if (items.length === 0) return [];
  const which = (is: (column: Column<Item>) => boolean | undefined): readonly number[] =>
    columns.flatMap((column, index) => (is(column) === true ? [index] : []));
  return [
    {
      head: columns.map(({ head }) => head),
      rows: items.map((item) => columns.map((column) => shortTextIn(column, item))),
      whole: which(({ isWhole }) => isWhole),
      times: which(({ isTime }) => isTime),
    },
  ];
}

function textIn<Item>({ cell, isTime }: Column<Item>, item: Item): string {
  const value = cell(item);
  return isTime === true && Number(value) > 0 ? localTime(value) : String(value ?? '');
}

function shortTextIn<Item>(column: Column<Item>, item: Item): string {
  const text = textIn(column, item);
  return column.digits !== undefined && /^[0-9a-f]{40,64}$/.test(text) ? text.slice(0, column.digits) : text;
}

/** With the names of the columns, and times in ISO 8601. */
export function exactRows<Item>(columns: readonly Column<Item>[], items: readonly Item[]): readonly (readonly string[])[] {
  const exact = (column: Column<Item>, item: Item): string =>
    column.isTime === true ? utcTime(column.cell(item)).replace(/ (.*) UTC$/, 'T$1Z') : textIn(column, item);
  const names = columns.map(({ head }) => head.toLowerCase().replaceAll(' ', '_'));
  return [names, ...items.map((item) => columns.map((column) => exact(column, item)))];
}

/** Parts with a blank line before them, where there are any. */
export function apart(parts: readonly ShownPart[]): readonly ShownPart[] {
  return parts.length === 0 ? [] : ['', ...parts];
}

/** As it is, without the end of its last line. */
export function textApart(text: string | null | undefined): readonly ShownPart[] {
  return apart([text?.trimEnd() ?? ''].filter((part) => part !== ''));
}

export function sentencesApart(sentences: readonly string[]): readonly ShownPart[] {
  return apart(sentences.map((text) => ({ sentences: text })));
}

export function showItem<Item extends object>(
  facts: readonly Column<Item>[],
  item: Item,
  more: (item: Item) => readonly ShownPart[] = () => [],
): Shown {
  const known = facts.map((column) => [column.head, textIn(column, item)] as const).filter(([, text]) => text !== '');
  return { kind: 'shown', parts: [{ facts: known }, ...more(item)], json: item };
}

export function showList<Item>(
  resource: string,
  columns: readonly Column<Item>[],
  items: readonly Item[],
  more: (items: readonly Item[]) => readonly ShownPart[] = () => [],
): Shown {
  const table = tableOf(columns, items);
  const parts = table.length === 0 ? [{ text: 'There are none', isRemark: true } as const] : [...table, ...more(items)];
  return { kind: 'shown', parts, json: { [resource]: items } };
}

export function getCommand<Item extends object, Use extends OptionUse = never>({
  facts,
  item,
  more,
  options = [],
  ...parts
}: Parts<Use> & {
  readonly facts: readonly Column<Item>[];
  readonly item: Work<Use, Item>;
  readonly more?: (item: Item) => readonly ShownPart[];
}) {
  const page = facts.find(({ head }) => head === 'Page');
  return lookupCommand({
    ...parts,
    options: [...options, ...(page === undefined ? [] : uses([webOption]))],
    async run(call, asked, context): Promise<Shown> {
      const found = await item(call, asked, context);
      return { ...showItem(facts, found, more), ...(asked.web && page !== undefined ? { page: textIn(page, found) } : {}) };
    },
  });
}

export function changeCommand<Outcome, Use extends OptionUse>(parts: Parts<Use> & { readonly run: Work<Use, Outcome> }) {
  return organizationCommand(requiredForConnection, readConnection, parts);
}

export interface Change {
  readonly name: string;
  /** In one word, or a few. */
  readonly change: string;
  /** The service shows them once. Each names the part that it is for. */
  readonly secrets?: readonly SigningSecret[];
}

export function showChange(resource: string, { change, name, secrets }: Change): Shown {
  const told = secrets?.map(({ secret, target }) => `Signing secret of ${target}, shown this once: ${secret}`) ?? [];
  return {
    kind: 'shown',
    parts: [`${capital(resource)} ${name} ${change}`, ...told],
    json: {
      [resource.replaceAll(' ', '_')]: name,
      change,
      ...given({ signing_secrets: secrets && Object.fromEntries(secrets.map(({ secret, target }) => [target, secret])) }),
    },
  };
}

export function applyCommand<Use extends OptionUse>({
  apply,
  resource,
  sends,
  ...parts
}: Parts<Use> & {
  readonly resource: string;
  /** In words, for a user who stops it meanwhile; by default the resource and its name. */
  readonly sends?: (asked: Asked<Use>) => string;
  readonly apply: Work<Use, Change>;
}) {
  return changeCommand({
    ...parts,
    async run(call, asked, context) {
      context.sent.begin(sends?.(asked) ?? `${resource} ${stringAt(asked, 'name')}`);
      return showChange(resource, await apply(call, asked, context));
    },
  });
}
