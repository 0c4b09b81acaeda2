import { sleep, type Deadline } from '../../client/index.ts';
import { TransportError } from '../../errors/index.ts';

/** Waits between polls: short at first, then up to `longest`, with a random part, so that many jobs do not ask at once. */
export function* backoff(longest: number, random: () => number = Math.random): Generator<number, never> {
  for (let ceiling = 250; ; ceiling = Math.min(longest, ceiling * 2)) yield ceiling / 2 + (random() * ceiling) / 2;
}

/** Waits, but not into the last half second of the deadline: the last poll needs a moment of its own. Returns whether there was time. */
export async function waitWithin(milliseconds: number, deadline: Deadline, what: string): Promise<boolean> {
  const left = deadline.remaining() - 500;
  if (left <= 0) return false;
  try {
    await sleep(Math.min(milliseconds, left), deadline, what);
    return true;
  } catch (error) {
    if (error instanceof TransportError && error.code === 'deadline') return false;
    throw error;
  }
}
