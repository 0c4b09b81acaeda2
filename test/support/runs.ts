/**
 * How many cases a property is tried with: some by `npm test`, all by the slow tests where they try it as well, and a twentieth
 * under mutation (`npm run mutate`), where it runs once for each mutant.
 */
export function runs(all: number, some = all): number {
  if (process.env['MUTANT_TESTS'] !== undefined) return Math.ceil(all / 20);
  return process.env['MODE'] === 'slow' ? all : some;
}

/** The rows of a table that are tried: those that tell most by `npm test` and under mutation, and all by the slow tests. */
export function rows<Row>(all: readonly Row[], isQuick: (row: Row) => boolean): readonly Row[] {
  return process.env['MODE'] === 'slow' ? all : all.filter(isQuick);
}
