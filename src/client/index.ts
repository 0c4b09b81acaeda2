export { attestationsBeginning, trailsBeginning, type Beginning } from './beginnings.ts';
export { systemClock, type Clock } from './clock.ts';
export { narrow, sleep, startDeadline, type Deadline, type CallLimits } from './deadline.ts';
export { attest, type Accepted, type AttestOperation, type Submission } from './attest.ts';
export { attestationsOfName, downloadEvidence, getAttestation } from './attestations.ts';
export { findAttestations, type AttestationSearch, type RecordsByCommit } from './attestation-search.ts';
export { askOperation } from './operation.ts';
export { httpLoaded } from './http.ts';
export { openFetch, type OpenFetch } from './fetch.ts';
export { attachPolicies, detachPolicies, getEnvironment, listEnvironments, putEnvironment } from './environments.ts';
export { archiveFlow, getFlow, listFlows, putFlow, renameFlow } from './flows.ts';
export { changeTags } from './tags.ts';
export { getApproval, getRunningCommit, listApprovals, listFlowApprovals, reportApproval } from './approvals.ts';
export { getArtifact, listArtifacts, reportArtifact } from './artifacts.ts';
export {
  getNotification,
  listNotifications,
  putNotification,
  removeNotification,
  replaceSigningSecrets,
  type SigningSecret,
  updateNotification,
  type KeptNotification,
} from './notifications.ts';
export { getDefaultOrganization, setDefaultOrganization } from './organizations.ts';
export { getPolicy, listPolicies, putPolicy } from './policies.ts';
export { diffSnapshots, getSnapshot, listSnapshots, reportSnapshot } from './snapshots.ts';
export { listRecords } from './records.ts';
export { searchSha } from './search.ts';
export { archiveType, getType, listTypes, putType } from './custom-types.ts';
export { everyItem, type ListPage } from './pages.ts';
export { wholeListing } from './whole-listing.ts';
export type { Attachment } from './body.ts';
export type { Network } from './proxy.ts';
export { searchTrail, type FoundTrail, type TrailSearch } from './trail-search.ts';
export { getTrail, listTrails, putTrail, type ListedTrail } from './trails.ts';
export type { JobIdentity } from './access.ts';
export { accessOfJob } from './job.ts';
export { isNotThere, openTransport, type Call, type Transport, type TransportOptions } from './transport.ts';
