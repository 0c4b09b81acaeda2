export type { FailingCase, FlakyCase, Leak } from './cases.ts';
export type { CountedFile, FileReader, FileResult, Masked, ResultsFormat, StripOptions, SuiteRow, Taken } from './format.ts';
export { Gathered, mostFlaky, mostRows } from './gathered.ts';
export { hideInResults } from './hide-in-results.ts';
export type { FileOptions, FoundFile, ReadingOptions } from './reading.ts';
export { doubtsIn, leakOf, otherRunRule, secretWarning, type ResultsWarning } from './warning.ts';
export type { ResultsFile, SuiteTotals, TestResults, TestTotals } from './test-results.ts';
