export { aboutOptions, descriptionOption, originUrlOption, readAbout, type AboutSettings } from './about.ts';
export { allOrComplaints, later } from './all-or-complaints.ts';
export {
  approvalNumberOption,
  approverOptions,
  environmentOption,
  oldestCommitOption,
  readApprovalNumber,
  readApprover,
  readEnvironment,
} from './approvals.ts';
export { type FileText, type ReadFile } from './file-text.ts';
export { largestList, readArtifactList, type ArtifactList } from './artifact-list.ts';
export { artifactOptions, readArtifact, readReport, reportOptions, type ArtifactSettings, type ReportSettings } from './artifacts.ts';
export { auditOptions, type FailOnSeverity } from './audit.ts';
export type { PublishSettings } from './read-audit-publish.ts';
export { auditOnLineOptions } from './audit-as-of.ts';
export type { SeriesSettings } from './read-audit-series.ts';
export type { AuditIssuesSettings, AuditSettings, AuditSources } from './read-audit.ts';
export { auditIssuesOptions, requiredForIssues } from './audit-issues.ts';
export type { ReperformSettings } from './read-reperform.ts';
export {
  auditMergeOptions,
  auditPartOptions,
  auditPlanOptions,
  requiredForMerge,
  requiredForPart,
  requiredForPlan,
} from './audit-organization.ts';
export type { AuditMergeSettings, AuditPartSettings, AuditPlanSettings, GitHubSettings } from './read-audit-organization.ts';
export type { AuditPeriod, AuditPoint } from './audit-period.ts';
export type { AuditReportFile, AuditReportForm } from './audit-reports.ts';
export { attestationFilterOptions, readAttestationFilter } from './attestations.ts';
export { momentIn } from './moment.ts';
export {
  attestOptions,
  readAttest,
  readCommon,
  requiredToAttest,
  type AttestSettings,
  type CommonSettings,
  type RecordedSettings,
} from './attest.ts';
export {
  addressOptions,
  connectionOptions,
  orgOption,
  readAddress,
  readConnection,
  readLookup,
  requiredForConnection,
  requiredToLookUp,
  type AddressSettings,
  type ConnectionSettings,
  type LookupSettings,
} from './connection.ts';
export { readSnapshotName, runningOption, snapshotOption, toSnapshotOption } from './environments.ts';
export { evidenceOptions, isTestResults, readEvidence, refuseOtherEvidence, type EvidenceSettings } from './evidence.ts';
export {
  claimOptions,
  claimRecordOptions,
  forkCollectOptions,
  readClaimRecord,
  readClaims,
  readForkCollect,
  requiredToClaim,
  requiredToCollect,
  type ClaimRecordSettings,
  type ClaimSettings,
  type ForkCollectSettings,
} from './fork.ts';
export { evaluationTimeoutOption, gateOptions, policyOptions, readGate, readJudge, type GateSettings, type JudgeSettings } from './gate.ts';
export { gateSubjectOptions, readGateSubject, type GateSubject } from './gate-subject.ts';
export { jobsOptions, readJobs, refuseJobs } from './jobs.ts';
export { readingOptions, minTestsOption, readReading } from './reading.ts';
export { readCommitSha, readFingerprint, readSha, shaOption, shortFingerprintOption } from './sha.ts';
export {
  commentOption,
  downloadOptions,
  environmentFileOption,
  environmentsOption,
  flowFileOption,
  limitOption,
  nameOption,
  newNameOption,
  notificationFileOption,
  numberOption,
  policyFileOption,
  repoOption,
  ruleNumberOption,
  searchOption,
  shortIdOption,
  shortNameOption,
  templateOption,
  typeFileOption,
} from './resources.ts';
export { readJson } from './json-text.ts';
export { readName, readNameIfGiven, readNames } from './names.ts';
export { commitOption, dryRunOption, flowOption, trailOption } from './subject.ts';
export { readUserData, userDataOption } from './user-data.ts';
export {
  openReader,
  secretsAmong,
  timeMeant,
  type GivenOptions,
  type JobOfRun,
  type OptionReader,
  type RawOptions,
  type ReaderOf,
} from './reader.ts';
export { queryOptions } from './query.ts';
export type { QuerySettings } from './read-query.ts';
export { resultPathsOption, readResultPaths, trackedResultsOption, workingDirectoryOption } from './results.ts';
export type { LegSettings } from './leg.ts';
export { githubTokenOption, readDisplay, displayOptions, summaryOption, type DisplaySettings } from './display.ts';
export { readService, requiredForService, serviceOptions, type ServiceSettings } from './service.ts';
export { readTags, tagOptions } from './tags.ts';
export { readTemplateFile, templateFileOption } from './template-file.ts';
export { plainRecord } from './record.ts';
export { argument, flagOf, uses, type NamesOf, type OptionSpec, type OptionUse } from './spec.ts';
export { readWebAddress } from './web-address.ts';
export { optionGroups } from './table.ts';
