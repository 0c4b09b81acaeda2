export { Annotations, CommitSha, ExternalUrls, Fingerprint, FlowName, OrgName, TemplateName, TrailName } from './scalars.ts';
export { limits } from './limits.ts';
export { patterns, matches, type PatternName } from './patterns.ts';
export { paths, pathOf, type OperationName } from './paths.ts';
export { operations } from './operations.ts';
export { GitCommitInfo } from './git-commit-info.ts';
export { RepoInfo, repoProviders } from './repo-info.ts';
export { AttestationCreated, JunitAttestation, JunitResult } from './junit-attestation.ts';
export { AttestationRecord, AttestationsByCommit } from './attestation.ts';
export {
  ArtifactStatus,
  AttestationStatus,
  ComplianceStatus,
  complianceStates,
  Named,
  Trail,
  type ComplianceState,
} from './trail.ts';
export { FlowInput } from './flow.ts';
export { TrailInput } from './trail-input.ts';
export { AttestationType, Template, type TemplateEntry } from './template.ts';
export { Page, Pagination } from './pagination.ts';
export { Problem } from './problem.ts';
