export { renderEnding } from './ending.ts';
export { openPrinter, type Annotation, type Printer } from './printer.ts';
export { renderSummary, verdictWords, type FailedTest, type SuiteFacts, type SummaryFacts } from './summary.ts';
