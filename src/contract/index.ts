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
} from './schemas/scalars.ts';
export type { AsSent } from './as-sent.ts';
export { limits, usualPages } from './limits.ts';
export { environmentTypes, matches, notificationTriggers, patterns, type EnvironmentType, type PatternName } from './patterns.ts';
export { paths } from './paths.gen.ts';
export { pathOf } from './paths.ts';
export type { Method, Operation } from './schemas/operation.ts';
export type { ParameterForm, ReadingOperation } from './query.ts';
export { operations, operationsByResource, type OperationName, type ParamsOf, type QueryOf } from './schemas/operations.ts';
export { GitCommitInfo } from './schemas/git-commit-info.ts';
export { RepoInfo } from './schemas/repo-info.ts';
export { AttestationInput, type AboutAttestation } from './schemas/attestation-input.ts';
export {
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
} from './schemas/attestation-kinds.ts';
export { AttestationCreated, AttestationRecord, AttestationsByCommit } from './schemas/attestations.ts';
export { ArtifactStatus, AttestationStatus, ComplianceStatus, Named, Trail, TrailInput, type ComplianceState } from './schemas/trails.ts';
export { AllowanceInput, AllowedArtifact } from './schemas/allowlists.ts';
export { Approval, ApprovalInput, ApprovalReported, Approver, ApproverInput, RunningCommit } from './schemas/approvals.ts';
export { Artifact, ArtifactInput } from './schemas/artifacts.ts';
export { Environment, EnvironmentInput, type LoggedEvent } from './schemas/environments.ts';
export { ListedSnapshot, ReportedSnapshot, Snapshot, SnapshotArtifact, SnapshotDiff, SnapshotInput } from './schemas/snapshots.ts';
export { keptTargets, NotificationInput, NotificationRule, NotificationTarget, targetInputs } from './schemas/notifications.ts';
export { Policy, PolicyFile, PolicyInput, PolicyVersion } from './schemas/policies.ts';
export { DefaultOrganization, Organization } from './schemas/organizations.ts';
export { IdToken, JobAccess } from './schemas/oidc.ts';
export { Records, StoredRecord } from './schemas/records.ts';
export { FoundArtifact, FoundTrail, SearchResult } from './schemas/search.ts';
export { CustomType, TypeInput, TypeVersion } from './schemas/custom-types.ts';
export { TagsInput } from './schemas/tags.ts';
export { AssertedArtifact } from './schemas/asserts.ts';
export { AttestationType, Flow, FlowInput, RecordType, Template, type TemplateEntry } from './schemas/flows.ts';
export { Done, Items, Page, Pagination, Problem } from './schemas/answers.ts';
