export { discover } from './discover.ts';
export { readJunit } from './read-junit.ts';
export type {
  DiscoveredFile,
  Discovery,
  FailingCase,
  JunitEvidence,
  JunitFile,
  JunitOptions,
  JunitTotals,
  SecretHolder,
  SuiteTotals,
} from './evidence.ts';
export { secretWarning } from './secret-warning.ts';
export type { JunitWarning, JunitWarningCode } from './warning.ts';
