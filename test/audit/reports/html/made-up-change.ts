import type { Audit, ReportedChange, ReportedOverride } from '../../../../src/audit/judge/audit.ts';
import type { Coverage } from '../../../../src/audit/population/change.ts';
import { reported, sample, world } from '../sample.ts';

const day = 86_400_000;
const end = Date.parse('2026-11-22T06:00:00Z');
export const at = (daysAgo: number): string => new Date(end - daysAgo * day).toISOString();

export const states = [
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

/** Covered by the commit itself, and good at each moment. */
export const covered: Coverage = {
  flow: 'unit',
  match: 'sha',
  trail: 'a'.repeat(40),
  url: `https://evidence.example/acme/flows/unit/trails/${'a'.repeat(40)}`,
  atMerge: 'compliant',
  atDeployment: null,
  now: 'compliant',
  nowByTodaysTemplate: 'compliant',
  lacks: [],
};

/** A verdict that somebody set in place of evidence. */
export function overrideOf(index: number): ReportedOverride {
  return {
    id: `override-${index}`,
    flow: 'unit',
    trail: `build-${index}`,
    name: 'unit-tests',
    fingerprint: null,
    by: index % 4 === 0 ? 'bob' : 'carol-with-a-rather-long-login',
    at: at(index),
    compliant: true,
    reason: index % 5 === 0 ? null : 'The runner was out of disk',
    url: `https://evidence.example/acme/flows/unit/trails/build-${index}`,
  };
}

const testedIn: Readonly<Record<string, ReportedChange['tested']>> = {
  'covered-later': { tested: 'no', why: 'the results came after it had landed, or are of another commit' },
  'tested-on-head-only': { tested: 'head', why: 'only the head of its pull request was tested, and its base had moved' },
  'non-compliant': { tested: 'failed', why: 'the results said no' },
  unknown: { tested: 'not known', why: 'not all events of its trail could be read' },
  incomplete: { tested: 'no', why: 'results of tests are missing' },
  uncovered: { tested: 'no', why: 'nothing was recorded' },
  excluded: { tested: 'no', why: 'nothing was recorded' },
  'outside-every-flow': { tested: 'no', why: 'it owes no evidence, and nothing was recorded' },
};

export function changeOf(index: number, state: string): ReportedChange {
  const commit = ((index + 1) * 2_654_435_761).toString(16).padEnd(40, '0123456789abcdef');
  const coverage: readonly Coverage[] = ['uncovered', 'excluded', 'outside-every-flow'].includes(state)
    ? []
    : [
        {
          ...covered,
          atMerge: state === 'covered' ? 'compliant' : state === 'non-compliant' ? 'non-compliant' : 'incomplete',
          lacks: state === 'incomplete' ? ['unit-tests', 'sbom'] : [],
          atDeployment: index % 3 === 0 ? 'compliant' : null,
          nowByTodaysTemplate: index % 13 === 0 ? 'incomplete' : 'compliant',
        },
        ...(index % 5 === 0 ? [{ ...covered, flow: 'deploy', match: 'group' as const }] : []),
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
    approved: index % 11 === 10 ? 'no' : 'yes',
    approvedWhy: index % 11 === 10 ? 'it has no pull request' : null,
    tested: testedIn[state] ?? reported().tested,
    overrides: index % 61 === 0 ? [overrideOf(index)] : [],
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
