import { setImmediate } from 'node:timers/promises';
import { everyItem, type Call, type ListPage } from '../../client/index.ts';
import { limits } from '../../contract/limits.ts';
import { wrongUse } from '../../errors/index.ts';
import {
  formatOption,
  limitOption,
  ofCommitOptions,
  stateOption,
  timeOptions,
  uses,
  webOption,
  type OptionUse,
  type SettingsOfUses,
} from '../../options/index.ts';
import { count, grouped, stringAt } from '../../text/index.ts';
import type { RunContext } from '../run/context.ts';
import type { Shown, ShownPart } from '../run/result.ts';
import { exactRows, lookupCommand, showList, type Asked, type Column, type Parts } from './resource-command.ts';

/** All listed items are in memory at once, and some are large. */
export const listLimit = 10_000;

/** Items that are looked at for those that a filter of ours lets through, where a list has a limit. */
const mostLooked = 2_000;

const portion = 100;

/** All items; or a way to read them page by page, which tells how many the service says that there are. */
type Listing<Item> = readonly Item[] | PagedListing<Item>;
type PagedListing<Item> = (perPage: number, tell: (total: number | undefined) => void) => AsyncIterable<Item>;

export type PageQuery = Readonly<Record<'page' | 'per_page', number>>;

/** `keyOf` tells items apart. */
export function pagesOf<Item>(
  call: Pick<Call, 'onNotice'>,
  read: (query: PageQuery) => Promise<ListPage<Item>>,
  keyOf: (item: Item) => string,
): PagedListing<Item> {
  return (perPage, tell) => {
    const readPage = async (page: number, per_page: number): Promise<ListPage<Item>> => {
      const answer = await read({ page, per_page });
      const total = answer.pagination?.total;
      tell(typeof total === 'number' ? total : undefined);
      return answer;
    };
    return everyItem(call, readPage, keyOf, perPage);
  };
}

interface Taken<Item> {
  readonly items: readonly Item[];
  /** How many more there are; `null` where there are more, and nobody knows how many. */
  readonly more: number | null;
  readonly looked: number;
  /** As the service tells it. */
  readonly total: number | undefined;
}

/** The first that are wanted; a limit of 0 is none. @throws {UsageError} where there are too many: a part would be taken for all. */
export async function takeItems<Item>(
  listing: Listing<Item>,
  { keep, limit }: { readonly limit: number; readonly keep: ((item: Item) => boolean) | undefined },
  { report }: Pick<RunContext, 'report'>,
): Promise<Taken<Item>> {
  let total: number | undefined;
  const perPage = keep === undefined && limit > 0 ? Math.min(limit, limits.pageSize) : limits.pageSize;
  const all = typeof listing === 'function' ? listing(perPage, (told) => (total = told)) : listing;
  const items: Item[] = [];
  const most = limit === 0 || keep === undefined ? Infinity : mostLooked;
  let looked = 0;
  for await (const item of all) {
    if (looked === most || (limit > 0 && items.length === limit)) return { items, more: null, looked, total };
    looked += 1;
    if (keep?.(item) !== false) items.push(item);
    if (items.length > listLimit) {
      throw wrongUse(
        `There are more than ${grouped(listLimit)}, and so many are not listed at once`,
        `Narrow the listing, or give limit: at most ${listLimit}`,
      );
    }
    // The service says how many there are: the next page is not read for that.
    if (items.length === limit && keep === undefined && total !== undefined)
      return { items, more: Math.max(total - limit, 0), looked, total };
    if (looked % portion !== 0) continue;
    report({ kind: 'progress', message: `Read ${grouped(looked)} so far`, steps: { done: looked, of: limit === 0 ? total : undefined } });
    await setImmediate();
  }
  return { items, more: 0, looked, total };
}

/** Facts of an item that a list is narrowed by. A list without one of them has no such option. */
interface Facets<Item> {
  /** All of them, in lower case; `state` may be in any case. */
  readonly states?: readonly string[];
  readonly state?: (item: Item) => string | null | undefined;
  /** Unix seconds. */
  readonly begun?: (item: Item) => string | number | null | undefined;
  /** The facts of the commit that it is about. */
  readonly commit?: (item: Item) => unknown;
  /** For a list that has options `name` and `type`. */
  readonly name?: (item: Item) => string;
  readonly type?: (item: Item) => string | null | undefined;
}

