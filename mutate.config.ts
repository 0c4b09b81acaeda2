import { defineConfig } from 'vitest/config';

/** Vitest under Stryker: the tests of the one room whose sources are mutated. */
export default defineConfig({
  test: {
    include: [`test/${process.env['MUTATED_ROOM'] ?? '*'}/**/*.test.ts`],
    // They feed megabytes to see what memory it takes: seconds for each mutant, and nothing that other tests do not ask.
    exclude: ['**/memory.test.ts'],
    setupFiles: ['test/mutate/seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
