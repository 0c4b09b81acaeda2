export { Annotations, CommitSha, Done, ExternalUrls, Fingerprint, FlowName, Items, OrgName, Page, Pagination } from './schemas/fields.ts';
export { Problem, RecordId, TemplateName, TrailName } from './schemas/fields.ts';
export type { AsSent } from './schemas/fields.ts';
export { paramsOf, type Method, type Needing, type Operation, type ParamsIn, type Reach } from './schemas/operation.ts';
export { operations, operationsByResource } from './schemas/operations.ts';
export type { OperationName, ParameterForm, ParamsOf, QueryOf, ReadingOperation, Taken } from './schemas/operations.ts';
export { environmentTypes, limits, matches, notificationTriggers, patterns, usualPages } from './limits.ts';
export type { EnvironmentType, PatternName, Permission } from './limits.ts';
export { paths } from './paths.gen.ts';
export { pathOf } from './paths.ts';
export { GitCommitInfo, RepoInfo } from './schemas/parts.ts';
export { AttestationInput, CustomAttestation, DecisionAttestation, GenericAttestation } from './schemas/attestation-kinds.ts';
export { JiraAttestation, JunitAttestation, JunitResult, OverrideAttestation, PullRequest } from './schemas/attestation-kinds.ts';
export { PullRequestAttestation, SnykAttestation, SonarAttestation } from './schemas/attestation-kinds.ts';
export type { AboutAttestation } from './schemas/attestation-kinds.ts';
export { AttestationCreated, AttestationRecord, AttestationsByCommit } from './schemas/attestations.ts';
export { ArtifactStatus, AttestationStatus, ComplianceStatus, Named, Trail, TrailInput, type ComplianceState } from './schemas/trails.ts';
export { TrailFilter, TrailPlace, trailFilters } from './schemas/trails.ts';
export { AllowanceInput, AllowedArtifact, Environment, EnvironmentInput, type LoggedEvent } from './schemas/environments.ts';
export { Approval, ApprovalInput, ApprovalReported, Approver, ApproverInput, RunningCommit } from './schemas/approvals.ts';
export { Artifact, ArtifactInput } from './schemas/artifacts.ts';
export { ListedSnapshot, ReportedSnapshot, Snapshot, SnapshotArtifact, SnapshotDiff, SnapshotInput } from './schemas/snapshots.ts';
export { NotificationInput, NotificationRule, NotificationTarget, keptTargets, targetInputs } from './schemas/notifications.ts';
export { Policy, PolicyFile, PolicyInput, PolicyVersion } from './schemas/policies.ts';
export { DefaultOrganization, IdToken, JobAccess, Organization, Records, StoredRecord } from './schemas/organizations.ts';
export { FoundArtifact, FoundTrail, SearchResult } from './schemas/search.ts';
export { CustomType, TypeInput, TypeVersion } from './schemas/custom-types.ts';
export { AttestationType, Flow, FlowInput, RecordType, TagsInput, Template, type TemplateEntry } from './schemas/flows.ts';
export { AssertedArtifact } from './schemas/asserts.ts';
export {
  AddedJobRule,
  JobRule,
  JobRuleInput,
  ListedToken,
  MadeToken,
  Member,
  RotationInput,
  TokenInput,
} from './schemas/administration.ts';
