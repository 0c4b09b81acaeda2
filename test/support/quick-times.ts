import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node';
import { root } from './sources.ts';

/** The milliseconds that a test of `npm test` may take where nothing else is in its way. */
const most = 1000;
/** The time that a test takes on average on a machine of two processors that does nothing else. Where it takes more, each test may. */
const usual = 30;

/** The tests of `npm test` that may take longer: none of their rows is quick. At most twenty, by file and full name. */
export const mayTakeLonger: Readonly<Record<string, readonly string[]>> = {};

export interface Took {
  readonly file: string;
  readonly name: string;
  readonly time: number;
}

export interface Judged {
  readonly limit: number;
  readonly tooLong: readonly Took[];
  /** Exceptions that name no test, or one that is quick. */
  readonly idle: readonly string[];
}

/** Judges the times of a whole run by its own speed: a slow or busy machine makes all tests slower. */
export function judgeTimes(all: readonly Took[], exceptions = mayTakeLonger): Judged {
  const pace = all.reduce((sum, { time }) => sum + time, 0) / Math.max(1, all.length) / usual;
  const isException = ({ file, name }: Took): boolean => exceptions[file]?.includes(name) ?? false;
  const limit = most * Math.max(1, pace);
  const long = all.filter((test) => isException(test) && test.time > (most / 4) * pace).map(({ file, name }) => `${file}: ${name}`);
  const named = Object.entries(exceptions).flatMap(([file, names]) => names.map((name) => `${file}: ${name}`));
  return {
    limit,
    tooLong: all.filter((test) => test.time > limit && !isException(test)),
    idle: named.filter((name) => !long.includes(name)),
  };
}

/** Fails a whole run of `npm test` in which a test took too long, and again where its file runs alone. */
export class QuickTimes implements Reporter {
  #vitest: Vitest | undefined;
  #isWhole = false;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    this.#isWhole = specifications.length === (await this.#vitest?.globTestSpecifications())?.length;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (!this.#isWhole || this.#vitest?.config.testNamePattern !== undefined) return;
    const { tooLong, idle, limit } = judgeTimes(modules.flatMap(timesIn));
    const confirmed = tooLong.length === 0 ? [] : stillTooLong(tooLong, limit);
    const faults = [
      ...confirmed.map(({ file, name, time }) => `${file}: ${name}: took ${Math.round(time)} ms, here alone. Its place is a slow test.`),
      ...idle.map((name) => `${name}: may take longer by test/support/quick-times.ts, and need not. Take it off the list.`),
    ];
    if (faults.length === 0) return;
    process.stderr.write(`\nA test of npm test may take ${Math.round(limit)} ms in this run:\n${faults.join('\n')}\n`);
    process.exitCode = 1;
  }
}

function timesIn(module: TestModule): readonly Took[] {
  return Array.from(module.children.allTests('passed'), (test) => ({
    file: module.relativeModuleId,
    name: test.fullName,
    time: test.diagnostic()?.duration ?? 0,
  }));
}

/** Those that take too long once more, where one file runs after the other. */
function stillTooLong(tests: readonly Took[], limit: number): readonly Took[] {
  const folder = mkdtempSync(join(tmpdir(), 'quick-times-'));
  try {
    const output = join(folder, 'again.json');
    const files = new Set(tests.map(({ file }) => file));
    const args = ['run', ...files, '--maxWorkers=1', '--reporter=json', `--outputFile=${output}`];
    spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], { cwd: root, stdio: 'ignore' });
    const {
      testResults,
    }: {
      testResults: readonly {
        assertionResults: readonly { ancestorTitles: readonly string[]; title: string; duration?: number | null }[];
      }[];
    } = JSON.parse(readFileSync(output, 'utf8'));
    const again = new Map(
      testResults.flatMap(({ assertionResults }) =>
        assertionResults.map(({ ancestorTitles, title, duration }) => [[...ancestorTitles, title].join(' > '), duration ?? 0] as const),
      ),
    );
    return tests.map((test) => ({ ...test, time: again.get(test.name) ?? test.time })).filter(({ time }) => time > limit);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
