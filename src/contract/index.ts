export {
  Annotations,
  CommitSha,
  ExternalUrls,
  Fingerprint,
  FlowName,
  InArtifact,
  InEnvironment,
  InFlow,
  InTrail,
  OrgName,
  TemplateName,
  TrailName,
} from './scalars.ts';
export type { AsSent } from './as-sent.ts';
export { limits } from './limits.ts';
export { patterns, matches, type PatternName } from './patterns.ts';
export { paths } from './paths.gen.ts';
export { pathOf } from './paths.ts';
export type { Method, Operation } from './operation.ts';
export type { ParameterForm, ReadingOperation } from './query.ts';
export { operations, operationsByResource, type OperationName, type ParamsOf, type QueryOf } from './operations.ts';
export { GitCommitInfo } from './git-commit-info.ts';
export { RepoInfo, repoProviders } from './repo-info.ts';
export { AttestationInput, type AboutAttestation } from './attestation-input.ts';
export {
  CustomAttestation,
  DecisionAttestation,
  GenericAttestation,
  JiraAttestation,
  JiraIssue,
  JunitAttestation,
  JunitResult,
  OverrideAttestation,
  PullRequest,
  PullRequestAttestation,
  SnykAttestation,
  SnykResult,
  SonarAttestation,
} from './attestation-kinds.ts';
export { AttestationCreated, AttestationRecord, AttestationsByCommit } from './attestations.ts';
export {
  ArtifactStatus,
  AttestationStatus,
  ComplianceStatus,
  complianceStates,
  Named,
  Trail,
  TrailInput,
  type ComplianceState,
} from './trails.ts';
export { AllowanceInput, AllowedArtifact } from './allowlists.ts';
export { Approval, ApprovalInput, ApprovalReported, Approver, ApproverInput, RunningCommit } from './approvals.ts';
export { Artifact, ArtifactInput } from './artifacts.ts';
export { Environment, EnvironmentInput, environmentTypes, LoggedEvent, type EnvironmentType } from './environments.ts';
export { ListedSnapshot, ReportedSnapshot, Snapshot, SnapshotArtifact, SnapshotDiff, SnapshotInput } from './snapshots.ts';
export { NotificationInput, NotificationRule, NotificationTarget, notificationTriggers, targetInputs } from './notifications.ts';
export { Policy, PolicyFile, PolicyInput, PolicyVersion } from './policies.ts';
export { DefaultOrganization, Organization } from './organizations.ts';
export { FoundArtifact, SearchResult } from './search.ts';
export { CustomType, TypeInput, TypeVersion, type SummaryLine } from './types.ts';
export { TagsInput } from './tags.ts';
export { AssertedArtifact } from './asserts.ts';
export { AttestationType, Flow, FlowInput, NamesFlowInput, RecordType, Template, type TemplateEntry } from './flows.ts';
export { Done, Items, Page, Pagination, Problem } from './answers.ts';
