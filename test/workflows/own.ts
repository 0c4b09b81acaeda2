/**
 * Runs the workflows of this repository that need nothing of GitHub in the workflow engine, as they stand: `dogfood.yml`,
 * green and with a test that fails, and `check-dist.yml`, with a bundle that fits and with one that does not. They see what
 * is committed, with the bundle that lies here (`npm run bundle`). dogfood runs the tests of one room only.
 *
 *     npm run test:own-workflows -- [--only WORDS] [--verbose]
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { push } from '../git/events.ts';
import { commit, git } from '../support/git.ts';
import { root } from '../support/sources.ts';
import { openEngine, type Engine } from './engine.ts';
import { findAct } from './go-tool.ts';
import type { WorkflowRun } from './log.ts';

interface Own {
  readonly name: string;
  readonly workflow: string;
  /** Texts that the file has in place of its own. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Changes the clone that the workflow checks out. */
  readonly change?: (clone: string) => void;
  /** `artifacts`: what was uploaded. */
  readonly check: (run: WorkflowRun, artifacts: string) => void;
}

/** Cases that are played at once. */
const lanes = 2;
const dist = join(root, 'dist');

/** The packages of this checkout. The case next to it has shown that they can be installed. */
const packages = `cp --archive --link '${join(root, 'node_modules')}' .`;

const someTests = { 'npm test --': 'npm test -- test/gate', 'min-tests: 1000': 'min-tests: 100' };

const cases: readonly Own[] = [
  {
    name: 'dogfood, all tests green',
    workflow: 'dogfood.yml',
    instead: someTests,
    check({ exitCode, jobs }) {
      deepStrictEqual([exitCode, jobs.get('dogfood')?.outputs.get('verdict')], [0, 'compliant']);
    },
  },
  {
    name: 'dogfood, a test that fails',
    workflow: 'dogfood.yml',
    instead: { ...someTests, 'run: npm ci\n': `run: ${packages} && npm run prepare\n` },
    change(clone) {
      writeFileSync(
        join(clone, 'test', 'gate', 'red.test.ts'),
        "import { expect, it } from 'vitest';\nit('fails', () => expect(1).toBe(2));\n",
      );
    },
    check({ exitCode, jobs }) {
      deepStrictEqual([exitCode, jobs.get('dogfood')?.outputs.get('verdict')], [1, 'non-compliant']);
    },
  },
  {
    name: 'check-dist, the bundle is what the sources give',
    workflow: 'check-dist.yml',
    check({ exitCode, jobs, log }) {
      deepStrictEqual([exitCode, jobs.get('check-dist')?.failed], [0, []]);
      ok(log.includes('dist/ is what the sources give, byte for byte'));
    },
  },
  {
    name: 'check-dist, the bundle is not what the sources give: the right one is left for download',
    workflow: 'check-dist.yml',
    instead: { 'run: npm ci --ignore-scripts\n': `run: ${packages}\n` },
    change: (clone) => appendFileSync(join(clone, 'dist', 'index.js'), '\n// changed by hand\n'),
    check({ exitCode, log }, artifacts) {
      deepStrictEqual(exitCode, 1);
      ok(log.includes('index.js is not what the sources give'));
      const uploaded = join(artifacts, '1', 'dist', '1');
      deepStrictEqual(filesIn(uploaded), filesIn(dist));
      for (const name of filesIn(dist)) ok(readFileSync(join(uploaded, name)).equals(readFileSync(join(dist, name))), name);
    },
  },
];

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => relative(folder, join(parentPath, name)))
    .toSorted();

const { values: flags } = parseArgs({ options: { only: { type: 'string' }, verbose: { type: 'boolean', default: false } } });
const chosen = cases.filter(({ name }) => flags.only === undefined || name.includes(flags.only));

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const folder = await mkdtemp(join(tmpdir(), 'own-workflows-'));
let failed = 0;
try {
  const engine = openEngine(findAct(say), root, folder);
  const waiting = chosen.values();
  const playAll = async (): Promise<void> => {
    for (const each of waiting) if (!(await play(each, engine))) failed += 1;
  };
  await Promise.all(Array.from({ length: lanes }, playAll));
} finally {
  await rm(folder, { recursive: true, force: true });
}
const isGood = failed === 0 && chosen.length > 0;
say(`${isGood ? '' : 'FAILED: '}${chosen.length - failed} of ${chosen.length} ended as they must.`);
process.exitCode = isGood ? 0 : 1;

/** Runs one case on a clone of the committed files, and says how it went. */
async function play({ name, workflow, instead = {}, change, check }: Own, engine: Engine): Promise<boolean> {
  const place = await mkdtemp(join(folder, 'case-'));
  const [clone, artifacts] = [join(place, 'clone'), join(place, 'artifacts')];
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', '--depth=1', `file://${root}`, clone]);
  rmSync(join(clone, 'dist'), { recursive: true });
  cpSync(dist, join(clone, 'dist'), { recursive: true });
  change?.(clone);
  git(clone, ['add', '.']);
  const sha = commit(clone, 'A change');
  const text = readFileSync(join(root, '.github', 'workflows', workflow), 'utf8');
  for (const from of Object.keys(instead)) ok(text.includes(from), `${workflow} does not hold: ${from}`);
  const run = await engine.run({
    workflow: Object.entries(instead).reduce((now, [from, to]) => now.replaceAll(from, to), text),
    event: { name: 'push', payload: push(sha), about: sha, sha, ref: 'refs/heads/main' },
    secrets: {},
    vars: {},
    env: {
      CHECKOUT_FROM: clone,
      ARTIFACTS_FOLDER: artifacts,
      GITHUB_RUN_ID: '1',
      // The packages are there since the last `npm ci`.
      npm_config_cache: execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim(),
      npm_config_prefer_offline: 'true',
    },
    timeLimit: 15 * 60_000,
  });
  try {
    check(run, artifacts);
    if (flags.verbose) say(run.log);
    say(`ok     ${name}`);
    return true;
  } catch (error) {
    say(`${run.log.replace(/^/gm, '       | ')}\nFAILED ${name}\n${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
