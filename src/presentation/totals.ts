import type { TestTotals } from '../results/index.ts';
import { count, grouped } from '../text/index.ts';

/** How many test cases ended how. */
export type Totals = Omit<TestTotals, 'total' | 'retried' | 'duration'>;

/** One number of the totals in words; `isRed` where it counts failed tests. */
export interface TotalWords {
  readonly text: string;
  readonly number: number;
  readonly isRed: boolean;
}

/** The totals in words, in the order in which they are shown. A caller may leave out the zeros. */
export function totalWords({ passed, failures, errors, skipped, flaky }: Totals): readonly TotalWords[] {
  return [
    { text: `${grouped(passed)} passed`, number: passed, isRed: false },
    { text: `${grouped(failures)} failed`, number: failures, isRed: true },
    { text: count(errors, 'error'), number: errors, isRed: true },
    { text: `${grouped(skipped)} skipped`, number: skipped, isRed: false },
    { text: `${grouped(flaky)} flaky`, number: flaky, isRed: false },
  ];
}
