export { commitsNamed, recordCommit } from './other-commit.ts';
export { decide } from './decide.ts';
export { decideArtifact, trailsOfArtifact, type ArtifactEvidence, type ArtifactsAnswer } from './artifact.ts';
export { type ApprovalsAnswer } from './approval.ts';
export { type ArtifactReport, flowsFound, type ReportsAnswer } from './reports.ts';
export { kindKey, singleFile, treeKey } from './trees.ts';
export { type TrailBehind } from './behind.ts';
export {
  decideCommit,
  trailsOfCommit,
  type CommitAnswers,
  type CommitRecordsAnswer,
  type SearchAnswer,
  type ToldOfArtifact,
} from './commit.ts';
export type { ArtifactQuestion, CommitQuestion, Question, TrailQuestion } from './question.ts';
export { jobReasons, withJobs, type JobEnd, type JobsBefore } from './jobs.ts';
export { ownReasons, unusableReasons } from './own.ts';
export { urlOf, worst } from './verdict.ts';
export type { Evidence, FaultFacts, MergeAnswer, OwnEvidence, Policy, RecordsAnswer, Sending, TrailAnswer } from './evidence.ts';
export { reasonCodes, type Reason, type ReasonCode, type Verdict, type VerdictRow } from './verdict.ts';
export { failedTestsKey, failureOf } from './failed-tests.ts';
export { legWords } from './leg-words.ts';
export { groupRecords, runKey, type RunGroup } from './groups.ts';
export { overrideOf, type Override } from './override.ts';
export { missingNames } from './missing.ts';
export { rowsOf, stateOf, type TrailRow } from './rows.ts';
export { asJudged } from './template.ts';
export { idsOf, unseenNames } from './seen.ts';
export { sentReasons } from './sent.ts';
export { complianceOf } from './states.ts';
export { idsWithoutCounts } from './test-reasons.ts';
export { decideStatus, type StatusCause, type StatusDecision, type StatusEnds } from './status/decide.ts';
export type { PostedStatus, StatusMark, StatusRun, StatusSlot, StatusState, StatusWord } from './status/slot.ts';
export { isFinished, isNews, isSameAttempt, slotWords } from './status/words.ts';
