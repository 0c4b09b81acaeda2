export { readJunit } from '../commands/results/read-results.ts';
export type {
  FailingCase,
  FlakyCase,
  JunitEvidence,
  JunitFile,
  JunitOptions,
  JunitTotals,
  SecretHolder,
  SuiteTotals,
} from '../results/test-results.ts';
export { mask } from './secrets/mask.ts';
export { secretWarning } from '../results/secret-warning.ts';
export { copyFile, headOf } from './strip/copy-file.ts';
export type { StripOptions } from './strip/stripper.ts';
export { take } from './strip/take.ts';
export type { JunitWarning, JunitWarningCode } from '../results/warning.ts';
