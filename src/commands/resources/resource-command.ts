import type { Call } from '../../client/index.ts';
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
import type { ListedItems, ShownItems } from '../../presentation/index.ts';
import { describeCommand, type Command } from '../run/command.ts';
import { listAll, lookUp } from '../run/connect.ts';
import type { RunContext } from '../run/context.ts';
import type { Applied, ListedOf, ShownOf } from '../run/result.ts';

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

export function listCommand<Resource extends keyof ListedItems, Asked extends object, Name extends string = never>({
  items,
  resource,
  ...parts
}: Parts<Asked, Name> & { readonly resource: Resource; readonly items: Work<Asked, ListedOf<Resource>['items']> }) {
  return lookupCommand({
    ...parts,
    run: async (...asked): Promise<ListedOf<Resource>> => ({ kind: 'listed', resource, items: await items(...asked) }),
  });
}

export function pagedCommand<Resource extends keyof ListedItems, Asked extends object, Name extends string = never>({
  fields,
  items,
  options = [],
  ...parts
}: Parts<Asked, Name> & {
  readonly resource: Resource;
  readonly items: (...asked: Parameters<Work<Asked, unknown>>) => AsyncIterable<ListedItems[Resource]>;
}) {
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

export function getCommand<Resource extends keyof ShownItems, Asked extends object, Name extends string = never>({
  item,
  resource,
  ...parts
}: Parts<Asked, Name> & { readonly resource: Resource; readonly item: Work<Asked, ShownItems[Resource]> }) {
  return lookupCommand({
    ...parts,
    run: async (...asked): Promise<ShownOf<Resource>> => ({ kind: 'shown', resource, item: await item(...asked) }),
  });
}

export function changeCommand<Outcome, Asked extends object, Name extends string>(
  parts: Parts<Asked, Name> & { readonly run: Work<Asked, Outcome> },
) {
  return organizationCommand(requiredForConnection, readConnection, parts);
}

export function applyCommand<Asked extends object, Name extends string>({
  apply,
  resource,
  sends,
  ...parts
}: Parts<Asked, Name> & {
  readonly resource: Applied['resource'];
  /** In words, for a user who stops it meanwhile. */
  readonly sends: (asked: Asked) => string;
  readonly apply: Work<Asked, Pick<Applied, 'name' | 'change' | 'secrets'>>;
}) {
  return changeCommand({
    ...parts,
    async run(call, asked, context): Promise<Applied> {
      context.sent.begin(sends(asked));
      return { kind: 'applied', resource, ...(await apply(call, asked, context)) };
    },
  });
}
