export { commitOf } from './other-commit.ts';
export { decide } from './decide.ts';
export { ownReasons } from './own.ts';
export { worst } from './verdict.ts';
export type { Evidence, FaultFacts, OwnEvidence, Policy, Question, RecordsAnswer, Sending, TrailAnswer } from './evidence.ts';
export type { Reason, ReasonCode, Verdict, VerdictRow } from './verdict.ts';
export { groupRecords, runKey, type RunGroup } from './groups.ts';
export { missingNames } from './missing.ts';
export { rowsOf, stateOf, type TrailRow } from './rows.ts';
