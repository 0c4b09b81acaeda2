export {
  Annotations,
  CommitSha,
  Done,
  ExternalUrls,
  Fingerprint,
  FlowName,
  InArtifact,
  InEnvironment,
  InFlow,
  InTrail,
  Items,
  OrgName,
  Page,
  Pagination,
  Problem,
  TemplateName,
  TrailName,
  type Method,
  type Operation,
} from './schemas/fields.ts';
export type { AsSent, ParameterForm, ReadingOperation } from './query.ts';
export {
  environmentTypes,
  limits,
  matches,
  notificationTriggers,
  patterns,
  usualPages,
  type EnvironmentType,
  type PatternName,
} from './limits.ts';
export { paths } from './paths.gen.ts';
export { pathOf } from './paths.ts';
export { operations, operationsByResource, type OperationName, type ParamsOf, type QueryOf } from './schemas/operations.ts';
export { GitCommitInfo, RepoInfo } from './schemas/parts.ts';
export {
  AttestationInput,
  CustomAttestation,
  DecisionAttestation,
  GenericAttestation,
  JiraAttestation,
  JunitAttestation,
  JunitResult,
  OverrideAttestation,
  PullRequest,
  PullRequestAttestation,
  SnykAttestation,
  SonarAttestation,
  type AboutAttestation,
} from './schemas/attestation-kinds.ts';
export { AttestationCreated, AttestationRecord, AttestationsByCommit } from './schemas/attestations.ts';
export { ArtifactStatus, AttestationStatus, ComplianceStatus, Named, Trail, TrailInput, type ComplianceState } from './schemas/trails.ts';
export { AllowanceInput, AllowedArtifact, Environment, EnvironmentInput, type LoggedEvent } from './schemas/environments.ts';
export { Approval, ApprovalInput, ApprovalReported, Approver, ApproverInput, RunningCommit } from './schemas/approvals.ts';
export { Artifact, ArtifactInput } from './schemas/artifacts.ts';
export { ListedSnapshot, ReportedSnapshot, Snapshot, SnapshotArtifact, SnapshotDiff, SnapshotInput } from './schemas/snapshots.ts';
export { keptTargets, NotificationInput, NotificationRule, NotificationTarget, targetInputs } from './schemas/notifications.ts';
export { Policy, PolicyFile, PolicyInput, PolicyVersion } from './schemas/policies.ts';
export { DefaultOrganization, IdToken, JobAccess, Organization } from './schemas/organizations.ts';
export { Records, StoredRecord } from './schemas/records.ts';
export { FoundArtifact, FoundTrail, SearchResult } from './schemas/search.ts';
export { CustomType, TypeInput, TypeVersion } from './schemas/custom-types.ts';
export { TagsInput } from './schemas/tags.ts';
export { AssertedArtifact } from './schemas/asserts.ts';
export { AttestationType, Flow, FlowInput, RecordType, Template, type TemplateEntry } from './schemas/flows.ts';
