const atOnce = 4;

/** Asks for each item, a few at a time. Returns the answers in the order of the items. */
export async function inTurns<Item, Result>(items: readonly Item[], ask: (item: Item) => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += atOnce)
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(ask))));
  return results;
}
