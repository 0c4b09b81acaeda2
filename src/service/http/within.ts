/** The work that is under way, or else begins it: those who ask meanwhile get the same answer. */
export function shared<Result>(begin: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () =>
    (running ??= begin().finally(() => {
      running = undefined;
    }));
}

/** The result of some work; throws if it takes longer. The work goes on, and its own failure is then nobody's. */
export async function within<Result>(milliseconds: number, work: Promise<Result>, tooLong: () => Error): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const limit = setTimeout(() => reject(tooLong()), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(limit);
  }
}
