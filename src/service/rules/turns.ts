/** What waits for its turn, each of some owner. */
export interface Turns<Item> {
  readonly add: (owner: string, item: Item) => void;
  /** One that has to go where more wait than may: the last one of whoever has most waiting. */
  readonly surplus: () => Item | undefined;
  /** The first one of the owner whose last turn is longest ago, of those owners who may have a turn. */
  readonly next: (may: (owner: string) => boolean) => readonly [owner: string, item: Item] | undefined;
}

/** A queue in which nobody has a second turn while another waits for the first, however many of theirs wait. */
export function openTurns<Item>(most: number): Turns<Item> {
  const waiting = new Map<string, Item[]>();
  /** Owners who had a turn, the last one at the end. */
  const served = new Set<string>();
  let count = 0;
  return {
    add(owner, item) {
      waiting.set(owner, [...(waiting.get(owner) ?? []), item]);
      count += 1;
    },
    surplus() {
      if (count <= most) return undefined;
      count -= 1;
      return [...waiting.values()].reduce((longest, each) => (each.length >= longest.length ? each : longest)).pop();
    },
    next(may) {
      const fresh = [...waiting.keys()].filter((owner) => !served.has(owner));
      const owner = [...fresh, ...served].find((each) => (waiting.get(each)?.length ?? 0) > 0 && may(each));
      if (owner === undefined) return undefined;
      const [item, ...rest] = waiting.get(owner) ?? [];
      if (item === undefined) return undefined;
      if (rest.length > 0) waiting.set(owner, rest);
      else waiting.delete(owner);
      count -= 1;
      served.delete(owner);
      served.add(owner);
      return [owner, item];
    },
  };
}
