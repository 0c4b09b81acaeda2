import type { OperationName } from '../../../src/contract/index.ts';
import type { Role } from '../../../src/contract/limits.ts';

export const everyRole = ['admin', 'member', 'recorder', 'approver', 'snapshotter', 'auditor', 'reader'] as const satisfies readonly Role[];

/**
 * How a secret that is narrowed to flows may use an operation: where the path, or that part of the query, names one of its flows
 * (`path`, `flow`, `flow_name`); where the body does (`body`); to see its flows alone (`listed`); always (`yes`); or not (`no`).
 */
export type Narrowed = 'path' | 'flow' | 'flow_name' | 'body' | 'listed' | 'yes' | 'no';

export interface Rule {
  readonly roles: readonly Role[];
  readonly narrowed: Narrowed;
  /** Whether everybody may do it, also without a secret. */
  readonly isOpen?: true;
  /** Whether an operator's token alone may do it, of whatever organization. */
  readonly isForOperators?: true;
  /** Whether no job may do it, whatever its role. */
  readonly isForPeople?: true;
}

const read = (narrowed: Narrowed): Rule => ({ roles: everyRole, narrowed });
const record: Rule = { roles: ['admin', 'member', 'recorder'], narrowed: 'path' };
const decide = (narrowed: Narrowed): Rule => ({ roles: ['admin', 'member', 'approver'], narrowed });
const administer: Rule = { roles: ['admin'], narrowed: 'no', isForPeople: true };
const operate: Rule = { roles: [], narrowed: 'no', isForOperators: true };
const define = (narrowed: Narrowed): Rule => ({ roles: ['admin', 'member'], narrowed });

/**
 * Who may do each operation, said a second time and independently of the program. Every operation of the contract is here, or this
 * does not compile.
 */
export const rules: Readonly<Record<OperationName, Rule>> = {
  listTrails: read('path'),
  getTrail: read('path'),
  getTrailStatement: read('path'),
  listOrgTrails: read('flow'),
  putTrail: record,
  findAttestations: read('flow_name'),
  findAttestationsForCriteria: read('flow_name'),
  attestJunit: record,
  attestGeneric: record,
  attestCustom: record,
  attestPullRequest: record,
  attestSnyk: record,
  attestSonar: record,
  attestJira: record,
  attestDecision: record,
  overrideAttestation: decide('path'),
  downloadEvidence: read('path'),
  getAttestationStatement: read('path'),
  attestationsOfArtifact: read('path'),
  attestationsOfFlow: read('path'),
  attestationsOfName: read('path'),
  listArtifacts: read('flow_name'),
  reportArtifact: record,
  getArtifact: read('path'),
  artifactsOfCommit: read('path'),
  latestCommit: read('path'),
  assertArtifact: read('flow_name'),
  listApprovals: read('path'),
  listFlowApprovals: read('path'),
  reportApproval: decide('path'),
  getApproval: read('path'),
  getRunningCommit: read('path'),
  putFlow: define('body'),
  putNamesFlow: define('body'),
  renameFlow: define('no'),
  archiveFlow: define('path'),
  listFlows: read('listed'),
  getFlow: read('path'),
  listTests: read('path'),
  listTypes: read('yes'),
  getType: read('yes'),
  putType: define('no'),
  archiveType: define('no'),
  putPolicy: define('no'),
  listPolicies: read('no'),
  getPolicy: read('no'),
  listNotifications: read('no'),
  getNotification: read('no'),
  putNotification: define('no'),
  updateNotification: define('no'),
  replaceSigningSecrets: define('no'),
  removeNotification: define('no'),
  exchangeIdToken: { ...read('yes'), isOpen: true },
  putEnvironment: define('no'),
  listEnvironments: read('no'),
  getEnvironment: read('no'),
  renameEnvironment: define('no'),
  archiveEnvironment: define('no'),
  joinEnvironment: define('no'),
  attachPolicies: define('no'),
  detachPolicies: define('no'),
  listEnvironmentEvents: read('no'),
  reportSnapshot: { roles: ['admin', 'member', 'snapshotter'], narrowed: 'no' },
  getSnapshot: read('no'),
  listSnapshots: read('no'),
  diffSnapshots: read('no'),
  allowArtifact: decide('no'),
  listAllowedArtifacts: read('no'),
  searchSha: read('no'),
  patchTags: define('no'),
  getOrganization: read('no'),
  setDefaultOrganization: read('no'),
  getDefaultOrganization: read('yes'),
  listRecords: { roles: ['admin', 'auditor'], narrowed: 'no' },
  listTokens: administer,
  createToken: administer,
  rotateToken: administer,
  revokeToken: administer,
  listMembers: administer,
  listJobRules: administer,
  addJobRule: administer,
  removeJobRule: administer,
  listOrganizations: operate,
  makeOrganization: operate,
  changeOrganization: operate,
};

/** The pages, and how narrowed secrets may open them. */
export const pageRules: Readonly<Record<string, Narrowed>> = {
  '/': 'yes',
  '/:org': 'yes',
  '/:org/search': 'listed',
  '/:org/flows': 'listed',
  '/:org/flows/:flow_name': 'path',
  '/:org/flows/:flow_name/tests': 'path',
  '/:org/flows/:flow_name/trails/:trail_name': 'path',
  '/:org/flows/:flow_name/trails/:trail_name/attestations/:attestation_id/attachment': 'path',
  '/:org/flows/:flow_name/trails/:trail_name/statement': 'path',
  '/:org/flows/:flow_name/trails/:trail_name/attestations/:attestation_id/statement': 'path',
  '/:org/flows/:flow_name/approvals': 'path',
  '/:org/flows/:flow_name/approvals/:approval_number': 'path',
  '/:org/flows/:flow_name/artifacts': 'path',
  '/:org/flows/:flow_name/artifacts/:fingerprint': 'path',
  '/:org/access': 'no',
  '/:org/job-rules': 'no',
  '/:org/audits': 'no',
  '/:org/audits/:attestation_id': 'no',
  '/:org/audits/:attestation_id/audit.html': 'no',
  '/:org/audits/:attestation_id/audit.json': 'no',
  '/:org/audits/:attestation_id/package.tgz': 'no',
  '/:org/environments': 'no',
  '/:org/environments/:env_name': 'no',
  '/:org/environments/:env_name/changes/:number': 'no',
  '/:org/environments/:env_name/snapshots/:number': 'no',
  '/:org/notifications': 'no',
  '/:org/policies': 'no',
  '/:org/policies/:policy_name': 'no',
  '/:org/records': 'no',
  '/:org/types': 'yes',
  '/:org/types/:type_name': 'yes',
};

/** The pages that not every role may open. */
export const pageRoles: Readonly<Record<string, Rule>> = {
  '/:org/access': administer,
  '/:org/job-rules': administer,
  '/:org/records': { roles: ['admin', 'auditor'], narrowed: 'no' },
};
