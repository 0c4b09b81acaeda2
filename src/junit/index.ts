export { readJunit } from './read-junit.ts';
export type { FailingCase, FlakyCase, JunitEvidence, JunitFile, JunitOptions, JunitTotals, SecretHolder, SuiteTotals } from './evidence.ts';
export { mask } from './secrets/mask.ts';
export { secretWarning } from './secrets/secret-warning.ts';
export { copyFile, headOf } from './strip/copy-file.ts';
export type { StripOptions } from './strip/stripper.ts';
export { take } from './strip/take.ts';
export type { JunitWarning, JunitWarningCode } from './warning.ts';
