export { commitsNamed, isUnsettled, otherTrailCommit, recordCommit } from './other-commit.ts';
export { decide, jobReasons, mayLackTemplate, withJobs, type JobEnd, type JobsBefore } from './trail.ts';
export { decideArtifact, digestAlone, flowsFound, kindKey, singleFile, trailsOfArtifact, treeKey } from './artifact.ts';
export type { ApprovalsAnswer, ArtifactEvidence, ArtifactReport, ArtifactsAnswer, ReportsAnswer } from './artifact.ts';
export { inOrder, overrideOf, reasons, urlOf, worst } from './verdict.ts';
export type { FailedTest, Override, Reason, ReasonCode, TrailVerdict, Verdict, VerdictRow } from './verdict.ts';
export { decideCommit, isName, trailsOfCommit } from './commit.ts';
export type { CommitAnswers, CommitRecordsAnswer, SearchAnswer, TemplatesOfArtifact } from './commit.ts';
export type { ArtifactQuestion, CommitQuestion, Evidence, FaultFacts, FlowAnswer, MergeAnswer, OwnEvidence } from './evidence.ts';
export type { Question, RecordedBefore, RecordsAnswer, Sending, TrailAnswer, TrailQuestion } from './evidence.ts';
export {
  idsOf,
  namesWithoutRecord,
  ownReasons,
  recordsOfRow,
  rowsOf,
  sentReasons,
  stateOf,
  unusableReasons,
  type TrailRow,
} from './rows.ts';
export { failedTestsKey, failureOf, failuresIn, failuresKey, idsWithoutCounts, mostOfFailures, unusableKey, unusableRow } from './tests.ts';
export type { Policy } from './row.ts';
export { groupRecords, legWords, runKey, toldRun, type ToldRun } from './groups.ts';
export { standingAttempts, type RunAttempt } from './attempts.ts';
export { advisesByOthers, missingNames, recordedOn } from './missing.ts';
export { asJudged, complianceOf } from './template.ts';
export { decideStatus, isFinished, isNews, isSameAttempt, slotWords } from './status.ts';
export type { PostedStatus, StatusDecision, StatusEnds, StatusMark, StatusSlot, StatusState, StatusWord } from './status.ts';
