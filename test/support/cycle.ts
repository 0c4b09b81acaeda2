/** The shortest way from one of the things along the arrows back to itself, the first that is found, or `undefined`. */
export function cycleIn(arrows: readonly (readonly [from: string, to: string])[]): readonly string[] | undefined {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  for (const start of next.keys()) {
    const cameFrom = new Map<string, string>();
    const queue = [start];
    for (const one of queue) {
      for (const other of next.get(one) ?? []) {
        if (other === start) return wayBack(cameFrom, start, one);
        if (cameFrom.has(other)) continue;
        cameFrom.set(other, one);
        queue.push(other);
      }
    }
  }
  return undefined;
}

function wayBack(cameFrom: ReadonlyMap<string, string>, start: string, last: string): readonly string[] {
  const way = [start];
  for (let at: string | undefined = last; at !== undefined && at !== start; at = cameFrom.get(at)) way.unshift(at);
  return [start, ...way];
}
