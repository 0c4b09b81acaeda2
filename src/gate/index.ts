export { commitsNamed, recordCommit } from './trail/other-commit.ts';
export { decide } from './decide.ts';
export { decideArtifact, trailsOfArtifact, type ArtifactEvidence, type ArtifactsAnswer } from './artifact/artifact.ts';
export { type ApprovalsAnswer } from './artifact/approval.ts';
export { type ArtifactReport, flowsFound, type ReportsAnswer } from './artifact/reports.ts';
export { kindKey, singleFile, treeKey } from './artifact/trees.ts';
export { type TrailBehind } from './behind.ts';
export {
  decideCommit,
  trailsOfCommit,
  type CommitAnswers,
  type CommitRecordsAnswer,
  type SearchAnswer,
  type ToldOfArtifact,
} from './commit/commit.ts';
export type { ArtifactQuestion, CommitQuestion, Question, TrailQuestion } from './question.ts';
export { jobReasons, withJobs, type JobEnd, type JobsBefore } from './jobs.ts';
export { ownReasons, unusableReasons } from './trail/own.ts';
export { urlOf, worst } from './verdict.ts';
export type { Evidence, FaultFacts, MergeAnswer, OwnEvidence, Policy, RecordsAnswer, Sending, TrailAnswer } from './evidence.ts';
export { reasons, type ReasonCode } from './reasons.ts';
export { type Reason, type Verdict, type VerdictRow } from './verdict.ts';
export { failedTestsKey, failureOf } from './trail/failed-tests.ts';
export { legWords } from './advice/leg-words.ts';
export { groupRecords, runKey, type RunGroup } from './runs/groups.ts';
export { overrideOf, type Override } from './trail/override.ts';
export { missingNames } from './trail/missing.ts';
export { rowsOf, stateOf, type TrailRow } from './trail/rows.ts';
export { asJudged } from './trail/template.ts';
export { idsOf, unseenNames } from './trail/seen.ts';
export { sentReasons } from './trail/sent.ts';
export { complianceOf } from './trail/states.ts';
export { idsWithoutCounts } from './trail/test-reasons.ts';
export { decideStatus, type StatusCause, type StatusDecision, type StatusEnds } from './status/decide.ts';
export type { PostedStatus, StatusMark, StatusRun, StatusSlot, StatusState, StatusWord } from './status/slot.ts';
export { isFinished, isNews, isSameAttempt, slotWords } from './status/words.ts';
