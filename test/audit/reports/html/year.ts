import type { Audit, JudgedFinding } from '../../../../src/audit/judge/audit.ts';
import { finding, rules, sample, sha, world } from '../sample.ts';
import { base, passed } from './audits.ts';
import { at, changeOf, states } from './made-up-change.ts';

/** A year with a bit of everything, to look at the screens and the paper. */
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
          checks: [],
          ticket: null,
          frameworks: [],
          people: new Map(),
          bots: [],
          emergency: { label: 'emergency', days: 3 },
          exclusions: [{ commits: [], pullRequests: [], paths: ['docs/**'], reason: 'Prose', owner: '@acme/docs' }],
          accepted: [],
          production: [],
          controls: [],
        },
        previous: {
          about: { repository: null, repositoryId: null, serverUrl: null, org: null },
          complete: true,
          since: null,
          until: '2026-11-15T06:00:00Z',
          completeUntil: '2026-11-15T06:00:00Z',
          completeTips: {},
          flows: [],
          branches: ['main'],
          findings: [],
          tags: {},
          head: null,
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
            ? { reason: 'Vendor outage, see the incident report of that day', owner: 'alice', until: '2026-12-20T00:00:00Z', by: entryBy }
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

const entryBy = {
  commit: sha('e'),
  pull: { number: 58, url: 'https://github.com/acme/shop/pull/58' },
  merged: 'bob',
  approved: ['carol'],
};
