/** How much is read at once: a record may be megabytes, and others wait meanwhile. */
const mostBytes = 1_000_000;
const mostItems = 100;

/** Cuts a list into pieces that are small enough to read at once, in order. A single item may be larger. */
export function* portions<Item extends { readonly bytes: number }>(items: Iterable<Item>): Iterable<readonly [Item, ...Item[]]> {
  let portion: [Item, ...Item[]] | undefined;
  let bytes = 0;
  for (const item of items) {
    if (portion !== undefined && portion.length < mostItems && bytes + item.bytes <= mostBytes) {
      portion.push(item);
      bytes += item.bytes;
      continue;
    }
    if (portion !== undefined) yield portion;
    [portion, bytes] = [[item], item.bytes];
  }
  if (portion !== undefined) yield portion;
}
