import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification, type Vitest } from 'vitest/node';
import { QuickTimes } from './test/support/quick-times.ts';

const slow = 'test/**/*.slow.test.ts';
const timed = 'test/**/*.timed.test.ts';
const postgres = 'test/**/*.postgres.test.ts';

/** Tests of the service that look into the files of SQLite: on PostgreSQL these have others in their place. */
const onSqlite = [
  'damage',
  'downloads',
  'full-disk',
  'hostile-backups',
  'junit-rows',
  'kept-data',
  'leased',
  'lifecycle',
  'statements',
].map((name) => `test/service/${name}.test.ts`);

/** Properties and tables that `npm test` tries with some of their cases, and the slow tests with all. */
const withMoreCases = [
  'audit/collect/refused',
  'audit/judge/properties',
  'audit/recompute/lies',
  'audit/world/played',
  'bundle/secrets',
  'cli/demo',
  'commands/attest/changed-files',
  'commands/attest/quiet',
  'commands/run/secrets',
  'compliance/history',
  'files/tree',
  'gate/properties',
  'git/each-checkout',
].map((name) => `test/${name}.test.ts`);

/** Slow tests that do not run on PostgreSQL: all but those of the service over HTTP, to which the quick ones belong. */
const slowElsewhere = 'test/**/!(approval-lists|backup|bounds).slow.test.ts';

/** A clone that has run no test yet begins with the largest files; these take long, and are small. */
const dearest = ['test/bundle/sinks.slow.test.ts', 'test/bundle/verdicts.slow.test.ts'];

class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isDear = ({ moduleId }: TestSpecification): boolean => dearest.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => isDear(file)), ...sorted.filter((file) => !isDear(file))];
  }
}

/** Whole audits and services, some of them in many processes: a busy machine takes its time. */
const patient = { testTimeout: 300_000, hookTimeout: 300_000 };

/** The tests of `npm test`, of `npm run test:slow` and of `npm run test:timed`, by the mode. */
const tiers = {
  test: { include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, slow, timed, postgres] },
  slow: { include: [slow, ...withMoreCases], ...patient },
  // The tests of the service and of the whole interface once more, on the other engine, and those of that engine.
  postgres: {
    include: [
      postgres,
      'test/service/*.test.ts',
      'test/service/{access,pages}/*.test.ts',
      'test/service/oidc/{exchange,match,rules}.test.ts',
      'test/interface/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, slowElsewhere, timed, ...onSqlite],
    globalSetup: ['test/support/contract-made.ts', 'test/support/postgres/whole-run.ts'],
    ...patient,
  },
  // What measures time runs alone, and measures again where something else was in its way.
  timed: { include: [timed], fileParallelism: false, retry: 3 },
};

/** A busy machine is no service that has too much to do: the test of that starts a process of its own. */
export const alias = { '@fastify/under-pressure': resolve('test/support/no-pressure.ts') };

/** The reporters that are named on the command line take the place of all others; this one stays. */
const quickTimes = {
  name: 'quick-times',
  configureVitest({ vitest }: { readonly vitest: Vitest }): void {
    if (process.platform === 'linux') vitest.config.reporters.push(new QuickTimes());
  },
};

/** A data directory is a schema of a shared server then. */
const onPostgres = { './sqlite/directory.ts': resolve('test/support/postgres/directory.ts') };

export default defineConfig(({ mode }) => ({
  plugins: mode === 'test' ? [quickTimes] : [],
  resolve: { alias: mode === 'postgres' ? { ...alias, ...onPostgres } : alias },
  test: {
    // By itself vitest leaves a processor idle, which is half of a small machine; and a quarter of the time of a file is waiting.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // The files of one worker share what they import: to load it again for each takes a fifth of the time. What a file
    // changes outside of its own objects, such as the environment, it puts back.
    isolate: false,
    sequence: { sequencer: DearestFirst },
    globalSetup: ['test/support/contract-made.ts'],
    setupFiles: ['test/support/each-file.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // They import JSON in a way that Node by itself refuses.
    server: { deps: { inline: [/@actions\/(?:languageservice|workflow-parser)/] } },
    ...(mode === 'slow' || mode === 'timed' || mode === 'postgres' ? tiers[mode] : tiers.test),
  },
}));
