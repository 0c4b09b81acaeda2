import type { Audit, JudgedFinding, ReportedChange, RuleResult } from '../../../../src/audit/judged/audit.ts';
import type { Coverage } from '../../../../src/audit/judged/coverage.ts';
import { finding, reported, rules, sample, sha, world } from '../sample.ts';

const day = 86_400_000;
const end = Date.parse('2026-11-22T06:00:00Z');
const at = (daysAgo: number): string => new Date(end - daysAgo * day).toISOString();

/** Nothing wrong, and nothing left untested. */
export function clean(): Audit {
  return sample(
    {
      findings: [],
      rules: [passed('change-without-trail'), passed('merged-without-review')],
      totals: { ...sample().totals, states: { covered: 2 }, weeks: [{ from: '2026-11-16', states: { covered: 2 } }] },
    },
    [reported(), reported({ sha: sha('d'), pull: { number: 42, url: 'https://github.com/acme/shop/pull/42' } })],
  );
}

export function passed(rule: string): RuleResult {
  return { ...base, rule, result: 'tested', tested: 2, found: 0, why: null };
}

const [base] = rules as readonly [RuleResult, ...RuleResult[]];

/** Nothing landed. */
export function empty(): Audit {
  const totals = { changes: 0, landings: 0, commits: 0, states: {}, weeks: [], overrides: [], emergencies: [] };
  return sample(
    {
      totals,
      findings: [],
      rules: [],
      world: { ...world, untold: [], queries: [], totals: [], end: { ...world.end, counts: { landing: 0 } } },
    },
    [],
  );
}

/** A page of the population is missing, and GitHub was not asked. */
export function unknown(): Audit {
  const holes = [
    { kind: 'hole', what: 'Landings of main before 2026-10-01', why: 'The clone is shallow', fix: 'Check out with fetch-depth: 0' },
  ] as const;
  const header = {
    ...world.header,
    basis: 'git',
    service: null,
    period: { ...world.header.period, since: null, sinceSha: sha('0'), by: 'commits' },
  } as const;
  return sample({ complete: false, world: { ...world, holes, header } }, [
    reported({ landedAt: null, mergedBy: null, state: 'unknown', landingKind: 'unknown' }),
  ]);
}

const states = [
  'covered',
  'covered',
  'covered',
  'covered-later',
  'tested-on-head-only',
  'outside-every-flow',
  'excluded',
  'incomplete',
  'unknown',
  'non-compliant',
  'uncovered',
] as const;

/** A year with a bit of everything: what the screens and the paper are looked at with. */
export function year(rows = 1200): Audit {
  const changes = Array.from({ length: rows }, (_, index) =>
    changeOf(index, index % 3 === 0 ? (states[(index / 3) % states.length] ?? 'covered') : 'covered'),
  );
  const weeks = new Map<string, Record<string, number>>();
  const counted: Record<string, number> = {};
  for (const { landedAt, state } of changes) {
    const monday = new Date(Date.parse(landedAt ?? ''));
    monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
    const from = monday.toISOString().slice(0, 10);
    const week = weeks.get(from) ?? {};
    weeks.set(from, { ...week, [state]: (week[state] ?? 0) + 1 });
    counted[state] = (counted[state] ?? 0) + 1;
  }
  return sample(
    {
      rules: [
        ...rules,
        passed('merged-without-review'),
        passed('trail-non-compliant'),
        {
          ...base,
          rule: 'deployed-outside-population',
          severity: 'critical',
          text: 'What runs was made from a commit of an audited branch',
          tested: 90,
          found: 1,
        },
        {
          ...base,
          rule: 'overridden',
          severity: 'medium',
          text: 'An override has a reason, and is not by the author of the change',
          tested: 30,
          found: 9,
        },
        { ...base, rule: 'gate-let-through', result: 'not tested', tested: 12, found: 0, why: 'fail-on is an expression (3 times)' },
      ],
      totals: {
        changes: rows,
        landings: rows,
        commits: rows,
        states: counted,
        weeks: [...weeks].map(([from, some]) => ({ from, states: some })),
        overrides: [
          { by: 'carol-with-a-rather-long-login', count: 14 },
          { by: 'bob', count: 5 },
          { by: 'release-bot[bot]', count: 1 },
        ],
        emergencies: [41, 57],
      },
      findings: someFindings(),
      world: {
        ...world,
        header: {
          ...world.header,
          tool: { ...world.header.tool, digest: `sha256:${'9'.repeat(64)}` },
          file: '7'.repeat(64),
          period: { ...world.header.period, since: '2025-11-24T00:00:00Z' },
        },
        deployments: [
          {
            kind: 'deployment',
            source: 'github',
            id: '1',
            environment: 'production',
            production: true,
            at: at(3),
            by: null,
            sha: sha('a'),
            fingerprint: null,
            url: null,
            branch: 'main',
            running: true,
            brought: null,
          },
        ],
        file: {
          flows: [
            { name: 'unit', paths: ['src/**', 'test/**'], branches: [], from: null, headIsEnough: false, approvals: [] },
            {
              name: 'deploy',
              paths: ['deploy/**'],
              branches: ['main'],
              from: '2026-01-01T00:00:00Z',
              headIsEnough: true,
              approvals: ['production'],
            },
          ],
          people: new Map(),
          bots: [],
          emergency: { label: 'emergency', days: 3 },
          exclusions: [{ commits: [], pullRequests: [], paths: ['docs/**'], reason: 'Prose', owner: '@acme/docs' }],
          accepted: [],
          production: [],
          controls: [],
        },
        previous: {
          complete: true,
          since: null,
          until: '2026-11-15T06:00:00Z',
          completeUntil: '2026-11-15T06:00:00Z',
          findings: [],
          tags: {},
          digest: '5'.repeat(64),
        },
        totals: [
          { kind: 'total', name: 'commits', source: 'git rev-list --count', count: rows },
          { kind: 'total', name: 'trails', source: 'GET /api/v2/trails/acme', count: 912 },
        ],
        end: { kind: 'end', counts: { file: 3, flow: 2, landing: rows, query: 4 }, trailsElsewhere: 12 },
        queries: [
          ...world.queries,
          {
            kind: 'query',
            of: 'GitHub',
            text: 'GET /repos/acme/shop/activity?ref=refs/heads/main&per_page=100',
            times: 12,
            answered: rows,
          },
          { kind: 'query', of: 'service', text: 'GET /api/v2/trails/acme/unit?page=1&per_page=100', times: 10, answered: 912 },
        ],
      },
    },
    changes,
  );
}

