/** Waits between polls: quick at first, then up to `longest`, jittered so that many jobs do not ask in step. */
export function* paces(longest: number, random: () => number = Math.random): Generator<number, never> {
  for (let ceiling = 250; ; ceiling = Math.min(longest, ceiling * 2)) yield ceiling / 2 + (random() * ceiling) / 2;
}
