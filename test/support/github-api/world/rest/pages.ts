import type { MissingPage } from '../graphql/connection.ts';

/** A request, with everything that decides about its page. */
export interface Asked {
  readonly url: URL;
  readonly missing: MissingPage | undefined;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The header `link`, where there is another page. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A page by its number, as most lists have it. */
export function numbered<Item>(all: readonly Item[], { missing, url }: Asked): Page<Item> {
  const size = sizeOf(url);
  const asked = Number(url.searchParams.get('page') ?? '1');
  const page = missing?.how === 'skip' && asked >= missing.page ? asked + 1 : asked;
  const items = all.slice((page - 1) * size, page * size);
  const isLast = page * size >= all.length || (missing?.how === 'end' && asked + 1 >= missing.page);
  return {
    items: missing?.how === 'end' && asked >= missing.page ? [] : items,
    headers: isLast ? {} : next(url, { page: String(asked + 1) }),
  };
}

/** A page by cursors, as the list of activities has them. */
export function byCursor<Item>(all: readonly Item[], { missing, url }: Asked, idOf: (item: Item) => number): Page<Item> {
  const size = sizeOf(url);
  const place = (name: string): number | undefined => {
    const cursor = url.searchParams.get(name);
    return cursor === null ? undefined : all.findIndex((item) => cursorOf(idOf(item)) === cursor);
  };
  const [after, before] = [place('after'), place('before')];
  let start = after === undefined ? 0 : after + 1;
  if (before !== undefined) start = Math.max(0, before - size);
  let end = Math.min(all.length, start + size, before ?? all.length);
  if (missing?.how === 'end') end = Math.min(end, Math.max(start, (missing.page - 1) * size));
  const items = all.slice(start, end);
  const last = missing?.how === 'skip' && end === (missing.page - 1) * size ? all[Math.min(end + size, all.length) - 1] : items.at(-1);
  const isLast = end >= all.length || (missing?.how === 'end' && end >= (missing.page - 1) * size);
  return { items, headers: isLast || last === undefined ? {} : next(url, { after: cursorOf(idOf(last)) }) };
}

function sizeOf(url: URL): number {
  return Math.min(Number(url.searchParams.get('per_page') ?? '30'), 100);
}

/** Opaque to those who ask. */
function cursorOf(id: number): string {
  return Buffer.from(`cursor:v2:${id}`).toString('base64url');
}

function next(url: URL, parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const there = new URL(url);
  for (const [name, value] of Object.entries(parameters)) there.searchParams.set(name, value);
  return { link: `<${there.href}>; rel="next"` };
}
