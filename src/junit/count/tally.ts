/** Counts of test cases while a file is read. Each test case counts once, in `total` and in at most one of the others. */
export interface Tally {
  total: number;
  failures: number;
  errors: number;
  skipped: number;
  /** Passed after a failed attempt. */
  flaky: number;
  /** Attempts that a later one replaced. */
  retried: number;
  /**
   * Failures that did not make a test fail: attempts before one that passed, and todos. Some frameworks count these in a suite's
   * attributes.
   */
  excused: number;
  /** Sum of the times of test cases, in nanoseconds. */
  caseTime: number;
  hasCaseTime: boolean;
  /** Time of suites with only a summary: it is added to the cases of others. */
  summaryTime: number;
  /** The suites' own times: used where no test case has a time. */
  suiteTime: number;
}

export function emptyTally(): Tally {
  return {
    total: 0,
    failures: 0,
    errors: 0,
    skipped: 0,
    flaky: 0,
    retried: 0,
    excused: 0,
    caseTime: 0,
    hasCaseTime: false,
    summaryTime: 0,
    suiteTime: 0,
  };
}

export function addTally(sum: Tally, other: Tally): void {
  sum.total += other.total;
  sum.failures += other.failures;
  sum.errors += other.errors;
  sum.skipped += other.skipped;
  sum.flaky += other.flaky;
  sum.retried += other.retried;
  sum.excused += other.excused;
  sum.caseTime += other.caseTime;
  sum.hasCaseTime ||= other.hasCaseTime;
  sum.summaryTime += other.summaryTime;
  sum.suiteTime += other.suiteTime;
}

/** Nanoseconds: those of the test cases if one of them has a time, else those of the suites. */
export function timeOf(tally: Tally): number {
  return tally.hasCaseTime ? tally.caseTime + tally.summaryTime : tally.suiteTime;
}