function changeOf(index: number, state: string): ReportedChange {
  const commit = ((index + 1) * 2_654_435_761).toString(16).padEnd(40, '0123456789abcdef');
  const [one] = reported().coverage;
  const coverage: readonly Coverage[] =
    one === undefined || ['uncovered', 'excluded', 'outside-every-flow'].includes(state)
      ? []
      : [
          {
            ...one,
            atMerge: state === 'covered' ? 'compliant' : state === 'non-compliant' ? 'non-compliant' : 'incomplete',
            lacks: state === 'incomplete' ? ['unit-tests', 'sbom'] : [],
            atDeployment: index % 3 === 0 ? 'compliant' : null,
            nowByTodaysTemplate: index % 13 === 0 ? 'incomplete' : 'compliant',
          },
          ...(index % 5 === 0 ? [{ ...one, flow: 'deploy', match: 'group' as const }] : []),
        ];
  return reported({
    sha: commit,
    url: `https://github.com/acme/shop/commit/${commit}`,
    pull: index % 11 === 10 ? null : { number: 41 + index, url: `https://github.com/acme/shop/pull/${41 + index}` },
    title:
      [
        'Add prices of the winter sale to the catalogue, and show them in every country that we ship to',
        'Fix typo',
        'Bump undici from 6.29.0 to 6.29.1',
      ][index % 3] ?? '',
    landedAt: at(Math.floor((index * index * 0.37) % 364)),
    landing: String(9000 + index),
    authors: index % 4 === 0 ? ['alice', 'dependabot[bot]', 'Zoë Müller'] : ['alice'],
    reviewers: index % 11 === 10 ? [] : ['bob'],
    state,
    excluded: state === 'excluded' ? { reason: 'Prose alone', owner: '@acme/docs' } : null,
    coverage,
    deployments:
      index % 3 === 0
        ? [
            {
              environment: 'production',
              at: at(Math.floor((index * index * 0.37) % 364)),
              url: 'https://github.com/acme/shop/deployments/1',
            },
          ]
        : [],
    findings: state === 'uncovered' ? [`change-without-trail:commit:${index}`] : [],
  });
}

function someFindings(): readonly JudgedFinding[] {
  return [
    finding({
      key: 'deployed-outside-population:commit:e',
      rule: 'deployed-outside-population',
      severity: 'critical',
      subject: { kind: 'commit', id: sha('e'), url: `https://github.com/acme/shop/commit/${sha('e')}` },
      message: `Commit ${sha('e')} was deployed to production at 2026-11-20T10:00:00Z, and is on no audited branch`,
      fix: 'Deploy from main, or add the branch to the audit',
      change: null,
    }),
    ...Array.from({ length: 12 }, (_, index) =>
      finding({
        key: `change-without-trail:commit:${index * 11 + 10}`,
        status: index % 2 === 0 ? 'open' : 'new',
        firstSeen: at(index * 12),
        change: { sha: sha('b'), pull: 41 + index },
        accepted:
          index === 3
            ? { reason: 'Vendor outage, see the incident report of that day', owner: 'alice', until: '2026-12-20T00:00:00Z' }
            : null,
      }),
    ),
    ...Array.from({ length: 9 }, (_, index) =>
      finding({
        key: `overridden:trail:${index}`,
        rule: 'overridden',
        severity: index === 0 ? 'high' : 'medium',
        subject: { kind: 'trail', id: `build-${index}`, url: `https://evidence.example/acme/flows/unit/trails/build-${index}` },
        message: `carol set unit-tests of build-${index} to compliant at 2026-11-1${index}: the runner was out of disk`,
        fix: 'Record the test results',
        firstSeen: at(40 + index),
      }),
    ),
    finding({
      key: 'emergency-not-reviewed:pull-request:57',
      rule: 'emergency-not-reviewed',
      subject: { kind: 'pull-request', id: '57', url: 'https://github.com/acme/shop/pull/57' },
      message: 'Pull request 57 was an emergency, and nobody reviewed it within 3 days',
      fix: 'Let somebody else review the merged files',
      change: { sha: sha('f'), pull: 57 },
    }),
    finding({
      key: 'tag-moved:tag:v1',
      rule: 'tag-moved',
      severity: 'low',
      status: 'fixed',
      subject: { kind: 'tag', id: 'v1', url: null },
      message: 'Tag v1 was moved',
    }),
  ];
}

/** As many changes as asked, made when they are read. */
export function big(number: number): Audit {
  const totals = {
    ...sample().totals,
    changes: number,
    landings: number,
    commits: number,
    states: { covered: number },
    weeks: [{ from: '2026-11-16', states: { covered: number } }],
  };
  return sample({
    totals,
    world: { ...world, totals: [], end: { ...world.end, counts: { landing: number } } },
    changes: async function* () {
      for (let index = 0; index < number; index += 1) yield changeOf(index, 'covered');
    },
  });
}