function narrowingUses<Item>({ begun, commit, states }: Facets<Item>) {
  return uses([...(states ? [stateOption(states)] : []), ...(begun ? timeOptions : []), ...(commit ? ofCommitOptions : [])]);
}

type Narrowing = Partial<SettingsOfUses<ReturnType<typeof narrowingUses>[number]>> & { readonly name?: unknown; readonly type?: unknown };

/** The service may not know a filter, so the items are always looked at here. `undefined`: all are wanted. */
function filterOf<Item>(
  facets: Facets<Item>,
  { author, branch, name, since, state = [], type, until }: Narrowing,
): ((item: Item) => boolean) | undefined {
  const begun = (item: Item): number => Number(facets.begun?.(item) ?? Number.NaN);
  const said = (item: Item, field: string): string => stringAt(facets.commit?.(item), field)?.trim() ?? '';
  const authors = (item: Item): readonly string[] => {
    const [, name = '', address = ''] = /^(.*?)\s*(?:<([^<>]*)>)?$/s.exec(said(item, 'author')) ?? [];
    return [name, address, said(item, 'author_username'), said(item, 'author')].map((text) => text.toLowerCase());
  };
  const tests = [
    state.length > 0 && ((item: Item) => state.includes(facets.state?.(item)?.toLowerCase().replaceAll('_', '-') ?? '')),
    facets.begun !== undefined && since !== undefined && ((item: Item) => begun(item) >= since),
    until !== undefined && ((item: Item) => begun(item) < until),
    facets.name !== undefined && name !== undefined && ((item: Item) => facets.name?.(item) === name),
    facets.type !== undefined && type !== undefined && ((item: Item) => facets.type?.(item) === type),
    branch !== undefined && ((item: Item) => said(item, 'branch') === branch),
    author !== undefined && ((item: Item) => authors(item).includes(author.toLowerCase())),
  ].filter((test) => test !== false);
  return tests.length === 0 ? undefined : (item) => tests.every((test) => test(item));
}

interface ListParts<Item, Use extends OptionUse> extends Parts<Use> {
  /** As programs find the items. */
  readonly resource: string;
  readonly columns: readonly Column<Item>[] | ((asked: Asked<Use>) => readonly Column<Item>[]);
  readonly facets?: Facets<Item>;
  /** All, or page by page. */
  readonly items: (call: Call, asked: Asked<Use> & Narrowing, context: RunContext) => Promise<Listing<Item>>;
  readonly more?: (items: readonly Item[]) => readonly ShownPart[];
  /** The page of the list, from what the service says of an item. */
  readonly page?: (item: Item) => string | undefined;
}

export function listCommand<Item, Use extends OptionUse = never>({
  columns,
  facets = {},
  items: itemsOf,
  more,
  options = [],
  page,
  resource,
  ...parts
}: ListParts<Item, Use>) {
  const web = page === undefined ? [] : uses([webOption]);
  return lookupCommand({
    ...parts,
    options: [...options, ...narrowingUses(facets), ...uses([limitOption, formatOption]), ...web],
    async run(call, asked, context): Promise<Shown> {
      const keep = filterOf(facets, asked);
      const taken = await takeItems(await itemsOf(call, asked, context), { keep, limit: asked.limit }, context);
      if (taken.more !== 0) context.report({ kind: 'notice', message: restWords(taken, keep !== undefined) });
      const { items } = taken;
      const shown = typeof columns === 'function' ? columns(asked) : columns;
      const { json, parts: printed } = showList(resource, shown, items, more);
      const listed = { form: asked.format, items, rows: () => exactRows(shown, items) };
      const [first] = items;
      return {
        kind: 'shown',
        // Nobody knows that there are none.
        parts: items.length === 0 && taken.more !== 0 ? [] : printed,
        json: { ...json, more: taken.more },
        listed,
        page: asked.web && first ? page?.(first) : undefined,
      };
    },
  });
}

function restWords({ items, looked, more, total }: Awaited<ReturnType<typeof takeItems>>, isFiltered: boolean): string {
  if (!isFiltered) return `${more === null ? 'There are more' : `There are ${grouped(more)} more`}: --limit 0 lists all`;
  const among = `among the first ${grouped(looked)}${total === undefined ? '' : ` of ${grouped(total)}`}`;
  return `${count(items.length, 'match', 'matches')} ${among}; the rest was not looked at: --limit 0 looks at all`;
}
