import { operations, type Operation, type OperationName } from '../../contract/index.ts';

/**
 * How a secret that is narrowed to flows may use an operation:
 * - `path`: where the flow that the path names is one of them;
 * - `query`: where this part of the query names one of them, and none of `without` is there;
 * - `filtered`: the answer has these flows alone;
 * - `body`: where the body names one of them;
 * - `shared`: always, because nothing in it is of a flow;
 * - `none`: not at all.
 */
export type Reach =
  | { readonly by: 'path' | 'filtered' | 'body' | 'shared' | 'none' }
  | { readonly by: 'query'; readonly name: 'flow' | 'flow_name'; readonly without: readonly string[] };

type WithoutFlow = {
  [Name in OperationName]: (typeof operations)[Name]['path'] extends `${string}/:flow_name${string}` ? never : Name;
}[OperationName];

const none = { by: 'none' } as const;

function query(name: 'flow' | 'flow_name', ...without: readonly string[]): Reach {
  return { by: 'query', name, without };
}

/** Every operation whose path names no flow is here, or this does not compile; others are where they change more than their flow. */
const reaches: Readonly<Record<WithoutFlow, Reach> & Partial<Record<OperationName, Reach>>> = {
  listOrgTrails: query('flow'),
  findAttestations: query('flow_name'),
  findAttestationsForCriteria: query('flow_name'),
  listArtifacts: query('flow_name'),
  // Environments and policies know the artifact from all flows.
  assertArtifact: query('flow_name', 'environment_name', 'policy_name'),
  listFlows: { by: 'filtered' },
  putFlow: { by: 'body' },
  putNamesFlow: { by: 'body' },
  // The new name is one of the organization.
  renameFlow: none,
  // A type says how to read evidence, and is the same for every flow.
  listTypes: { by: 'shared' },
  getType: { by: 'shared' },
  putType: none,
  archiveType: none,
  // Says which of its organizations the user prefers.
  getDefaultOrganization: { by: 'shared' },
  setDefaultOrganization: none,
  getOrganization: none,
  searchSha: none,
  listRecords: none,
  patchTags: none,
  // The rules of a policy may name flows.
  putPolicy: none,
  listPolicies: none,
  getPolicy: none,
  // An environment runs artifacts of all flows.
  putEnvironment: none,
  listEnvironments: none,
  getEnvironment: none,
  renameEnvironment: none,
  archiveEnvironment: none,
  joinEnvironment: none,
  listEnvironmentEvents: none,
  attachPolicies: none,
  detachPolicies: none,
  reportSnapshot: none,
  getSnapshot: none,
  listSnapshots: none,
  diffSnapshots: none,
  allowArtifact: none,
  listAllowedArtifacts: none,
  listNotifications: none,
  getNotification: none,
  putNotification: none,
  updateNotification: none,
  replaceSigningSecrets: none,
  removeNotification: none,
  // Its caller has no secret yet.
  exchangeIdToken: { by: 'shared' },
};

const byAddress = new Map<string, Reach>(
  Object.entries<Pick<Operation, 'method' | 'path'>>(operations).flatMap(([name, { method, path }]) => {
    const reach = Object.entries(reaches).find(([known]) => known === name)?.[1];
    return reach === undefined ? [] : [[`${method} ${path}`, reach] as const];
  }),
);

/** How a narrowed secret may use what is at a path. Without a flow in the path, and without an entry above, it may not. */
export function reachOf(method: string, path: string): Reach {
  return byAddress.get(`${method} ${path}`) ?? (path.split('/').includes(':flow_name') ? { by: 'path' } : none);
}
