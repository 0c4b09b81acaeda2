export { renderEnding } from './ending.ts';
export { openPrinter, type Annotation, type Printer } from './printer.ts';
export { renderSummary, verdictWords, type SummaryFacts } from './summary.ts';
export type { FailedTest, SuiteFacts } from './summary-tests.ts';
