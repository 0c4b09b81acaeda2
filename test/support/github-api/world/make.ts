import { git } from '../../git.ts';
import type {
  GitHubWorld,
  WorldAccount,
  WorldCheck,
  WorldDeployment,
  WorldIssue,
  WorldPull,
  WorldRelease,
  WorldReview,
  WorldRuleset,
  WorldRuleSuite,
  WorldRun,
  WorldStatus,
  WorldSuite,
  WorldUpdate,
} from './model.ts';

/** Accounts that are in every world; `ada` and `grace` have the addresses of the commits that `test/support/git.ts` makes. */
export const accounts: readonly WorldAccount[] = [
  { id: 101, login: 'ada', emails: ['ada@example.com'] },
  { id: 102, login: 'grace', emails: ['grace@example.com'] },
  { id: 103, login: 'linus', emails: ['linus@example.com'] },
  { id: 104, login: 'committer', emails: ['committer@example.com'] },
  // This account stands for those that are gone, where an answer must name one.
  { id: 10_137, login: 'ghost' },
  { id: 19_864_447, login: 'web-flow' },
  { id: 41_898_282, login: 'github-actions', kind: 'bot', emails: ['41898282+github-actions[bot]@users.noreply.github.com'] },
  { id: 49_699_333, login: 'dependabot', kind: 'bot', emails: ['49699333+dependabot[bot]@users.noreply.github.com'] },
  { id: 118_344_674, login: 'github-merge-queue', kind: 'bot' },
  { id: 198_982_749, login: 'copilot-swe-agent', kind: 'bot', emails: ['198982749+Copilot@users.noreply.github.com'] },
];

/** A world about a repository of git, in which nothing has happened yet. */
export function world(given: Partial<GitHubWorld> & Pick<GitHubWorld, 'gitDirectory'>): GitHubWorld {
  return {
    repository: 'acme/app',
    defaultBranch: 'main',
    private: true,
    createdAt: '2024-01-01T00:00:00Z',
    now: '2026-11-20T00:00:00Z',
    unsigned: [],
    checkedAt: new Map(),
    suites: [],
    statuses: [],
    rulesets: [],
    ruleSuites: [],
    administration: 'write',
    protection: new Map(),
    accounts: [...accounts],
    activity: [],
    pulls: [],
    deployments: [],
    releases: [],
    issues: [],
    runs: [],
    // The limit of GraphQL. REST ends at 250.
    mostCommits: 10_000,
    asker: 'github-actions',
    ...given,
  };
}

let lastId = 1_000;

/** A number that nothing else in this process has. */
export function nextId(): number {
  lastId += 1;
  return lastId;
}

/** An update of `main` by a push of `ada`. */
export function update(given: Partial<WorldUpdate> & Pick<WorldUpdate, 'at' | 'before' | 'after'>): WorldUpdate {
  return { id: nextId(), ref: 'refs/heads/main', type: 'push', by: 'ada', ...given };
}

/** A pull request of `ada` that `grace` merged, without reviews. `commits` are those of its head that the base did not have. */
export function pull(given: Partial<WorldPull> & Pick<WorldPull, 'number' | 'head'>): WorldPull {
  const isMerged = given.state === undefined || given.state === 'merged';
  return {
    title: `Change ${given.number}`,
    body: '',
    state: 'merged',
    base: 'main',
    headBranch: `topic-${given.number}`,
    from: 'acme/app',
    openedBy: 'ada',
    openedAt: '2026-11-02T08:00:00Z',
    mergedAt: isMerged ? '2026-11-03T12:00:00Z' : null,
    mergedBy: isMerged ? 'grace' : null,
    mergeCommit: null,
    commits: [given.head],
    landed: [],
    reviews: [],
    events: [],
    assignees: [],
    ...given,
  };
}

/** An approval by `grace`. */
export function review(given: Partial<WorldReview> & Pick<WorldReview, 'commit'>): WorldReview {
  return { id: nextId(), by: 'grace', state: 'APPROVED', at: '2026-11-03T10:00:00Z', ...given };
}

