/** How many cases a property is tried with: a twentieth under mutation (`npm run mutate`), where it runs once for each mutant. */
export function runs(cases: number): number {
  return process.env['MUTANT_TESTS'] === undefined ? cases : Math.ceil(cases / 20);
}
