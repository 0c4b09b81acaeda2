/** Arguments of any list of GitHub. */
export interface PageArguments {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
}

/** A page that a test took out of a list. */
export interface MissingPage {
  readonly page: number;
  readonly how: 'end' | 'skip';
}

/** A page of a list as GitHub shows it. `totalCount` counts the whole list. */
export function connection<Item>(
  all: readonly Item[],
  args: PageArguments,
  missing: MissingPage | undefined,
  shown: (item: Item) => unknown,
): object {
  const size = args.first ?? args.last ?? 100;
  const after = placeAfter(args);
  const before = isNone(args.before) ? all.length : placeOf(args.before);
  let [start, end] = isNone(args.last) ? [after, Math.min(after + size, before)] : [Math.max(after, before - size), before];
  let last = all.length;
  if (missing !== undefined) {
    // The first page may be shorter than those after it.
    const page = Math.ceil(start / size) + 1;
    if (missing.how === 'skip' && page === missing.page) [start, end] = [start + size, Math.min(end + size, before)];
    else if (missing.how === 'end' && page === missing.page - 1) last = end;
    else if (missing.how === 'end' && page >= missing.page) last = end = start;
  }
  const items = all.slice(start, end);
  return {
    totalCount: all.length,
    nodes: items.map(shown),
    edges: items.map((item, index) => ({ cursor: cursorOf(start + index), node: shown(item) })),
    pageInfo: {
      hasNextPage: end < last,
      hasPreviousPage: start > 0,
      startCursor: items.length === 0 ? null : cursorOf(start),
      endCursor: items.length === 0 ? null : cursorOf(end - 1),
    },
  };
}

/** The place where a page begins. */
export function placeAfter({ after }: PageArguments): number {
  return isNone(after) ? 0 : placeOf(after) + 1;
}

/** Opaque to those who ask. */
function cursorOf(place: number): string {
  return Buffer.from(`cursor:v2:${place}`).toString('base64');
}

function placeOf(cursor: string): number {
  return Number(Buffer.from(cursor, 'base64').toString('utf8').replace('cursor:v2:', ''));
}

/** An argument that is left out may also be a null. */
export function isNone(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
