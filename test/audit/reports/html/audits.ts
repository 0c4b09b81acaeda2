import type { Audit, RuleResult } from '../../../../src/audit/judge/audit.ts';
import { reported, sample, sha, world } from '../sample.ts';

/** An audit with nothing wrong, and nothing left untested. */
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

/** A rule to make others of. */
export const base: RuleResult = {
  rule: '',
  text: 'Every change has a trail when it lands',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
  fix: 'Record evidence before the merge',
  result: 'tested',
  tested: 2,
  found: 1,
  why: null,
  lack: null,
};

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
