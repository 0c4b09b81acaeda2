/**
 * Changes the sources of rooms in small ways, one at a time, and runs on each the room's own tests, and those of `testedBy`:
 * `npm run mutate -- [ROOM, FOLDER or FILE …] [--changed] [--own] [--tests GLOB] [--sample PERCENT [--seed N]]
 * [--concurrency N]`, by default all rooms that have a bar, on half of the processors.
 *
 * `gate` is src/gate with test/gate, `junit/count` and `gate/own.ts` are that folder and that file alone. With `--changed` a
 * mutant that was caught is not tried again, if it and the test are as they were. With `--own` a file that has tests of its
 * name is left to these, and with `--tests` the others to these: less is caught, in less time. With `--sample` that share of
 * the mutants, chosen at random, is tried. A run ends with 1 when a room is below its bar (of a sample: the lower end of the
 * interval), or when a mutant survives that explained.txt does not explain. Slow tests are left out.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { installFor, loadPackage } from '../../../test/support/on-demand.ts';
import { posix, root } from '../../../test/support/sources.ts';
import { wilson } from './sample.ts';
import { compareWithReasons, scoresOf, survivorsOf, type MutantResult } from './survivors.ts';

/** The part of the package `@stryker-mutator/core` that is used here. */
interface StrykerCore {
  readonly Stryker: new (options: Readonly<Record<string, unknown>>) => { runMutationTest(): Promise<MutantResult[]> };
}

installFor('mutate');
const { Stryker }: StrykerCore = loadPackage('@stryker-mutator/core');

/** The least share of mutants, in percent, that a room's tests must see. */
const bars: Readonly<Record<string, number>> = {
  compliance: 90,
  gate: 90,
  results: 80,
  junit: 80,
  masking: 80,
  xml: 80,
  files: 80,
  locations: 80,
  client: 80,
  commands: 80,
  service: 80,
  audit: 85,
  action: 85,
  options: 80,
  git: 80,
  github: 80,
  cli: 80,
  presentation: 80,
};

/**
 * Rooms whose mutants the tests of other rooms try too. Only the commands of an audit and the port to GitHub call its room, and
 * its words are compared as a whole with those of the commands.
 */
const testedBy: Readonly<Record<string, string>> = {
  audit: 'test/{audit/**/*,commands/audit/**/*,github/audit/**/*,interface/audit-words}.test.ts',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    own: { type: 'boolean', default: false },
    tests: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: String(Math.max(1, Math.floor(availableParallelism() / 2))) },
  },
});
process.chdir(root);
// Other work comes first; the processes that run the tests take it over.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const isSample = values.sample !== undefined;
if (isSample) process.env['MUTANT_SAMPLE'] = `${Number(values.sample) / 100} ${values.seed}`;

/** Prints the result. Says whether the room is as good as it should be. */
async function mutate(room: string, mutated: readonly string[], isWhole: boolean): Promise<boolean> {
  const start = performance.now();
  // The texts are read now because they may change while this runs.
  const texts = new Map(mutated.map((file) => [file, readFileSync(file, 'utf8')]));
  const cache = `node_modules/.cache/mutate/${room.replaceAll('/', '-')}.json`;
  if (!values.changed) keepOf(cache, (file) => !mutated.includes(file));
  const own: MutantResult[] = [];
  // Most mutants are caught by the tests of their own file, in a fraction of the time that those of the room take.
  for (const file of (values.changed || isSample) && !values.own ? [] : mutated) {
    const tests = `test/${room}/${file.slice(`src/${room}/`.length, -'.ts'.length)}{,-*}{,.slow}.test.ts`;
    if (globSync(tests).length > 0) own.push(...(await run([file], tests, cache)));
  }
  const done = values.own ? own : [];
  const rest = mutated.filter((file) => !done.some(({ fileName }) => fileName === file));
  const mutants = [
    ...done,
    ...(rest.length === 0 ? [] : await run(rest, values.tests ?? testedBy[room] ?? `test/${room}/**/*.test.ts`, cache)),
  ];

  const scores = scoresOf(mutants);
  for (const { file, caught, survived } of scores) say(`${file}: ${caught} of ${caught + survived}`);
  const total = (kind: 'caught' | 'timedOut' | 'survived') => scores.reduce((sum, score) => sum + score[kind], 0);
  const [caught, timedOut, survived] = [total('caught'), total('timedOut'), total('survived')];
  // A mutant that took too long is neither: another machine may show it to survive.
  const share = caught / (caught + survived);
  const [least, most] = isSample ? wilson(caught, caught + survived) : [share, share];
  const score = isSample ? `${percentOf(least)} to ${percentOf(most)}` : percentOf(share);
  const part = `${isWhole ? '' : `, ${mutated.length} files`}${isSample ? `, ${values.sample} % by seed ${values.seed}` : ''}`;
  const minutes = ((performance.now() - start) / 60_000).toFixed(0);
  say('| | tried | caught | too long | survived | score (of a sample: the interval of 95 %) | minutes |');
  say(`| \`${room}\`${part} | ${caught + timedOut + survived} | ${caught} | ${timedOut} | ${survived} | ${score} | ${minutes} |`);

  const survivors = survivorsOf(mutants, (file) => texts.get(file) ?? '');
  const { unexplained, stale } = compareWithReasons(survivors, readFileSync(new URL('explained.txt', import.meta.url), 'utf8'), mutated);
  for (const { place, name, reached } of unexplained) say(`Survives${reached ? '' : ', and no test reaches it'}, at ${place}:\n${name}: `);
  // A mutant that was not chosen was not tried.
  const gone = isSample ? [] : stale;
  for (const line of gone) say(`Is in explained.txt, and does not survive:\n${line}`);
  return unexplained.length === 0 && gone.length === 0 && (!isWhole || 100 * least >= (bars[room] ?? 0));
}

