/** A commit that is durable. */
export interface Commit {
  /** Writes that shared it. */
  readonly writes: number;
  readonly milliseconds: number;
}

const listeners = new Set<(commit: Commit) => void>();

/** Tells of a commit, for the metrics of this process. It costs next to nothing while nobody listens. */
export function tellCommit(writes: number, began: number): void {
  for (const listen of listeners) listen({ writes, milliseconds: performance.now() - began });
}

/** Listens to the commits of this process; answers the function that ends it. */
export function onCommit(listen: (commit: Commit) => void): () => void {
  listeners.add(listen);
  return () => void listeners.delete(listen);
}
