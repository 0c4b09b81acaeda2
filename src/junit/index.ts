export { readJunit } from './read-junit.ts';
export type { FailingCase, JunitEvidence, JunitFile, JunitOptions, JunitTotals, SecretHolder, SuiteTotals } from './evidence.ts';
export { secretWarning } from './secrets/secret-warning.ts';
export type { JunitWarning, JunitWarningCode } from './warning.ts';
