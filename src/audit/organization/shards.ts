/**
 * Shares repositories out so that the shards have about the same to read: the largest first, each to the shard that has the least. The
 * same repositories always give the same shards. There is one shard at least, and none is empty but for that.
 */
export function shardsOf(
  repositories: readonly { readonly id: number; readonly size: number }[],
  wanted: number,
): readonly (readonly number[])[] {
  const number = Math.max(1, Math.min(wanted, repositories.length));
  const shards = Array.from({ length: number }, () => ({ load: 0, ids: new Array<number>() }));
  for (const { id, size } of repositories.toSorted((one, other) => other.size - one.size || one.id - other.id)) {
    const least = shards.reduce((best, shard) => (shard.load < best.load ? shard : best));
    least.ids.push(id);
    // Each takes some time, however small it is.
    least.load += size + 1_000;
  }
  return shards.map(({ ids }) => ids.toSorted((one, other) => one - other));
}
