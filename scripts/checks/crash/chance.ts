/** The choices of a run: the same seed makes the same ones. When something happens is up to the machine all the same. */
export interface Chance {
  /** From 0 up to 1. */
  readonly random: () => number;
  /** A whole number below `count`. */
  readonly below: (count: number) => number;
  /** Whether something happens that happens in `share` of all cases. */
  readonly isLucky: (share: number) => boolean;
  readonly oneOf: <Item>(items: readonly [Item, ...Item[]]) => Item;
}

export function chanceOf(random: () => number): Chance {
  const below = (count: number): number => Math.floor(random() * count);
  return {
    random,
    below,
    isLucky: (share) => random() < share,
    oneOf: (items) => items[below(items.length)] ?? items[0],
  };
}
