export { descriptionOption, originOptions, plainRecord, userDataOption, type AboutSettings } from './record.ts';
export {
  allOrComplaints,
  later,
  openReader,
  readOptions,
  readUses,
  secretsAmong,
  timeMeant,
  type GivenOptions,
  type RawOptions,
} from './reader.ts';
export {
  approvalNumberOption,
  approverOptions,
  artifactOptions,
  environmentOption,
  oldestCommitOption,
  readArtifact,
  readReport,
  reportOptions,
  type ArtifactSettings,
  type ReportSettings,
} from './artifacts.ts';
export { largestList, readArtifactList, readJson, type ArtifactList, type FileText, type ReadFile } from './given-files.ts';
export {
  auditAccessOptions,
  auditIssuesOptions,
  auditOnLineOptions,
  auditOptions,
  requiredForIssues,
  type AuditPeriod,
  type AuditPoint,
  type AuditReportForm,
} from './audit.ts';
export type { AuditAccessSettings, AuditIssuesSettings, AuditSettings, AuditSources, PublishSettings } from './read-audits.ts';
export type { ReperformSettings, SeriesSettings } from './read-audits.ts';
export {
  auditMergeOptions,
  auditPartOptions,
  auditPlanOptions,
  requiredForMerge,
  requiredForPart,
  requiredForPlan,
} from './audit-organization.ts';
export type { AuditMergeSettings, AuditPartSettings, AuditPlanSettings, GitHubSettings } from './read-audits.ts';
export {
  attestationFilterOptions,
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
  queryOptions,
  repoOption,
  ruleNumberOption,
  runningOption,
  searchOption,
  shortIdOption,
  shortNameOption,
  snapshotOption,
  tagOptions,
  templateOption,
  toSnapshotOption,
  typeFileOption,
} from './resources.ts';
export { momentIn, readName, shaOption, shortFingerprintOption } from './values.ts';
export {
  attestOptions,
  readAttest,
  readCommon,
  requiredToAttest,
  type AttestSettings,
  type CommonSettings,
  type RecordedSettings,
} from './evidence.ts';
export {
  addressOptions,
  commitOption,
  connectionOptions,
  dryRunOption,
  flowOption,
  orgOption,
  readAddress,
  readConnection,
  readLookup,
  readService,
  requiredForConnection,
  requiredForService,
  requiredToLookUp,
  serviceOptions,
  templateFileOption,
  trailOption,
  type AddressSettings,
  type ConnectionSettings,
  type LookupSettings,
  type ServiceSettings,
} from './service.ts';
export { evidenceOptions, isTestResults, readEvidence, refuseOtherEvidence, type EvidenceSettings } from './evidence.ts';
export {
  claimOptions,
  claimRecordOptions,
  forkCollectOptions,
  readClaimRecord,
  requiredToClaim,
  requiredToCollect,
  type ClaimRecordSettings,
  type ClaimSettings,
  type ForkCollectSettings,
} from './fork.ts';
export {
  evaluationTimeoutOption,
  gateOptions,
  jobsOptions,
  policyOptions,
  readGate,
  readJobs,
  readJudge,
  refuseJobs,
  type GateSettings,
  type JudgeSettings,
} from './gate.ts';
export { gateSubjectOptions, readGateSubject, type GateSubject } from './gate.ts';
export {
  minTestsOption,
  readingOptions,
  resultPathsOption,
  trackedResultsOption,
  workingDirectoryOption,
  type LegSettings,
} from './results.ts';
export type { QuerySettings } from './read-query.ts';
export { displayOptions, githubTokenOption, readDisplay, summaryOption, type DisplaySettings } from './display.ts';
export {
  argument,
  flagOf,
  placeholderOf,
  uses,
  type JobOfRun,
  type NamesOf,
  type OptionReader,
  type OptionSpec,
  type OptionUse,
  type ReaderOf,
  type SettingsOfUses,
} from './spec.ts';
export { optionGroups } from './table.ts';
