import type { Reason } from '../gate/index.ts';
import { markdown } from '../text/index.ts';
import { failureList, reasonList, testTotals, withFailures } from './summary.ts';
import type { EvidenceFacts } from './summary-facts.ts';
import { failedTests } from './summary-tests.ts';

/** The job summary of a run that set test results aside. */
export function renderCollected(evidence: EvidenceFacts, reasons: readonly Reason[], budget = 1_000_000): string {
  const what = reasons.length === 0 ? 'collected' : 'collected, and unusable';
  const head = `## 📦 ${markdown(evidence.name)} ${what}\n\nNothing was recorded here: \`fork-post\` does that.\n`;
  return withFailures(head, [failureList(failedTests(evidence))], [[reasonList(reasons)], testTotals(evidence)], budget);
}
