export {
  attestationsBeginning,
  getTrail,
  listTrails,
  putTrail,
  searchTrail,
  trailsBeginning,
  type Beginning,
  type FoundTrail,
  type ListedTrail,
  type TrailSearch,
} from './trails.ts';
export { narrow, sleep, startDeadline, systemClock, type CallLimits, type Clock, type Deadline } from './deadline.ts';
export {
  attest,
  attestationsOfName,
  downloadEvidence,
  findAttestations,
  getAttestation,
  type Accepted,
  type AttestOperation,
  type AttestationSearch,
  type RecordsByCommit,
  type Submission,
} from './attestations.ts';
export { askOperation } from './operation.ts';
export { httpLoaded, openFetch, type OpenFetch } from './connections.ts';
export {
  attachPolicies,
  changeTags,
  detachPolicies,
  diffSnapshots,
  getEnvironment,
  getNotification,
  getPolicy,
  getSnapshot,
  listEnvironments,
  listNotifications,
  listPolicies,
  listSnapshots,
  putEnvironment,
  putNotification,
  putPolicy,
  removeNotification,
  replaceSigningSecrets,
  reportSnapshot,
  updateNotification,
  type KeptNotification,
  type SigningSecret,
} from './environments.ts';
export {
  archiveFlow,
  archiveType,
  getApproval,
  getArtifact,
  getDefaultOrganization,
  getFlow,
  getRunningCommit,
  getType,
  listApprovals,
  listArtifacts,
  listFlowApprovals,
  listFlows,
  listRecords,
  listTypes,
  putFlow,
  putType,
  renameFlow,
  reportApproval,
  reportArtifact,
  searchSha,
  setDefaultOrganization,
} from './resources.ts';
export { everyItem, wholeListing, type ListPage } from './pages.ts';
export type { Attachment } from './body.ts';
export type { Network } from './proxy.ts';
export type { JobIdentity } from './access.ts';
export { accessOfJob } from './job.ts';
export { isNotThere, openTransport, type Call, type Transport, type TransportOptions } from './transport.ts';
