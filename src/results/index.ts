export { doubtsIn, hideInResults, leakOf, otherRunRule, secretWarning } from './test-results.ts';
export type { CountedFile, FailingCase, FileOptions, FileReader, FileResult, FlakyCase, FoundFile, Leak } from './test-results.ts';
export type { Masked, ReadingOptions, ResultsFile, ResultsFormat, ResultsWarning, StripOptions, SuiteRow } from './test-results.ts';
export type { SuiteTotals, Taken, TestResults, TestTotals } from './test-results.ts';
export { Gathered, mostFlaky, mostRows } from './gathered.ts';