/** Runs tests on the mutants of some files that the cache does not show to be caught; answers all mutants of these files. */
async function run(mutated: readonly string[], tests: string, cache: string): Promise<readonly MutantResult[]> {
  // Mutants that survived once are tried again: Stryker would not see a new test of code that runs when it is loaded.
  keepOf(cache, (_file, status) => status === 'Killed' || status === 'Timeout');
  process.env['MUTANT_TESTS'] = tests;
  // A mutant that a test reaches is left to the tests that reach it, even if its code also runs outside of tests, when a file
  // is loaded or a service is closed. Only code that runs nowhere else takes all tests, in a second run that uses the first
  // again.
  const mutants = await runStryker(mutated, cache, true);
  return mutants.some(({ status }) => status === 'Ignored') ? await runStryker(mutated, cache, false) : mutants;
}

async function runStryker(mutated: readonly string[], cache: string, ignoreStatic: boolean): Promise<readonly MutantResult[]> {
  const stryker = new Stryker({
    mutate: [...mutated],
    testRunner: 'vitest',
    // It holds which of a room's mutants each test reaches: of the audit, 5 GB.
    testRunnerNodeArgs: ['--max-old-space-size=8192'],
    plugins: ['@stryker-mutator/vitest-runner', ...(isSample ? [new URL('sample.ts', import.meta.url).href] : [])],
    checkers: isSample ? ['sample'] : [],
    // Some tests set the zone of the clock, which a thread does not hear of.
    vitest: { configFile: 'scripts/checks/mutate/vitest.config.ts', related: false, pool: 'forks' },
    coverageAnalysis: 'perTest',
    ignoreStatic,
    // Other work may hold the processor for a while: only a mutant that is stuck shall count as caught by its time.
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 60,
    concurrency: Number(values.concurrency),
    incremental: true,
    incrementalFile: cache,
    // Outside of the tree, so that no other run of tests or of the linter finds the copies.
    tempDirName: join(tmpdir(), 'mutate'),
    ignorePatterns: ['/lib', '/.bundle'],
    // Some tests ask git which files there are: the copy is a repository too, of which nothing is committed.
    buildCommand: 'git init --quiet .',
    // Stryker would rewrite it with the compiler's interface, which TypeScript 7 does not have.
    tsconfigFile: 'none',
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only'],
  });
  return (await stryker.runMutationTest())
    .map((mutant) => ({ ...mutant, fileName: posix(relative(root, mutant.fileName)) }))
    .filter(({ fileName }) => mutated.includes(fileName));
}

function keepOf(cache: string, isKept: (file: string, status: string) => boolean): void {
  if (!existsSync(cache)) return;
  const report: { files: Record<string, { mutants: { status: string }[] }> } = JSON.parse(readFileSync(cache, 'utf8'));
  for (const [name, file] of Object.entries(report.files)) file.mutants = file.mutants.filter(({ status }) => isKept(name, status));
  writeFileSync(cache, JSON.stringify(report));
}

function sourcesOf(name: string): readonly string[] {
  const files = globSync(name.endsWith('.ts') ? `src/${name}` : `src/${name}/**/*.ts`).map(posix);
  return files.filter((file) => roomOf(name) !== '' && !file.endsWith('.gen.ts'));
}

/** The room of a name: its first folder, if there are tests of it; else empty. */
function roomOf(name: string): string {
  const [first = ''] = name.split('/');
  return existsSync(`test/${first}`) ? first : '';
}

function percentOf(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

mkdirSync('node_modules/.cache/mutate', { recursive: true });
const asked = positionals.length > 0 ? positionals : Object.keys(bars);
for (const [room, names] of Map.groupBy(asked, roomOf)) {
  const files = new Set(names.flatMap(sourcesOf));
  if (files.size === 0) throw new Error(`No sources with tests: ${names.join(', ')}`);
  if (!(await mutate(room, [...files], names.includes(room)))) process.exitCode = 1;
}
