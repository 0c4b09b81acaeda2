/** How many are asked for at a time. */
const atOnce = 4;

/** Asks for each, a few at a time; what comes of them, in their order. */
export async function inTurns<Item, Result>(items: readonly Item[], ask: (item: Item) => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += atOnce)
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(ask))));
  return results;
}
