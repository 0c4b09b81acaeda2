export { commitsNamed, recordCommit } from './trail/other-commit.ts';
export { isUnsettled, otherTrailCommit } from './trail/other-trail.ts';
export { decide } from './decide.ts';
export { decideArtifact, trailsOfArtifact, type ArtifactEvidence, type ArtifactsAnswer } from './artifact/artifact.ts';
export { type ApprovalsAnswer } from './artifact/approval.ts';
export { digestAlone, flowsFound, kindKey, singleFile, treeKey, type ArtifactReport, type ReportsAnswer } from './artifact/trees.ts';
export { type TrailVerdict } from './subject-verdict.ts';
export {
  decideCommit,
  trailsOfCommit,
  type CommitAnswers,
  type CommitRecordsAnswer,
  type SearchAnswer,
  type TemplatesOfArtifact,
} from './commit/commit.ts';
export type {
  ArtifactQuestion,
  CommitQuestion,
  Evidence,
  FaultFacts,
  FlowAnswer,
  MergeAnswer,
  OwnEvidence,
  Policy,
  Question,
  RecordedBefore,
  RecordsAnswer,
  Sending,
  TrailAnswer,
  TrailQuestion,
} from './evidence.ts';
export { jobReasons, withJobs, type JobEnd, type JobsBefore } from './jobs.ts';
export { ownReasons, sentReasons, unusableReasons } from './trail/own.ts';
export { inOrder, urlOf, worst, type FailedTest, type Reason, type Verdict, type VerdictRow } from './verdict.ts';
export { reasons, type ReasonCode } from './reasons.ts';
export { failedTestsKey, failuresIn, failuresKey, failureOf, mostOfFailures, unusableKey, unusableRow } from './trail/failed-tests.ts';
export { legWords } from './advice/leg-words.ts';
export { groupRecords, runKey, toldRun, type ToldRun } from './runs/groups.ts';
export { standingAttempts } from './runs/attempts.ts';
export type { RunAttempt } from './runs/run-order.ts';
export { overrideOf, type Override } from './trail/override.ts';
export { advisesByOthers, missingNames, recordedOn } from './trail/missing.ts';
export { rowsOf, stateOf, type TrailRow } from './trail/rows.ts';
export { mayLackTemplate } from './trail/without-template.ts';
export { asJudged, complianceOf } from './trail/template.ts';
export { idsOf, namesWithoutRecord } from './trail/row-records.ts';
export { idsWithoutCounts } from './trail/test-reasons.ts';
export { decideStatus, type StatusDecision, type StatusEnds } from './status/decide.ts';
export type { PostedStatus, StatusMark, StatusSlot, StatusState, StatusWord } from './status/slot.ts';
export { isFinished, isNews, isSameAttempt, slotWords } from './status/words.ts';
