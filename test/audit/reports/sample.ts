import type { Audit, JudgedFinding, ReportedChange, RuleResult } from '../../../src/audit/judge/audit.ts';
import type { World } from '../../../src/audit/population/world.ts';

export const sha = (letter: string): string => letter.repeat(40);

/** A change that is covered, landed on Monday 2026-11-16. */
export function reported(more: Partial<ReportedChange> = {}): ReportedChange {
  return {
    sha: sha('a'),
    url: `https://github.com/acme/shop/commit/${sha('a')}`,
    pull: { number: 41, url: 'https://github.com/acme/shop/pull/41' },
    branch: 'main',
    landedAt: '2026-11-16T10:00:00Z',
    landing: '9001',
    landingKind: 'pull-request',
    title: 'Add prices',
    commits: 1,
    shas: [more.sha ?? sha('a')],
    authors: ['alice'],
    reviewers: ['bob'],
    approvedAt: '2026-11-16T09:30:00Z',
    approved: 'yes',
    approvedWhy: null,
    mergedBy: 'bob',
    state: 'covered',
    excluded: null,
    coverage: [
      {
        flow: 'unit',
        match: 'sha',
        trail: sha('a'),
        url: `https://evidence.example/acme/flows/unit/trails/${sha('a')}`,
        atMerge: 'compliant',
        atDeployment: null,
        now: 'compliant',
        nowByTodaysTemplate: 'compliant',
        lacks: [],
      },
    ],
    tests: '12 passed, 1 skipped',
    run: 'https://github.com/acme/shop/actions/runs/77',
    tested: { tested: 'yes', why: 'results of tests were there before it landed' },
    overrides: [],
    deployments: [],
    findings: [],
    ...more,
  };
}

export function finding(more: Partial<JudgedFinding> = {}): JudgedFinding {
  return {
    key: `change-without-trail:commit:${sha('b')}`,
    rule: 'change-without-trail',
    severity: 'high',
    subject: { kind: 'commit', id: sha('b'), url: `https://github.com/acme/shop/commit/${sha('b')}` },
    message: 'Nothing was recorded about the change when it landed',
    fix: 'Run the gate for every change',
    status: 'new',
    firstSeen: '2026-11-22T06:00:00Z',
    carried: false,
    at: '2026-11-17T09:00:00Z',
    controls: ['SOC 2 CC8.1'],
    change: { sha: sha('b'), pull: null },
    accepted: null,
    ...more,
  };
}

const unread = 'The interface has no operation that reads the log';

export const world: World = {
  header: {
    kind: 'audit',
    version: 1,
    tool: { name: 'compliance-evidence', version: '1.0.0', digest: null },
    workflow: `acme/shop/.github/workflows/audit.yml@${sha('c')}`,
    run: 'https://github.com/acme/shop/actions/runs/99',
    inputs: { branch: 'main', flow: 'unit' },
    repository: 'acme/shop',
    serverUrl: 'https://github.com',
    service: { url: 'https://evidence.example/api/v2', org: 'acme' },
    branches: [{ name: 'main', tip: sha('b') }],
    basis: 'github',
    period: { since: '2026-11-15T06:00:00Z', until: '2026-11-22T06:00:00Z', sinceSha: null, by: 'landing' },
    at: '2026-11-22T06:00:00Z',
    flows: ['unit'],
    file: null,
  },
  file: null,
  demanded: [],
  accepted: new Map(),
  files: new Map(),
  workflows: new Map(),
  flows: new Map(),
  deployments: [],
  releases: [],
  tags: [],
  artifacts: [],
  approvals: [],
  notifications: [],
  untold: [
    {
      kind: 'untold',
      source: 'log',
      why: unread,
      fix: 'Run compliance-evidence verify on the data of the service',
    },
  ],
  holes: [],
  queries: [{ kind: 'query', of: 'git', text: `git rev-list --count ${sha('0')}..${sha('b')}`, times: 2, answered: 2 }],
  totals: [{ kind: 'total', name: 'commits: main', source: 'git rev-list --count', count: 2 }],
  branchRules: new Map(),
  exported: null,
  checked: null,
  log: null,
  isLogCollected: false,
  end: { kind: 'end', counts: { landing: 2 }, trailsElsewhere: 3 },
  previous: null,
};

export function ruleResult(more: Partial<RuleResult> = {}): RuleResult {
  return {
    rule: 'change-without-trail',
    result: 'tested',
    tested: 2,
    found: 1,
    why: null,
    text: 'Something is recorded about every change when it lands',
    severity: 'high',
    controls: ['SOC 2 CC8.1'],
    fix: 'Run the gate for every change',
    lack: (more.why ?? null) === null ? null : 'answer',
    ...more,
  };
}

export const rules: readonly RuleResult[] = [
  ruleResult(),
  ruleResult({ rule: 'tag-moved', result: 'not applicable', tested: 0, found: 0, text: 'A tag stays where it was set' }),
  ruleResult({
    rule: 'record-altered',
    result: 'not tested',
    tested: 0,
    found: 0,
    why: unread,
    text: 'No record was changed after it was made',
    severity: 'critical',
    fix: 'Run compliance-evidence verify on the data of the service',
  }),
];

/** An audit of two changes: one is covered, the other was pushed without evidence. */
export function sample(more: Partial<Audit> = {}, changes: readonly ReportedChange[] = twoChanges): Audit {
  return {
    world,
    totals: {
      changes: 2,
      landings: 2,
      commits: 2,
      states: { covered: 1, uncovered: 1 },
      weeks: [{ from: '2026-11-16', states: { covered: 1, uncovered: 1 } }],
      overrides: [],
      emergencies: [],
    },
    rules,
    findings: [finding()],
    complete: true,
    changes: async function* () {
      yield* changes;
    },
    ...more,
  };
}

export const twoChanges: readonly ReportedChange[] = [
  reported(),
  reported({
    sha: sha('b'),
    url: `https://github.com/acme/shop/commit/${sha('b')}`,
    pull: null,
    landing: '9002',
    landingKind: 'push',
    state: 'uncovered',
    title: 'Fix it at once',
    reviewers: [],
    approvedAt: null,
    approved: 'no',
    approvedWhy: 'it has no pull request',
    mergedBy: null,
    tested: { tested: 'no', why: 'nothing was recorded' },
    coverage: [],
    tests: null,
    run: null,
    findings: [`change-without-trail:commit:${sha('b')}`],
  }),
];
