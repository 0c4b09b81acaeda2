export { descriptionOption, originOptions, plainRecord, userDataOption, type AboutSettings } from './record.ts';
export { allOrComplaints, later, openReader, readOptions, readUses, secretsAmong, timeMeant } from './reader.ts';
export type { GivenOptions, RawOptions } from './reader.ts';
export { approvalNumberOption, approverOptions, artifactOptions, environmentOption, oldestCommitOption } from './artifacts.ts';
export { readArtifact, readReport, reportOptions } from './artifacts.ts';
export type { ArtifactSettings, ReportSettings } from './artifacts.ts';
export { largestList, readArtifactList, readJson, type ArtifactList, type FileText, type ReadFile } from './given-files.ts';
export { auditAccessOptions, auditIssuesOptions, auditOnLineOptions, auditOptions, requiredForIssues } from './audit.ts';
export type { AuditPeriod, AuditPoint, AuditReportForm } from './audit.ts';
export type { AuditAccessSettings, AuditIssuesSettings, AuditMergeSettings, AuditPartSettings } from './read-audits.ts';
export type { AuditPlanSettings, AuditSettings, AuditSources, GitHubSettings, PublishSettings } from './read-audits.ts';
export type { ReperformSettings, SeriesSettings } from './read-audits.ts';
export { auditMergeOptions, auditPartOptions, auditPlanOptions, requiredForMerge, requiredForPart } from './audit-organization.ts';
export { requiredForPlan } from './audit-organization.ts';
export { allFlowsOption, formatOption, ofCommitOptions, stateOption, timeOptions, webOption } from './resources.ts';
export { attestationFilterOptions, commentOption, downloadOptions, environmentFileOption, environmentsOption } from './resources.ts';
export { flowFileOption, limitOption, nameOption, newNameOption, notificationFileOption, numberOption } from './resources.ts';
export { policyFileOption, queryOptions, repoOption, ruleNumberOption, runningOption, searchOption, shortIdOption } from './resources.ts';
export { shortNameOption, snapshotOption, tagOptions, templateOption, toSnapshotOption, typeFileOption } from './resources.ts';
export { momentIn, readName, shaOption, shortFingerprintOption, spanIn } from './values.ts';
export { attestOptions, evidenceOptions, isTestResults, readAttest, readCommon, readEvidence, refuseOtherEvidence } from './evidence.ts';
export { requiredToAttest } from './evidence.ts';
export type { AttestSettings, CommonSettings, EvidenceSettings, RecordedSettings } from './evidence.ts';
export { addressOptions, commitOption, connectionOptions, dryRunOption, flowOption, orgOption, readAddress } from './service.ts';
export {
  parseBaseUrl,
  readConnection,
  readLookup,
  readService,
  requiredForConnection,
  requiredForService,
  requiredToLookUp,
} from './service.ts';
export { serviceOptions, templateFileOption, trailOption } from './service.ts';
export type { AddressSettings, ConnectionSettings, LookupSettings, ServiceSettings } from './service.ts';
export { claimOptions, claimRecordOptions, forkCollectOptions, readClaimRecord, requiredToClaim, requiredToCollect } from './fork.ts';
export type { ClaimRecordSettings, ClaimSettings, ForkCollectSettings } from './fork.ts';
export { evaluationTimeoutOption, gateOptions, gateSubjectOptions, jobsOptions, policyOptions, readGate } from './gate.ts';
export { readGateSubject, readJobs, readJudge, refuseJobs } from './gate.ts';
export type { GateSettings, GateSubject, JudgeSettings } from './gate.ts';
export { minTestsOption, readingOptions, resultPathsOption, statementFolderOption, trackedResultsOption } from './results.ts';
export { workingDirectoryOption } from './results.ts';
export type { LegSettings } from './results.ts';
export type { QuerySettings } from './read-query.ts';
export { displayOptions, githubTokenOption, readDisplay, summaryOption, type DisplaySettings } from './display.ts';
export { argument, flagOf, placeholderOf, uses } from './spec.ts';
export type { JobOfRun, NamesOf, OptionReader, OptionSpec, OptionUse, ReaderOf, SettingsOfUses } from './spec.ts';
export { optionGroups } from './table.ts';
