/** One size of the work, made ready beforehand: only this call is measured. */
export type Work = (size: number) => () => unknown;

/** Rounds of one measurement, of which the least counts. */
const rounds = 3;
/** Measurements, of which the least counts: other work of the machine adds to some of them. */
const measurements = 5;

/** Linear work grows eightfold, quadratic work 64-fold: a test holds the growth below this. */
export const tooMuch = 24;

/**
 * The factor that eight times the size costs: the least of some measurements. Counts processor time, not the clock, so that a
 * busy machine does not fail it.
 */
export async function growth(work: Work, size: number): Promise<number> {
  await costOf(work(size));
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < measurements && least >= tooMuch; n += 1) {
    const small = await costOf(work(size));
    least = Math.min(least, (await costOf(work(8 * size))) / small);
  }
  return least;
}

/** Microseconds of processor time, at least 50: less cannot be told from nothing. */
async function costOf(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return Math.max(least, 50);
}
