export { commitsNamed, isUnsettled, otherTrailCommit, recordCommit } from './other-commit.ts';
export { decide, jobReasons, mayLackTemplate, withJobs, type JobEnd, type JobsBefore } from './trail.ts';
export {
  decideArtifact,
  digestAlone,
  flowsFound,
  kindKey,
  singleFile,
  trailsOfArtifact,
  treeKey,
  type ApprovalsAnswer,
  type ArtifactEvidence,
  type ArtifactReport,
  type ArtifactsAnswer,
  type ReportsAnswer,
} from './artifact.ts';
export {
  inOrder,
  overrideOf,
  reasons,
  urlOf,
  worst,
  type FailedTest,
  type Override,
  type Reason,
  type ReasonCode,
  type TrailVerdict,
  type Verdict,
  type VerdictRow,
} from './verdict.ts';
export {
  decideCommit,
  trailsOfCommit,
  type CommitAnswers,
  type CommitRecordsAnswer,
  type SearchAnswer,
  type TemplatesOfArtifact,
} from './commit.ts';
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
export { idsOf, namesWithoutRecord, ownReasons, rowsOf, sentReasons, stateOf, unusableReasons, type TrailRow } from './rows.ts';
export { failedTestsKey, failureOf, failuresIn, failuresKey, idsWithoutCounts, mostOfFailures, unusableKey, unusableRow } from './tests.ts';
export { groupRecords, legWords, runKey, toldRun, type ToldRun } from './groups.ts';
export { standingAttempts, type RunAttempt } from './attempts.ts';
export { advisesByOthers, missingNames, recordedOn } from './missing.ts';
export { asJudged, complianceOf } from './template.ts';
export {
  decideStatus,
  isFinished,
  isNews,
  isSameAttempt,
  slotWords,
  type PostedStatus,
  type StatusDecision,
  type StatusEnds,
  type StatusMark,
  type StatusSlot,
  type StatusState,
  type StatusWord,
} from './status.ts';
