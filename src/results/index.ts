export { doubtsIn, leakOf, otherRunRule, secretWarning } from './test-results.ts';
export type { CountedFile, FailingCase, FileOptions, FileReader, FileResult, FlakyCase, FoundFile, Leak, Masked } from './test-results.ts';
export type { ReadingOptions, ResultsFile, ResultsFormat, ResultsWarning, StripOptions, SuiteRow, SuiteTotals } from './test-results.ts';
export type { Taken, TestResults, TestTotals } from './test-results.ts';
export { NameLog, nameOfTest, type TestNames } from './test-names.ts';
export { Gathered, mostFlaky, mostRows } from './gathered.ts';
export { hideInResults } from './hide-in-results.ts';
