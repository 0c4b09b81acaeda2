export { renderEnding, renderReported } from './ending.ts';
export { openPrinter, type Annotation, type Printer } from './printer.ts';
export { renderSummary } from './summary.ts';
export type { EvidenceFacts, JudgedFacts, RecordedFacts, SuiteFacts, SummaryFacts } from './summary-facts.ts';