/** A deployment to production that succeeded five minutes after it began. */
export function deployment(given: Partial<WorldDeployment> & Pick<WorldDeployment, 'sha' | 'at'>): WorldDeployment {
  const at = new Date(Date.parse(given.at) + 300_000).toISOString().replace('.000Z', 'Z');
  return {
    id: nextId(),
    environment: 'production',
    ref: 'main',
    by: 'ada',
    production: true,
    transient: false,
    statuses: [{ id: nextId(), state: 'success', at, by: given.by ?? 'ada' }],
    ...given,
  };
}

export function release(given: Partial<WorldRelease> & Pick<WorldRelease, 'tag' | 'publishedAt'>): WorldRelease {
  return { id: nextId(), by: 'ada', createdAt: given.publishedAt ?? '2026-11-02T00:00:00Z', prerelease: false, ...given };
}

/** A check that succeeded in five minutes. */
export function check(given: Partial<WorldCheck> & Pick<WorldCheck, 'name'>): WorldCheck {
  const { status = 'completed' } = given;
  const isDone = status === 'completed';
  return {
    id: nextId(),
    status,
    conclusion: isDone ? 'success' : null,
    startedAt: '2026-11-03T09:00:00Z',
    endedAt: isDone ? '2026-11-03T09:05:00Z' : null,
    ...given,
  };
}

/** The suite of a run of GitHub Actions after a push, with one check that succeeded. */
export function suite(given: Partial<WorldSuite> & Pick<WorldSuite, 'sha'>): WorldSuite {
  const at = '2026-11-03T08:59:50Z';
  return {
    id: nextId(),
    app: { id: 15_368, slug: 'github-actions' },
    at,
    workflow: { id: nextId(), path: '.github/workflows/ci.yml', event: 'push', at, changedAt: '2026-11-03T09:06:00Z' },
    checks: [check({ name: 'test' })],
    ...given,
  };
}

/** A success that `grace` set. */
export function status(given: Partial<WorldStatus> & Pick<WorldStatus, 'sha' | 'at'>): WorldStatus {
  return { id: nextId(), context: 'ci/build', state: 'success', by: 'grace', url: null, ...given };
}

export function issue(given: Partial<WorldIssue> & Pick<WorldIssue, 'number' | 'title'>): WorldIssue {
  return { body: '', state: 'open', labels: [], assignees: [], by: 'ada', comments: [], ...given };
}

/** A run of the audit on `main` that succeeded. */
export function run(given: Partial<WorldRun> & Pick<WorldRun, 'id' | 'sha' | 'at'>): WorldRun {
  return {
    workflow: '.github/workflows/audit.yml',
    branch: 'main',
    event: 'schedule',
    status: 'completed',
    conclusion: 'success',
    attempt: 1,
    from: 'acme/app',
    artifacts: [],
    ...given,
  };
}

/** SHAs that `to` has and `from` has not, the oldest first: the commits of a pull request. */
export function between(directory: string, from: string, to: string): readonly string[] {
  return git(directory, ['rev-list', '--reverse', '--topo-order', `${from}..${to}`])
    .split('\n')
    .filter((sha) => sha !== '');
}

/** A ruleset of the repository for `main` that requires the check `test`, and that nobody may bypass. */
export function ruleset(given: Partial<WorldRuleset> = {}): WorldRuleset {
  return {
    id: nextId(),
    name: 'main',
    source: 'acme/app',
    branches: ['main'],
    changedAt: '2026-10-01T00:00:00Z',
    bypass: [],
    rules: [requiredChecks('test')],
    ...given,
  };
}

export function requiredChecks(...contexts: readonly string[]): WorldRuleset['rules'][number] {
  const checks = contexts.map((context) => ({ context, integration_id: 15_368 }));
  return {
    type: 'required_status_checks',
    parameters: { strict_required_status_checks_policy: false, do_not_enforce_on_create: false, required_status_checks: checks },
  };
}

/** A push by `ada` to `main` that got past its rules by a bypass. */
export function ruleSuite(given: Partial<WorldRuleSuite> & Pick<WorldRuleSuite, 'after' | 'at'>): WorldRuleSuite {
  return {
    id: nextId(),
    ref: 'refs/heads/main',
    by: 'ada',
    before: '0'.repeat(40),
    result: 'bypass',
    failed: [{ type: 'required_status_checks', ruleset: 'main' }],
    ...given,
  };
}
