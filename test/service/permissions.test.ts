import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import type { Method, OperationName } from '../../src/contract/index.ts';
import { queryRoute, route, userRoute } from '../../src/service/http/route.ts';
import { answered, everyRole, mounted, tokenOf, type RoleName } from './mounted.ts';

const everybody = ['admin', 'member', 'snapshotter', 'auditor', 'reader'] as const;

/**
 * The roles that may do each operation. Every operation of the contract that the service answers is here, or this does not
 * compile.
 */
const may: Readonly<Record<OperationName, readonly RoleName[]>> = {
  listArtifacts: everybody,
  reportArtifact: ['admin', 'member'],
  getArtifact: everybody,
  listApprovals: everybody,
  listFlowApprovals: everybody,
  reportApproval: ['admin', 'member'],
  getApproval: everybody,
  getRunningCommit: everybody,
  searchSha: everybody,
  setDefaultOrganization: everybody,
  getDefaultOrganization: everybody,
  listFlows: everybody,
  listTrails: everybody,
  getTrail: everybody,
  listOrgTrails: everybody,
  putTrail: ['admin', 'member'],
  findAttestations: everybody,
  findAttestationsForCriteria: everybody,
  attestJunit: ['admin', 'member'],
  attestCustom: ['admin', 'member'],
  listTypes: everybody,
  getType: everybody,
  putType: ['admin', 'member'],
  archiveType: ['admin', 'member'],
  attestGeneric: ['admin', 'member'],
  attestPullRequest: ['admin', 'member'],
  attestSnyk: ['admin', 'member'],
  attestSonar: ['admin', 'member'],
  attestJira: ['admin', 'member'],
  attestDecision: ['admin', 'member'],
  overrideAttestation: ['admin', 'member'],
  attestationsOfName: everybody,
  attestationsOfArtifact: everybody,
  attestationsOfFlow: everybody,
  downloadEvidence: everybody,
  putFlow: ['admin', 'member'],
  getFlow: everybody,
  putEnvironment: ['admin', 'member'],
  listEnvironments: everybody,
  getEnvironment: everybody,
  renameEnvironment: ['admin', 'member'],
  archiveEnvironment: ['admin', 'member'],
  joinEnvironment: ['admin', 'member'],
  attachPolicies: ['admin', 'member'],
  detachPolicies: ['admin', 'member'],
  listEnvironmentEvents: everybody,
  reportSnapshot: ['admin', 'member', 'snapshotter'],
  getSnapshot: everybody,
  listSnapshots: everybody,
  diffSnapshots: everybody,
  allowArtifact: ['admin', 'member'],
  listAllowedArtifacts: everybody,
  listNotifications: everybody,
  getNotification: everybody,
  putNotification: ['admin', 'member'],
  updateNotification: ['admin', 'member'],
  removeNotification: ['admin', 'member'],
  putPolicy: ['admin', 'member'],
  listPolicies: everybody,
  getPolicy: everybody,
  putNamesFlow: ['admin', 'member'],
  renameFlow: ['admin', 'member'],
  archiveFlow: ['admin', 'member'],
  patchTags: ['admin', 'member'],
  assertArtifact: everybody,
  artifactsOfCommit: everybody,
  latestCommit: everybody,
  getOrganization: everybody,
  listRecords: ['admin', 'auditor'],
};

const parameters = new Map([
  ['flow_name', 'f'],
  ['trail_name', 't'],
  ['attestation_name', 'unit'],
  ['attestation_id', '01234567-89ab-cdef-0123-456789ab'],
  ['fingerprint', 'a'.repeat(64)],
  ['commit_sha', 'a'.repeat(40)],
  ['resource_type', 'flow'],
  ['resource_id', 'f'],
  ['search_value', 'abcdef'],
  ['approval_number', '1'],
  ['environment_name', 'production'],
  ['notification_number', '1'],
  ['type_name', 'x'],
  ['env_name', 'prod'],
  ['type', 'server'],
  ['expression', '1'],
  ['policy_name', 'p'],
]);

/** The address of an operation in an organization. */
function urlOf(path: string, org: string): string {
  return `/api/v2${path.replace(/:(\w+)/g, (_, name: string) => (name === 'org' ? org : (parameters.get(name) ?? '')))}`;
}

async function ask(app: FastifyInstance, method: Method, url: string, token?: string): Promise<number> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return (await app.inject({ method, url, headers })).statusCode;
}

