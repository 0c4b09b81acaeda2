import { makePlan, type OrganizationListing, type PlanRequest } from '../../../src/audit/organization/make-plan.ts';
import type { AuditedRepository, RepositoryFinding } from '../../../src/audit/organization/part.ts';
import type { ListedRepository, OrganizationPlan } from '../../../src/audit/organization/plan.ts';
import { rules } from '../../../src/audit/rules/rules.ts';

/** A repository of the organization `acme` that nothing is special about. */
/** Organizations are audited with a service, and no file of these asks for more. */
const names = rules.flatMap(({ asks, name, ofGitHub }) => (ofGitHub !== undefined || asks !== undefined ? [] : [name]));

export function listed(id: number, more: Partial<ListedRepository> = {}): ListedRepository {
  return {
    id,
    name: `acme/r${id}`,
    archived: false,
    createdAt: '2024-01-01T00:00:00Z',
    pushedAt: '2026-11-03T00:00:00Z',
    updatedAt: '2026-11-03T00:00:00Z',
    size: 10 * id,
    ...more,
  };
}

/** All of them are seen unless said otherwise. */
export function listing(repositories: readonly ListedRepository[], more: Partial<OrganizationListing> = {}): OrganizationListing {
  const seen = new Set(repositories.map(({ id }) => id));
  return { organization: 'acme', kind: 'organization', repositories, seenBy: 'installation', seen, holes: [], ...more };
}

export const request: PlanRequest = {
  tool: { name: 'compliance-evidence', version: '1.0.0' },
  serverUrl: 'https://github.com',
  at: '2026-11-08T01:00:00Z',
  period: { since: '2026-11-01T00:00:00Z', until: '2026-11-08T00:00:00Z' },
  audit: { baseUrl: 'https://evidence.example/api/v2', org: 'acme', flows: [], branches: [], failOn: 'high', people: 'login' },
  exclusions: null,
  shards: 2,
  exclusionOf: () => undefined,
  previous: null,
};

export function planOf(numbers: readonly number[], more: Partial<PlanRequest> = {}): OrganizationPlan {
  return makePlan(listing(numbers.map((id) => listed(id))), { ...request, ...more });
}

export function finding(severity: RepositoryFinding['severity'], accepted: RepositoryFinding['accepted'] = null): RepositoryFinding {
  const subject = { kind: 'commit', id: 'ab'.repeat(20), url: null } as const;
  return {
    key: `k:${severity}`,
    rule: 'change-without-trail',
    severity,
    subject,
    at: null,
    message: 'A change has no trail',
    fix: 'Record it',
    accepted,
    status: 'new',
    carried: null,
  };
}

/** The audit of a repository of the plan in which two changes landed: of the other rules nothing applied. */
export function audited(id: number, more: Partial<AuditedRepository> = {}): AuditedRepository {
  const { findings = [], rules: some = [tested] } = more;
  const found = new Set(findings.filter(({ carried }) => carried === null).map(({ rule }) => rule));
  return {
    kind: 'audited',
    id,
    name: `acme/r${id}`,
    complete: true,
    basis: 'github',
    branches: [{ name: 'main', tip: 'cd'.repeat(20) }],
    changes: 2,
    landings: 2,
    commits: 3,
    states: { covered: 2 },
    findings: [],
    fixed: 0,
    previous: null,
    holes: [],
    ...more,
    rules: names.map((name) => {
      const own = some.find(({ rule }) => rule === name) ?? { ...tested, rule: name, result: 'not applicable', tested: 0 };
      return { ...own, found: found.has(name) ? 1 : 0 };
    }),
  };
}

/** A rule that was tested on both changes. */
export const tested = { rule: 'change-without-trail', result: 'tested', tested: 2, found: 0, why: null, lack: null } as const;
