/** Lets all else that waits go first, between the steps of a request that may be large: others wait for one step, not for all. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Items that wait for their turn; each belongs to an owner. */
export interface Turns<Item> {
  readonly add: (owner: string, item: Item) => void;
  /** The item to drop if too many wait: the last one of the owner with most waiting. */
  readonly surplus: () => Item | undefined;
  /** The first item of the owner whose last turn is longest ago, among the owners who may have a turn. */
  readonly next: (may: (owner: string) => boolean) => readonly [owner: string, item: Item] | undefined;
}

/** A queue in which no owner has a second turn while another waits for the first one, however many of their items wait. */
export function openTurns<Item>(most: number): Turns<Item> {
  const waiting = new Map<string, Item[]>();
  /** Owners who had a turn, the latest at the end. */
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

/** Does some work of an owner when it is its turn. */
type InTurns = <Result>(owner: string, work: () => Promise<Result>) => Promise<Result>;

/** At most so much work at once, and of one owner: then there is always room for another. If more waits than may, one is refused. */
export function inTurns(
  most: number,
  mostOfOne: number,
  mostWaiting = Infinity,
  refusal = (): Error => new Error('Too much waits.'),
): InTurns {
  const turns = openTurns<{ readonly perform: () => Promise<void>; readonly refuse: (why: Error) => void }>(mostWaiting);
  const running: string[] = [];
  const begin = (): void => {
    while (running.length < most) {
      const [owner, work] = turns.next((each) => running.filter((one) => one === each).length < mostOfOne) ?? [];
      if (owner === undefined || work === undefined) return;
      running.push(owner);
      void work.perform().finally(() => {
        running.splice(running.indexOf(owner), 1);
        begin();
      });
    }
  };
  return <Result>(owner: string, work: () => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      turns.add(owner, { perform: () => work().then(resolve, reject), refuse: reject });
      begin();
      turns.surplus()?.refuse(refusal());
    });
}

/** The result of some work; throws if it takes longer. The work goes on, and its own failure is then ignored. */
export async function within<Result>(milliseconds: number, work: Promise<Result>, tooLong: () => Error): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const limit = setTimeout(() => reject(tooLong()), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(limit);
  }
}