test('every operation is open to exactly those roles that may do it', async () => {
  const app = await mounted();
  const asked = answered.map(([name, { method, path }]) => ({ name, method, path }));
  expect(asked.map(({ name }) => name).toSorted()).toEqual(Object.keys(may).toSorted());
  const found = new Map<string, RoleName[]>();
  for (const { name, method, path } of asked) {
    for (const role of everyRole) {
      const status = await ask(app, method, urlOf(path, 'acme'), tokenOf(role));
      // A permitted request goes on to the next questions: whether the thing is there, and whether the body is right.
      expect([200, 400, 403, 404], `${name} as ${role}`).toContain(status);
      if (status !== 403) found.set(name, [...(found.get(name) ?? []), role]);
    }
  }
  expect(Object.fromEntries(found)).toEqual(may);
});

test('no operation is open without a token, with one that is not known, or to somebody from elsewhere', async () => {
  const app = await mounted();
  for (const [, { method, path }] of answered) {
    expect(await ask(app, method, urlOf(path, 'acme')), `at ${path}`).toBe(401);
    expect(await ask(app, method, urlOf(path, 'acme'), 'nobody-has-this'), `at ${path}`).toBe(401);
    if (!path.includes(':org')) continue;
    expect(await ask(app, method, urlOf(path, 'acme'), tokenOf('stranger')), `at ${path}`).toBe(403);
    expect(await ask(app, method, urlOf(path, 'nowhere'), tokenOf('admin')), `at ${path}`).toBe(403);
  }
});

describe('what an operation may need', () => {
  const needed: Readonly<Record<'admin' | 'evidence' | 'snapshot' | 'log' | 'read', readonly RoleName[]>> = {
    admin: ['admin'],
    evidence: ['admin', 'member'],
    snapshot: ['admin', 'member', 'snapshotter'],
    log: ['admin', 'auditor'],
    read: everybody,
  };

  test.each(['admin', 'evidence', 'snapshot', 'log', 'read'] as const)('%s is what exactly these roles have', async (need) => {
    const InOrg = Type.Object({ org: Type.String() });
    const app = await mounted([route({ method: 'GET', path: '/needs/:org', params: InOrg }, need, async () => ({}))]);
    for (const role of everyRole) {
      const { statusCode, body } = await app.inject({ url: '/api/v2/needs/acme', headers: { authorization: `Bearer ${tokenOf(role)}` } });
      const permitted = needed[need].includes(role);
      const refusal = new RegExp(`The role ${role} in the organization 'acme' may not .* Use the token of `);
      expect(statusCode, `as ${role}`).toBe(permitted ? 200 : 403);
      expect(body).toMatch(permitted ? /^\{\}$/ : refusal);
    }
  });
});

describe('a route outside of any organization', () => {
  const InUser = Type.Object({ name: Type.String({ pattern: '^[a-z]+$' }) });
  const whoami = userRoute({ method: 'GET', path: '/user/:name', params: InUser }, async ({ principal, params }) => ({
    user: principal.userName,
    orgs: [...principal.grants.keys()],
    asked: params.name,
  }));

  test('is open to whoever has a token, wherever they are, and tells the route who asks', async () => {
    const app = await mounted([whoami]);
    for (const user of [...everyRole, 'stranger'] as const) {
      const answer = await app.inject({ url: '/api/v2/user/me', headers: { authorization: `Bearer ${tokenOf(user)}` } });
      expect([answer.statusCode, answer.json()]).toEqual([200, { user, orgs: [user === 'stranger' ? 'other' : 'acme'], asked: 'me' }]);
    }
    expect(await ask(app, 'GET', '/api/v2/user/me')).toBe(401);
    expect(await ask(app, 'GET', '/api/v2/user/me', 'nobody-has-this')).toBe(401);
  });

  test('holds its path and its query to the contract', async () => {
    const app = await mounted([whoami]);
    expect(await ask(app, 'GET', '/api/v2/user/M3', tokenOf('reader'))).toBe(400);
    expect(await ask(app, 'GET', '/api/v2/user/me?x=1', tokenOf('reader'))).toBe(400);
  });
});

test('what a route does is not begun before its caller is known to be somebody who may', async () => {
  let begun = 0;
  const operation = { method: 'POST', path: '/x/:org', params: Type.Object({ org: Type.String() }), query: Type.Object({}) } as const;
  const app = await mounted([queryRoute(operation, 'admin', async () => ({ begun: (begun += 1) }))]);
  for (const user of ['member', 'stranger'] as const) expect(await ask(app, 'POST', '/api/v2/x/acme', tokenOf(user))).toBe(403);
  expect([begun, await ask(app, 'POST', '/api/v2/x/acme', tokenOf('admin')), begun]).toEqual([0, 200, 1]);
});
