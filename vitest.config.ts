import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // By itself vitest leaves a processor idle, which is half of a small machine.
    maxWorkers: '100%',
    // The files of one worker share what they import: to load it again for each takes a fifth of the time. What a file
    // changes outside of its own objects, such as the environment, it puts back.
    isolate: false,
    setupFiles: ['test/support/each-file.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // They import JSON in a way that Node by itself refuses.
    server: { deps: { inline: [/@actions\/(?:languageservice|workflow-parser)/] } },
  },
});
