/** The same seed makes the same choices. When something happens still depends on the machine. */
export interface Chance {
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly below: (count: number) => number;
  /** True in `share` of all cases. */
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
