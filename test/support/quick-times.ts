import type { Reporter, TestModule, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node';

/** The milliseconds that a test of `npm test` may take where nothing else is in its way. */
const most = 1000;
/** The milliseconds of a test on average, on a machine of two processors that does nothing else. Where it is more, each test may take more. */
const usual = 30;

/**
 * The tests of `npm test` that may take longer, by file and full name, at most twenty: they wait for a time that has a second for
 * its smallest unit, start processes, read all sources, or hold a promise that nobody should change without seeing it fail.
 */
export const mayTakeLonger: Readonly<Record<string, readonly string[]>> = {
  'test/architecture.test.ts': ['the files > have no function of more than 60 lines, but for those that are still to be cut'],
  'test/bundle/audit.test.ts': ['an audit names a push that nobody tested, writes its reports, and fails the job'],
  'test/cli/demo.test.ts': [
    'lets a green change pass and fails a red one, with the place of the failing test and what to do next, and leaves nothing',
  ],
  'test/client/job-access.test.ts': [
    'a job without a stored token > asks again once when the service says that its access has expired: the clocks may differ',
  ],
  'test/files/search-roots.test.ts': ['no more than some thousand directories are looked into'],
  'test/interface/action.test.ts': ['the action > 1 list-trails: every field of each trail; and a gate reads the same'],
  'test/service/ended-tokens.test.ts': ['a running service stops to take it at that moment, and takes the one that replaces it'],
  'test/service/endless-rules.test.ts': ['a rule without end is refused, and an honest one next to it is evaluated'],
  'test/service/evidence/gate-answers.test.ts': [
    'a trail is shown with what a gate says of it',
    'an artifact is shown with what a gate says of it, alone, in a list and by a search',
  ],
  'test/service/evidence/gate-later.test.ts': [
    'answers are worked out and kept after a write, and again for all trails of a flow after a new template',
  ],
  'test/service/fair-rules.test.ts': ['an organization with more rules without end than can wait is not in the way of another'],
  'test/service/notify/senders.test.ts': ['two processes on one outbox send each message once'],
  'test/service/oidc/exchange.test.ts': ['a job that a rule lets in > is refused once its time is over, and told so'],
  'test/service/oidc/rules.test.ts': ['a rule is refused > where the organization has as many as it can have'],
  'test/service/rules/pool.test.ts': ['a pool that was closed begins nothing of what waits'],
  'test/service/care/unknown-kinds.test.ts': [
    'records of a kind that is not known hold as links of the chain, and are counted; nothing is said of the tables',
  ],
  'test/support/runner-process.test.ts': ['goes on to SIGTERM, and then to SIGKILL'],
};

export interface Took {
  readonly file: string;
  readonly name: string;
  readonly time: number;
  readonly processors?: number | undefined;
}

/**
 * Judges the times of a whole run by its own speed: a slow or busy machine makes all tests slower. It fails where one kept the processors
 * busy for five times the limit: waiting for them counts for nothing. `idle`: exceptions that name no test, or one that is quick.
 */
export function judgeTimes(all: readonly Took[], exceptions = mayTakeLonger) {
  const pace = all.reduce((sum, { time }) => sum + time, 0) / Math.max(1, all.length) / usual;
  const isException = ({ file, name }: Took): boolean => exceptions[file]?.includes(name) ?? false;
  const limit = most * Math.max(1, pace);
  const long = all
    .filter((test) => isException(test) && test.time > (most / 4) * Math.min(1, pace))
    .map(({ file, name }) => `${file}: ${name}`);
  const isBusy = ({ processors = 0 }: Took): boolean => processors > 5 * limit;
  const tooLong = all.filter((test) => !isException(test) && (test.time > limit || isBusy(test)));
  const named = Object.entries(exceptions).flatMap(([file, names]) => names.map((name) => `${file}: ${name}`));
  return {
    limit,
    tooLong,
    fails: tooLong.some(isBusy),
    idle: named.filter((name) => !long.includes(name)),
  };
}

/** Names the tests that took too long in a whole run of `npm test`, and fails it where the processors say so: a busy machine would fail honest ones. */
export class QuickTimes implements Reporter {
  #vitest: Vitest | undefined;
  #isWhole = false;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    this.#isWhole = specifications.length === (await this.#vitest?.globTestSpecifications())?.length;
  }

  onTestRunEnd(modules: readonly TestModule[], _: unknown, reason: TestRunEndReason): void {
    if (reason !== 'passed' || !this.#isWhole || this.#vitest?.config.testNamePattern !== undefined) return;
    const { fails, tooLong, idle, limit } = judgeTimes(modules.flatMap(timesIn));
    const told = [
      ...tooLong.map(({ file, name, time }) => `${file}: ${name}: took ${Math.round(time)} ms. Its place is a slow test.`),
      ...idle.map((name) => `${name}: may take longer by test/support/quick-times.ts, and need not. Take it off the list.`),
    ];
    if (told.length > 0) process.stderr.write(`\nA test of npm test may take ${Math.round(limit)} ms in this run:\n${told.join('\n')}\n`);
    if (fails) process.exitCode = 1;
  }
}

function timesIn(module: TestModule): readonly Took[] {
  return Array.from(module.children.allTests('passed'), (test) => ({
    file: module.relativeModuleId,
    name: test.fullName,
    time: test.diagnostic()?.duration ?? 0,
    processors: test.meta().processors,
  }));
}
