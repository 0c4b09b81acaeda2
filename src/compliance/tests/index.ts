/* A door of its own: the gate reads counts, and carries no parser of policies. */
export { contradictsItself, countedRows, failedTests, holdsTest, testsRun, type RowCounts } from './counts.ts';
