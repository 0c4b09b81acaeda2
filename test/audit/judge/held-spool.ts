import type { Spool } from '../../../src/audit/lines/write-lines.ts';

/** A spool that holds its few items in memory. */
export function heldSpool<Item>(): Spool<Item> {
  const held: Item[] = [];
  return {
    add: async (items) => void held.push(...items),
    async *all() {
      yield* held;
    },
  };
}
