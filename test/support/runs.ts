/**
 * How many cases a property is tried with: some by `npm test`, all by the slow tests where they try it as well, and a twentieth
 * under mutation (`npm run mutate`), where it runs once for each mutant.
 */
export function runs(all: number, some = all): number {
  if (process.env['MUTANT_TESTS'] !== undefined) return Math.ceil(all / 20);
  return process.env['MODE'] === 'slow' ? all : some;
}
