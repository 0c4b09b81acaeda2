/** A thing with several keys is in the list of each. */
export function listsBy<Key, Thing>(things: Iterable<Thing>, keysOf: (thing: Thing) => Iterable<Key>): ReadonlyMap<Key, readonly Thing[]> {
  const lists = new Map<Key, Thing[]>();
  for (const thing of things) {
    for (const key of new Set(keysOf(thing))) {
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [thing]);
      else list.push(thing);
    }
  }
  return lists;
}
