import { statSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { alias } from '../../../vitest.config.ts';

/** Quick files first, where vitest takes the slow ones first: a mutant is done with as soon as one test fails. */
class QuickFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = (file: TestSpecification): number =>
      this.ctx.cache.getTestSpecificationResult(file)?.duration ?? statSync(file.moduleId).size / 100;
    return Promise.resolve(files.toSorted((one, other) => cost(one) - cost(other)));
  }
}

/** Vitest under Stryker: the tests of the one room, or of the one file, whose sources are mutated. */
export default defineConfig({
  resolve: { alias },
  test: {
    include: [process.env['MUTANT_TESTS'] ?? 'test/**/*.test.ts'],
    exclude: [
      // The tests of `npm test` alone shall catch a mutant: who waits for the slow ones has pushed it already. With mutants
      // switched in, time says nothing.
      '**/*.{slow,timed,postgres}.test.ts',
      // It reads the text of the sources, and that is another where mutants are in it.
      '**/github/audit/published.test.ts',
      // They start the program as a process of its own, and no mutant is switched on in it.
      '**/cli/{backup-full-disk,bin}.test.ts',
      // A repository and a whole run against the real service for each case.
      '**/commands/{changed-files,hidden-records,nested-checkout,secrets}.test.ts',
    ],
    setupFiles: ['scripts/checks/mutate/seed.ts', 'test/support/each-file.ts'],
    sequence: { sequencer: QuickFirst },
    // One process for all files of a run. Each mutant has a run, and so a process, of its own.
    isolate: false,
    // With mutants switched in, the sources are slow; Stryker itself ends a mutant that takes too long.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
