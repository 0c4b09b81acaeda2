import type { Call, SigningSecret } from '../../client/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  limitOption,
  readConnection,
  readLookup,
  requiredForConnection,
  requiredToLookUp,
  uses,
  type LookupSettings,
  type NamesOf,
  type OptionReader,
  type OptionSpec,
  type OptionUse,
} from '../../options/index.ts';
import { given } from '../../text/index.ts';
import { describeCommand, type Command } from '../run/command.ts';
import { listAll, lookUp } from '../run/connect.ts';
import type { RunContext } from '../run/context.ts';
import type { Shown, ShownPart } from '../run/view.ts';

interface Parts<Asked extends object, Name extends string> extends Pick<Command, 'name' | 'summary' | 'examples'> {
  readonly options?: readonly Named<Name>[];
  /** Each field by itself, so that all complaints come at once. */
  readonly fields: (read: OptionReader<Name>) => Fields<Asked> | Promise<Fields<Asked>>;
}

type Named<Name extends string> = OptionUse<OptionSpec & { readonly name: Name }>;
type ConnectionOption = NamesOf<typeof connectionOptions>;

type Fields<Asked> = { readonly [Key in keyof Asked]: () => Asked[Key] };

type Work<Asked, Outcome> = (call: Call, asked: Asked & { readonly org: string }, context: RunContext) => Promise<Outcome>;

function organizationCommand<Outcome, Asked extends object, Name extends string>(
  required: readonly ConnectionOption[],
  readService: (read: OptionReader<ConnectionOption>) => LookupSettings,
  { fields, options = [], run, ...texts }: Parts<Asked, Name> & { readonly run: Work<Asked, Outcome> },
) {
  const all: readonly Named<Name | ConnectionOption>[] = [...options, ...uses(connectionOptions, required)];
  return describeCommand({
    ...texts,
    options: all,
    outputs: [],
    async read(read) {
      const asked = await fields(read);
      return allOrComplaints({ service: () => readService(read), asked: () => allOrComplaints<Asked>(asked) });
    },
    run: ({ asked, service }, context) => lookUp(service, 0, context, (call, org) => run(call, { ...asked, org }, context)),
  });
}

/** It only looks something up, so the organization may be the caller's default one. */
export function lookupCommand<Outcome, Asked extends object = object, Name extends string = never>(
  parts: Parts<Asked, Name> & { readonly run: Work<Asked, Outcome> },
) {
  return organizationCommand(requiredToLookUp, readLookup, parts);
}

export interface Column<Item, Head extends string = string> {
  readonly head: Head;
  /** Foreign text as it came; empty where nothing is known. */
  readonly cell: (item: Item) => string | number | null | undefined;
  /** People copy it, so a narrow terminal does not cut it. */
  readonly isWhole?: boolean;
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
  const whole = [...columns.keys()].filter((column) => columns[column]?.isWhole === true);
  return [{ head: columns.map(({ head }) => head), rows: items.map((item) => columns.map((column) => textIn(column, item))), whole }];
}

function textIn<Item>({ cell }: Column<Item>, item: Item): string {
  return String(cell(item) ?? '');
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

interface ListParts<Item> {
  /** As programs find the items. */
  readonly resource: string;
  readonly columns: readonly Column<Item>[];
}

export function listCommand<Item, Asked extends object, Name extends string = never>({
  columns,
  items,
  more,
  resource,
  ...parts
}: Parts<Asked, Name> &
  ListParts<Item> & {
    readonly items: Work<Asked, readonly Item[]>;
    readonly more?: (items: readonly Item[]) => readonly ShownPart[];
  }) {
  return lookupCommand({ ...parts, run: async (...asked) => showList(resource, columns, await items(...asked), more) });
}

export function pagedCommand<Item, Asked extends object, Name extends string = never>({
  fields,
  items,
  options = [],
  ...parts
}: Parts<Asked, Name> & ListParts<Item> & { readonly items: (...asked: Parameters<Work<Asked, unknown>>) => AsyncIterable<Item> }) {
  const all: readonly Named<Name | 'limit'>[] = [...options, ...uses([limitOption])];
  return listCommand({
    ...parts,
    options: all,
    async fields(read) {
      const asked = await fields(read);
      return { asked: () => allOrComplaints<Asked>(asked), limit: () => read.count('limit') };
    },
    items: (call, { asked, limit, org }, context) => listAll(items(call, { ...asked, org }, context), limit, context),
  });
}

export function getCommand<Item extends object, Asked extends object, Name extends string = never>({
  facts,
  item,
  more,
  ...parts
}: Parts<Asked, Name> & {
  readonly facts: readonly Column<Item>[];
  readonly item: Work<Asked, Item>;
  readonly more?: (item: Item) => readonly ShownPart[];
}) {
  return lookupCommand({ ...parts, run: async (...asked) => showItem(facts, await item(...asked), more) });
}

export function changeCommand<Outcome, Asked extends object, Name extends string>(
  parts: Parts<Asked, Name> & { readonly run: Work<Asked, Outcome> },
) {
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
    parts: [`${resource.charAt(0).toUpperCase()}${resource.slice(1)} ${name} ${change}`, ...told],
    json: {
      [resource.replaceAll(' ', '_')]: name,
      change,
      ...given({ signing_secrets: secrets && Object.fromEntries(secrets.map(({ secret, target }) => [target, secret])) }),
    },
  };
}

export function applyCommand<Asked extends object, Name extends string>({
  apply,
  resource,
  sends,
  ...parts
}: Parts<Asked, Name> & {
  readonly resource: string;
  /** In words, for a user who stops it meanwhile. */
  readonly sends: (asked: Asked) => string;
  readonly apply: Work<Asked, Change>;
}) {
  return changeCommand({
    ...parts,
    async run(call, asked, context) {
      context.sent.begin(sends(asked));
      return showChange(resource, await apply(call, asked, context));
    },
  });
}
